import fc from '../properties';
import { drawn, type Drawn, type JsonParameter } from './drawn';

/** Events of the ABI with values of their arguments, drawn at random. */

/** A parameter of an event in a JSON ABI. */
export interface EventParameter extends JsonParameter {
	name: string;
	indexed: boolean;
}

export interface DrawnEvent {
	values: Drawn[];
	/** The parameters, in the order of the values. */
	inputs: EventParameter[];
}

/** An event of the drawn values, up to three of them indexed. */
export const drawnEvent: fc.Arbitrary<DrawnEvent> = fc
	.tuple(drawn, fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }))
	.map(([values, choices]) => {
		const chosen = values.map((_, at) => choices[at] && at < 3);
		const inputs = values.map(({ parameter }, at) => ({
			...parameter,
			name: `arg${at}`,
			indexed: chosen[at],
		}));
		return { values, inputs };
	});

/** True for a type whose topic is a hash. */
export const isHashed = ({ type }: JsonParameter): boolean =>
	/^(tuple|string$|bytes$)|\]$/.test(type);

/** True for a type whose topic viem does not compute. */
export const hasNoTopic = ({ type }: JsonParameter): boolean => /^tuple|\]$/.test(type);
