import type { NodeParameterValueType } from 'n8n-workflow';
import { until } from './host';
import { isWhole } from '../../../lab/kit/selection';

/** Times of polls in tests: by one rule n8n polls at most once a minute; six rules are ten seconds apart. */
export const POLL_TIMES = {
	item: [0, 10, 20, 30, 40, 50].map((second) => ({
		mode: 'custom',
		cronExpression: `${second} * * * * *`,
	})),
};

export const EVERY_MINUTE = { item: [{ mode: 'everyMinute' }] };

/** The poll times of tests of polls: those of users, too, where everything is tested. */
export const EACH_POLL_TIMES: Array<[name: string, times: NodeParameterValueType]> = [
	['polls ten seconds apart', POLL_TIMES],
	...(isWhole ? ([['a poll each minute', EVERY_MINUTE]] as never) : []),
];

/**
 * Lets an event happen after each request of a poll until one is handed on: until the first poll has ended, what
 * happens belongs to its baseline. Gives the events after it, by their keys.
 */
export async function afterBaseline(
	requests: () => number,
	happen: () => string,
	handedOn: () => Promise<string[]>,
): Promise<string[]> {
	const happened: string[] = [];
	let answered = -1;
	const found = await until(
		'an event after the baseline',
		async () => {
			if (requests() > answered) happened.push(happen());
			answered = requests();
			return await handedOn();
		},
		(keys) => keys.length > 0,
	);
	return happened.slice(Math.min(...found.map((key) => happened.indexOf(key))));
}
