import type { Way } from '../contestants/bounded';
import type { Group } from '../lib/report';
import type { Row } from '../lib/row';
import { interleaved, quotients } from '../lib/stats';

const LATENCIES_MS = [50, 150];
const PAGES = 200;
/** Rounds of each measurement; waiting for latency varies little, so that few are needed. */
const ROUNDS = 3;

interface ServiceStart {
	url: string;
	digest: string;
	requests: number;
}

/** A list between bounds over a network: what several readers gain. */
export const row: Row = {
	number: 11,
	title: 'Several readers of one list',
	peers: true,
	async run({ rounds, quick, start, say }) {
		const pages = quick ? 20 : PAGES;
		const groups: Group[] = [];
		for (const latencyMs of quick ? [50] : LATENCIES_MS) {
			for (const spread of ['even', 'uneven'] as const) {
				const service = await start('servers/boundedService', { pages, latencyMs, spread });
				const { url, digest } = (await service.run<ServiceStart>()).result;
				const requests: Record<string, number[]> = {};
				const contestant = async (way: Way, readers?: number) => {
					const child = await start('contestants/bounded', { url, way, readers });
					return async () => {
						await service.run<ServiceStart>();
						const { ms, result } = await child.run<string>();
						if (result !== digest) throw new Error(`${way} read another list: ${result}`);
						const sent = (await service.run<ServiceStart>()).result.requests;
						(requests[`${way} ${readers ?? ''}`.trim()] ??= []).push(sent);
						return ms / 1000;
					};
				};
				say(`row 11: ${latencyMs} ms, ${spread}`);
				const seconds = await interleaved(Math.min(rounds, ROUNDS), {
					httpRequest: await contestant('httpRequest'),
					one: await contestant('node', 1),
					four: await contestant('node', 4),
					eight: await contestant('node', 8),
				});
				const line = (name: string, of: keyof typeof seconds) => ({
					name,
					unit: 's',
					values: seconds[of],
				});
				const faster = (readers: number, of: keyof typeof seconds, least: number) => ({
					name: `HTTP Request / this node, Parallel Reads ${readers}`,
					unit: '×',
					values: quotients(seconds.httpRequest, seconds[of]),
					goal: { least },
				});
				const ideal = (readers: number, of: keyof typeof seconds) => ({
					name: `ideal / this node, Parallel Reads ${readers}`,
					unit: '×',
					values: seconds[of].map((taken) => (pages * latencyMs) / 1000 / readers / taken),
					goal: { least: 0.8 },
				});
				groups.push({
					row: 11,
					title: `Reading ${pages} pages of 100 transfers, ${latencyMs} ms a page, ${
						spread === 'uneven' ? '90 % of them in 1 % of the blocks' : 'spread evenly'
					}`,
					lines: [
						line('HTTP Request + Split Out', 'httpRequest'),
						line('this node, Parallel Reads 1', 'one'),
						line('this node, Parallel Reads 4', 'four'),
						line('this node, Parallel Reads 8', 'eight'),
						{ name: 'requests, Parallel Reads 8', unit: '', values: requests['node 8'] },
						ideal(4, 'four'),
						ideal(8, 'eight'),
						faster(4, 'four', 3.5),
						faster(8, 'eight', 6),
					],
				});
				await service.close();
			}
		}
		return groups;
	},
};
