import type { Fields } from '../fields/fieldSet';
import type { Output, TolerantValueOf, ValueOf } from '../fields/outputs';
import type { Operation } from './operation';

export type * from './operation';

type EachOf<T> =
	NonNullable<T> extends ReadonlyArray<infer Each>
		? Each
		: T extends Record<string, infer V>
			? V
			: never;

/** An operation whose response is one item. */
type OneOf<F extends Fields, O extends Output> = Operation<
	F,
	ValueOf<O>,
	ValueOf<O>,
	TolerantValueOf<O>,
	TolerantValueOf<O>
>;

/** Declares an operation whose response is one item. */
export function declare<F extends Fields, O extends Output>(
	operation: Omit<OneOf<F, O>, 'output' | 'items' | 'paging' | 'bounds' | 'together'> & {
		output: O;
	},
): OneOf<F, O> {
	return operation as unknown as OneOf<F, O>;
}

/** An operation whose response has a list of items named `K`. */
type ManyOf<F extends Fields, O extends Output, K extends keyof ValueOf<O>> = Operation<
	F,
	ValueOf<O>,
	EachOf<ValueOf<O>[K]>,
	TolerantValueOf<O>,
	EachOf<TolerantValueOf<O>[K & keyof TolerantValueOf<O>]>
>;

/** Declares an operation whose response has a list of items named `items`. */
export function declareList<
	F extends Fields,
	O extends Output,
	const K extends string & keyof ValueOf<O>,
>(
	operation: Omit<ManyOf<F, O, K>, 'output' | 'items'> & {
		output: O;
		items: K;
	},
): ManyOf<F, O, K> {
	return operation as unknown as ManyOf<F, O, K>;
}
