import type { AnyOperation } from '../../../core';
import type { End, Use } from './ask';

/** Runs the cases of operations: every harness that calls the catalogue does it here, by a target of its own. */

/** The calls of one operation, or of one of its cases: `yield` makes one, and gives its end, which the target judges. */
export type Cases<U = Use, E = End> = Generator<U, void, E> | AsyncGenerator<U, void, E>;

/**
 * The core with the answers of the cases, n8n's engine before the emulator, or, behind the client of the core, the
 * emulator, services, their documents or a node. `Of`: an operation, or one of its cases.
 */
export interface OperationTarget<Of = AnyOperation, U = Use, E = End> {
	/** The calls that it can serve. */
	casesOf(of: Of): Cases<U, E>;
	call(of: Of, use: U): Promise<E>;
}

/**
 * Makes the calls of all in turn: of those with the text `only` in their id. An error begins with the id and the
 * name of the call.
 */
export async function runCases<Of extends { id: string }, U extends { name?: string }, E>(
	{ casesOf, call }: OperationTarget<Of, U, E>,
	all: readonly Of[],
	{ only = '', say }: { only?: string; say?: (line: string) => void } = {},
): Promise<void> {
	const chosen = all.filter(({ id }) => id.includes(only));
	for (const [at, of] of chosen.entries()) {
		say?.(`${at + 1}/${chosen.length} ${of.id}`);
		let where = of.id;
		try {
			const cases = casesOf(of);
			let next = await cases.next();
			while (!next.done) {
				const { value } = next;
				where = value.name === undefined ? of.id : `${of.id}, ${value.name}`;
				next = await cases.next(await call(of, value));
			}
		} catch (error) {
			// Errors of n8n's runs are plain objects.
			const failed = error as Error;
			const message = `${where}: ${failed.message}`;
			failed.stack = failed.stack?.replace(failed.message, () => message);
			failed.message = message;
			throw error;
		}
	}
}
