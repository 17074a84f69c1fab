import type { Client } from '../client';
import type { InputOf, Operation } from '../operations/declare';
import { Failure, isFailure } from '../protocol/failure';

const PAGE_SIZE = 100;

/**
 * The pages of a list, one after the other. Once the service has given the first page, the input is
 * right: where it then refuses a page (its token is stale) or repeats one, the list broke off, and
 * may be read again from the start.
 */
export async function* pagesOfList<O extends Operation>(
	client: Client,
	operation: O,
	input: InputOf<O>,
) {
	let pages = 0;
	try {
		for await (const page of client.pages(operation, input, { pageSize: PAGE_SIZE })) {
			pages += 1;
			yield page;
		}
	} catch (error) {
		const brokeOff =
			pages > 0 &&
			isFailure(error) &&
			(error.kind === 'invalid-input' || error.kind === 'invalid-response');
		if (!brokeOff) throw error;
		throw new Failure({
			kind: 'invalid-response',
			status: error.status,
			operation: error.operation,
			message: `The list broke off after ${pages} pages: ${error.message}`,
			retryable: true,
		});
	}
}
