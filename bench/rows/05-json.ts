import type { Row } from '../lib/row';
import { interleaved, quotients } from '../lib/stats';

const KINDS = [
	{ kind: 'transfers', title: '100 ERC-20 transfers, no large integer', most: 1.05 },
	{ kind: 'validators', title: '100 L1 validators, no large integer', most: 1.05 },
	{ kind: 'large', title: '100 L1 validators, 13 balances beyond 2^53', most: 2 },
] as const;

/** The cost of lossless parsing compared with JSON.parse. */
export const row: Row = {
	number: 5,
	title: 'Lossless parsing',
	peers: false,
	async run({ rounds, quick, start, say }) {
		const parser = await start('contestants/json');
		const groups = [];
		for (const { kind, title, most } of KINDS) {
			say(`row 5: ${title}`);
			const times = quick ? 20 : 400;
			const time = (way: string) => async () => {
				const { result } = await parser.run<number>({ kind, way, times });
				return result;
			};
			const { plain, scanned, lossless } = await interleaved(
				quick ? rounds : rounds * 3,
				{ plain: time('plain'), scanned: time('scanned'), lossless: time('lossless') },
				3,
			);
			groups.push({
				row: 5,
				title: `Parsing ${title}`,
				lines: [
					{ name: 'JSON.parse', unit: 'µs', values: plain },
					{
						name: 'JSON.parse and a regular expression for long digits',
						unit: 'µs',
						values: scanned,
					},
					{ name: 'this core', unit: 'µs', values: lossless },
					{
						name: 'this core / JSON.parse',
						unit: '×',
						values: quotients(lossless, plain),
						goal: { most },
					},
					{
						name: 'this core / JSON.parse and a regular expression',
						unit: '×',
						values: quotients(lossless, scanned),
					},
				],
			});
		}
		return groups;
	},
};
