import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { isFailure } from '../../core/failure';
import { REFUSALS, SIGNATURE_HEADER, refusalStatus } from '../../core/webhooks/signature';
import { clientFor } from '../shared/client';
import { nodeError } from '../shared/errors';
import { isOwnMessage } from './ownMessage';
import { accountOf, messageVerifier } from './secrets';
import { formOf, instantOfForm } from './settings';

/**
 * Receives a message: verifies its raw body, and hands it to the execution. n8n answers 200 before the
 * workflow runs. Everything else is read in the execution.
 */

const FOREIGN = 'The message is of a webhook that does not belong to this node';

type Request = ReturnType<IWebhookFunctions['getRequestObject']>;

async function bodyOf(request: Request): Promise<Uint8Array> {
	if (!request.rawBody) await request.readRawBody();
	return new Uint8Array(request.rawBody);
}

/** Answers a request of the webhook: 401 if it is not signed by the service, or not for the node. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const refuse = (status: number, message: string) => {
		context.getResponseObject().status(status).json({ message });
		return { noWebhookResponse: true };
	};
	try {
		const { scheme } = instantOfForm(formOf(context));
		const client = await clientFor(context, { retry: { retries: 1 }, timeoutMs: 4_000 });
		const request = context.getRequestObject();
		const signed = { body: await bodyOf(request), signature: request.headers[SIGNATURE_HEADER] };
		const verdict = await messageVerifier.verify(signed, accountOf(client, scheme));
		if (!verdict.ok) return refuse(refusalStatus(verdict), REFUSALS[verdict.reason]);
		if (!(await isOwnMessage(context, client, verdict.message))) return refuse(401, FOREIGN);
		return { workflowData: [[{ json: { message: verdict.message as IDataObject } }]] };
	} catch (error) {
		if (!isFailure(error)) throw nodeError(context.getNode(), error);
		context.logger.warn(
			`${context.getNode().name}: a message could not be verified: ${error.message}`,
		);
		// The service sends it again.
		if (error.kind !== 'invalid-input') return refuse(503, 'The message cannot be verified now');
		throw nodeError(context.getNode(), error);
	}
}
