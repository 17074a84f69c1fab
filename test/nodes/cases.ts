import { catalogue } from '../../core/operations/catalogue';
import type { Operation } from '../../core/operations/declare';
import type { Case } from './case';
import { chains } from './cases/chains';
import { evm } from './cases/evm';
import { nodeApis } from './cases/nodeApis';
import { primaryNetwork } from './cases/primaryNetwork';
import { signatures } from './cases/signatures';

/** How every operation of the catalogue is used, by its id. Written by hand. */
export const cases: Record<string, Case> = {
	...signatures,
	...primaryNetwork,
	...evm,
	...chains,
	...nodeApis,
};

/** Every operation with its case. Throws where an operation has none, or a case no operation. */
export function everyCase(): Array<{ id: string; operation: Operation; use: Case }> {
	const ids = new Set(catalogue.map(({ id }) => id));
	const strays = Object.keys(cases).filter((id) => !ids.has(id));
	if (strays.length > 0) throw new Error(`No operation has the id ${strays.join(', ')}`);
	return catalogue.map((operation) => {
		const use = cases[operation.id];
		if (!use) throw new Error(`${operation.id} has no case in test/nodes/cases`);
		return { id: operation.id, operation, use };
	});
}
