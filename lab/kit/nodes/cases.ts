import { catalogue } from '../../../core/subjects/catalogue';
import type { Operation } from '../../../core/operations/declare';
import { operationCases } from '../operations/case';
import type { Case } from './case';
import { caseFrom } from './fromOperationCase';

/** True for an operation that can change what others read of the world. */
function changes({ call }: Pick<Operation, 'call'>): boolean {
	return call.type === 'http' && call.method !== 'GET';
}

/** An operation with a case. */
interface PlacedUse {
	id: string;
	operation: Operation;
	use: Case;
	/** The folder of the case. */
	room: string;
}

/**
 * Every operation with the first of its cases, unless that one sends transactions; those that change the
 * world come last. Throws where an operation has none, or a case no operation.
 */
export function everyCase(): PlacedUse[] {
	const ids = new Set(catalogue.map(({ id }) => id));
	const strays = operationCases().filter(({ id }) => !ids.has(id));
	if (strays.length > 0) throw new Error(`No operation has the id ${strays[0].id}`);
	const ordered = [...catalogue].sort((a, b) => Number(changes(a)) - Number(changes(b)));
	return ordered.flatMap((operation) => {
		const declared = operationCases().find(({ id }) => id === operation.id);
		if (!declared) throw new Error(`${operation.id} has no case in subjects`);
		const use = caseFrom(operation, declared);
		return use ? [{ id: operation.id, operation, use, room: declared.room }] : [];
	});
}
