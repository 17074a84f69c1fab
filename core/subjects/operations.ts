import type { InputOf, ItemOf, Tolerance } from '../operations/declare';

type Resources = typeof import('./all');

/** The ids of the operations, `<resource>.<name>`. */
type OperationId = {
	[R in keyof Resources]: `${R}.${keyof Resources[R] & string}`;
}[keyof Resources];

/** The declarations of the operations by their ids. */
export type Operations = {
	[Id in OperationId]: Id extends `${infer R extends keyof Resources}.${infer Name}`
		? Resources[R][Name & keyof Resources[R]]
		: never;
};

/** The input of an operation: `Input<'staking.getManyDelegators'>`. */
export type Input<Id extends OperationId> = InputOf<Operations[Id]>;

/** An item of an operation, of a strict client or a tolerant one: `Item<'staking.getManyDelegators'>`. */
export type Item<Id extends OperationId, T extends Tolerance = 'strict'> = ItemOf<
	Operations[Id],
	T
>;
