import type { Row } from '../lib/row';

const LIMIT = 8_000;
const COST = 20;
const CONCURRENCY = 10;

/** Calls under a rate limit, in time that runs faster. */
export const row: Row = {
	number: 4,
	title: 'Under a rate limit',
	peers: false,
	async run({ rounds, quick, start, say }) {
		const minutes = quick ? 1 : 2;
		const service = await start('servers/rateLimited', { limit: LIMIT });
		const client = await start('contestants/limited');
		const perMinute: number[] = [];
		const refusals: number[] = [];
		say(`row 4: ${rounds} rounds of ${minutes} minutes`);
		for (let round = 0; round < rounds; round++) {
			const { url } = (await service.run<{ url: string }>()).result;
			const { result } = await client.run<number>({ url, minutes, concurrency: CONCURRENCY });
			perMinute.push(result / minutes);
			refusals.push((await service.run<{ refused: number }>()).result.refused);
		}
		const allowed = LIMIT / COST;
		return [
			{
				row: 4,
				title: `${LIMIT.toLocaleString('en')} compute units a minute, calls of ${COST}, ${CONCURRENCY} at a time`,
				lines: [
					{ name: 'calls answered a minute', unit: 'calls', values: perMinute },
					{
						name: 'answered / allowed',
						unit: '×',
						values: perMinute.map((calls) => calls / allowed),
						goal: { least: 0.95 },
					},
					{
						name: '429 answers after the first',
						unit: '',
						values: refusals.map((count) => Math.max(0, count - 1)),
						goal: { most: 0 },
					},
				],
			},
		];
	},
};
