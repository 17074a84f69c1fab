import type { Way } from '../contestants/batches';
import type { Row } from '../lib/row';
import { interleaved } from '../lib/stats';
import { addressOfPages } from '../servers/dataService';

const LATENCY_MS = 50;

/** The same question about many addresses, to a node that takes batches of 40. */
export const row: Row = {
	number: 12,
	title: 'Many inputs of a node',
	peers: true,
	async run({ rounds, quick, start, say }) {
		const inputs = quick ? 60 : 500;
		const addresses = Array.from({ length: inputs }, (_, index) => addressOfPages(index + 1));
		const failing = addresses[Math.floor(inputs / 2)];
		const node = await start('servers/evmNode', { latencyMs: LATENCY_MS, failing });
		const { result: url } = await node.run<string>();
		const contestant = async (way: Way) => {
			const child = await start('contestants/batches', { url, way, failing });
			// A small run first, to load the code.
			await child.run(addresses.slice(0, 10));
			return async () => {
				const { ms, result } = await child.run<number>(addresses);
				if (result !== inputs) throw new Error(`${way}: ${result} of ${inputs} items are right`);
				return ms / 1000;
			};
		};
		say(`row 12: ${inputs} inputs`);
		const results = await interleaved(
			rounds,
			{
				own: await contestant('own'),
				single: await contestant('ownSingle'),
				http: await contestant('httpRequest'),
				code: await contestant('httpRequestBatches'),
			},
			0,
		);
		const unit = 's';
		const over = (values: readonly number[]) =>
			values.map((seconds, at) => seconds / results.own[at]);
		return [
			{
				row: 12,
				title: `eth_getBalance of ${inputs} addresses, ${LATENCY_MS} ms a request, one fails`,
				lines: [
					{
						name: 'this node, its default settings',
						unit,
						values: results.own,
						goal: { most: 0.6 },
					},
					{ name: 'this node, Batch Size 1', unit, values: results.single },
					{
						name: 'HTTP Request, batches of 50 a second (its default)',
						unit,
						values: results.http,
					},
					{
						name: 'HTTP Request between two Code nodes that make and sort JSON-RPC batches',
						unit,
						values: results.code,
					},
					{
						name: 'HTTP Request, its default / this node',
						unit: '×',
						values: over(results.http),
						goal: { least: 12 },
					},
					{
						name: 'HTTP Request with Code nodes / this node',
						unit: '×',
						values: over(results.code),
					},
				],
			},
		];
	},
};
