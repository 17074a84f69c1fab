import type { Way } from '../contestants/workflow';
import type { Group } from '../lib/report';
import type { Row } from '../lib/row';
import { interleaved, quotients } from '../lib/stats';
import { addressOfPages } from '../servers/dataService';

const PAGE = 100;
/** In this order: the peak of a larger list hides that of a smaller one before it, not after. */
const SIZES = [200, 1000];
const WAYS = ['own', 'httpRequest'] as const;

interface Figures {
	speed: number;
	megabytes: number;
}

/** The same walk in workflows of n8n. */
export const row: Row = {
	number: 2,
	title: 'The same walk in n8n',
	peers: true,
	async run({ rounds, quick, start, say }) {
		const service = await start('servers/dataService');
		const { result: url } = await service.run<string>();
		const sizes = quick ? [5, 10] : SIZES;

		/** All sizes in a new process: the memory of one that has worked before says nothing. */
		const measure = async (way: Way): Promise<Figures[]> => {
			const child = await start('contestants/workflow', { url, way });
			const walk = (pages: number) => child.run<number>(addressOfPages(pages));
			// The code is loaded and compiled by then, and n8n's own memory is in place.
			for (let warm = 0; warm < 3; warm++) await walk(sizes[0]);
			const before = (await walk(1)).peakBytes;
			const figures: Figures[] = [];
			for (const pages of sizes) {
				const { ms, peakBytes, result } = await walk(pages);
				if (result !== pages * PAGE) throw new Error(`${way} gave ${result} items`);
				const megabytes = Math.max(1, (peakBytes - before) / 1024 ** 2);
				figures.push({ speed: result / (ms / 1000), megabytes });
			}
			await child.close();
			return figures;
		};
		const results = await interleaved(
			rounds,
			{
				own: (round) => (say(`row 2: round ${round + 1}`), measure('own')),
				httpRequest: () => measure('httpRequest'),
			},
			0,
		);
		return sizes.map((pages, at): Group => {
			const series = (way: Way, of: keyof Figures) => results[way].map((each) => each[at][of]);
			const [own, other] = WAYS.map((way) => series(way, 'speed'));
			const [ownMemory, otherMemory] = WAYS.map((way) => series(way, 'megabytes'));
			return {
				row: 2,
				title: `The same walk in n8n, ${pages} pages of ${PAGE}`,
				lines: [
					{ name: 'HTTP Request + Split Out', unit: 'items/s', values: other },
					{ name: 'this node, Return All', unit: 'items/s', values: own },
					{
						name: 'this node / HTTP Request',
						unit: '×',
						values: quotients(own, other),
					},
					{ name: 'HTTP Request, memory added at peak', unit: 'MB', values: otherMemory },
					{ name: 'this node, memory added at peak', unit: 'MB', values: ownMemory },
					{
						name: 'memory of this node / HTTP Request',
						unit: '×',
						values: quotients(ownMemory, otherMemory),
					},
				],
			};
		});
	},
};
