import { catalogue } from '../../core/operations/catalogue';
import type { Operation } from '../../core/operations/declare';
import { operationCases } from '../operations/case';
import type { Case } from './case';
import { chains } from './cases/chains';
import { evm } from './cases/evm';
import { metrics } from './cases/metrics';
import { nodeApis } from './cases/nodeApis';
import { primaryNetwork } from './cases/primaryNetwork';
import { signatures } from './cases/signatures';
import { caseFrom } from './fromOperationCase';

/** How operations of the catalogue are used, by id. Written by hand. */
export const cases: Record<string, Case> = {
	...signatures,
	...primaryNetwork,
	...evm,
	...chains,
	...metrics,
	...nodeApis,
};

/**
 * Every operation with its case: the one above, or one made of its `OperationCase`, unless it
 * sends transactions. Throws where an operation has none, or a case no operation.
 */
export function everyCase(): Array<{ id: string; operation: Operation; use: Case }> {
	const ids = new Set(catalogue.map(({ id }) => id));
	const strays = Object.keys(cases).filter((id) => !ids.has(id));
	if (strays.length > 0) throw new Error(`No operation has the id ${strays.join(', ')}`);
	return catalogue.flatMap((operation) => {
		const declared = operationCases().find(({ id }) => id === operation.id);
		const use = cases[operation.id] ?? (declared && caseFrom(operation, declared));
		if (!use && declared) return [];
		if (!use) throw new Error(`${operation.id} has no case in test/operations/cases`);
		return [{ id: operation.id, operation, use }];
	});
}
