import type { Row } from '../lib/row';
import { interleaved } from '../lib/stats';
import type { Spread } from '../contestants/balances';
import { addressOfPages } from '../servers/dataService';

const LATENCY_MS = 50;

const own = (options: { concurrency?: number } = {}): Spread => ({ node: 'own', options });
const batches = (batchSize: number, batchInterval: number): Spread => ({
	node: 'httpRequest',
	batchSize,
	batchInterval,
});

/** One call for each of many input items, at a slow service. */
export const row: Row = {
	number: 3,
	title: 'Many inputs',
	peers: true,
	async run({ rounds, quick, start, say }) {
		const inputs = quick ? 20 : 500;
		const service = await start('servers/dataService', { latencyMs: LATENCY_MS });
		const { result: url } = await service.run<string>();
		const addresses = Array.from({ length: inputs }, (_, index) => addressOfPages(index + 1));
		const contestant = async (spread: Spread) => {
			const child = await start('contestants/balances', { url, spread });
			// A small run first, to load the code.
			await child.run(addresses.slice(0, 10));
			return async () => {
				const { ms, result } = await child.run<number>(addresses);
				if (result !== inputs) throw new Error(`${result} of ${inputs} balances came`);
				return ms / 1000;
			};
		};
		say(`row 3: ${inputs} inputs`);
		const results = await interleaved(
			rounds,
			{
				own: await contestant(own()),
				fifty: await contestant(own({ concurrency: 50 })),
				defaults: await contestant(batches(50, 1000)),
			},
			0,
		);
		const ideal = (inputs * LATENCY_MS) / 1000 / 50;
		const unit = 's';
		return [
			{
				row: 3,
				title: `${inputs} addresses, a balance each, ${LATENCY_MS} ms a call`,
				lines: [
					{ name: 'this node, its default settings', unit, values: results.own },
					{ name: 'this node, concurrency 50', unit, values: results.fifty },
					{
						name: 'HTTP Request, batches of 50 a second (its default)',
						unit,
						values: results.defaults,
					},
					{
						name: 'this node, 50 / ideal',
						unit: '×',
						values: results.fifty.map((seconds) => seconds / ideal),
					},
					{
						name: 'HTTP Request / this node, default settings of both',
						unit: '×',
						values: results.defaults.map((seconds, at) => seconds / results.own[at]),
					},
				],
			},
		];
	},
};
