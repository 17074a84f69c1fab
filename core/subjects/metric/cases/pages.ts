import type { OperationCase } from '../../../testing/cases/operationCase';
import { casesOfGet } from '../../../testing/cases/expected';

/** The average of transactions per second, in pages whose size the service decides. */

const DAYS = 400;
const TOKEN = '3f1c9d1e-7f63-4a4c-8f0e-2b8b7a1d6c55';
const point = { timestamp: 1, value: 1.5 };

export const averages: OperationCase[] = casesOfGet('metric.getAverageTps', {
	input: { chainId: '43114', pageToken: TOKEN },
	path: `/v1/avg_tps/43114?pageToken=${TOKEN}`,
	answers: [
		[{ results: [point], status: 200, lastRun: 1 }, [point]],
		// The other name of the token.
		[{ results: [], status: 200, nextPageStartKey: 'n' }, []],
	],
	rejected: [{ results: null }],
	world: () => ({ chainId: '43114' }),
	inWorld: {
		part: ({ timestamp, value }) => ({ timestamp, isNumber: typeof value === 'number' }),
		// One number a day, the newest day first.
		expected({ clock }) {
			const day = 86_400;
			const today = Math.floor(clock.seconds() / day) * day;
			return Array.from({ length: DAYS }, (_, at) => {
				return { timestamp: today - at * day, isNumber: true };
			});
		},
	},
	refused: { input: () => ({ chainId: '987654321' }), message: /987654321/ },
	source: 'Metrics service, average TPS',
});
