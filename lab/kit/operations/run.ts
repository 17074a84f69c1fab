import type { AnyOperation } from '../../../core';
import type { End, Use } from './ask';

/** Runs the cases of operations: every harness that calls the catalogue does it here, by a target of its own. */

/** The calls of one operation: `yield` makes one, and gives its end, which the target judges. */
export type Cases = Generator<Use, void, End> | AsyncGenerator<Use, void, End>;

/** The emulator, services, their documents or a node, behind the client of the core. */
export interface OperationTarget {
	/** The calls of an operation that it can serve. */
	casesOf(operation: AnyOperation): Cases;
	call(operation: AnyOperation, use: Use): Promise<End>;
}

/** Calls the operations in turn: those with the text `only` in their id. */
export async function runCases(
	{ casesOf, call }: OperationTarget,
	operations: readonly AnyOperation[],
	{ only = '', say }: { only?: string; say?: (line: string) => void } = {},
): Promise<void> {
	const chosen = operations.filter(({ id }) => id.includes(only));
	for (const [at, operation] of chosen.entries()) {
		say?.(`${at + 1}/${chosen.length} ${operation.id}`);
		const cases = casesOf(operation);
		let next = await cases.next();
		while (!next.done) next = await cases.next(await call(operation, next.value));
	}
}
