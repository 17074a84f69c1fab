import type { Way } from '../contestants/verify';
import type { Row } from '../lib/row';
import { interleaved, quotients } from '../lib/stats';

/** Validators, and verifications of a measurement with noble and with blst. */
const SIZES = [
	{ validators: 5, noble: 10, blst: 100 },
	{ validators: 100, noble: 2, blst: 20 },
	{ validators: 1_500, noble: 1, blst: 3 },
];
const QUICK = [{ validators: 5, noble: 1, blst: 2 }];

/** Verifying a signed message, beside the library with nothing around it. */
export const row: Row = {
	number: 7,
	title: 'Verifying a signed message',
	peers: false,
	async run({ rounds, quick, start, say }) {
		const groups = [];
		for (const { validators, noble, blst } of quick ? QUICK : SIZES) {
			say(`row 7: ${validators} validators`);
			const verifier = await start('contestants/verify', { validators });
			const time = (way: Way) => async () =>
				(await verifier.run<number>({ way, times: way.startsWith('noble') ? noble : blst })).result;
			const results = await interleaved(rounds, {
				noble: time('noble'),
				nobleAlone: time('nobleAlone'),
				nobleCached: time('nobleCached'),
				blst: time('blst'),
				blstCached: time('blstCached'),
				blstAlone: time('blstAlone'),
			});
			const line = (name: string, way: Way) => ({ name, unit: 'ms', values: results[way] });
			const ratio = (name: string, above: Way, below: Way, most?: number) => ({
				name,
				unit: '×',
				values: quotients(results[above], results[below]),
				...(most !== undefined && { goal: { most } }),
			});
			groups.push({
				row: 7,
				title: `Verifying a message of ${validators.toLocaleString('en')} validators, 70 % of which signed`,
				lines: [
					line('this core with noble (n8n)', 'noble'),
					line("noble alone, signers' keys", 'nobleAlone'),
					line('this core with noble (n8n), keys kept', 'nobleCached'),
					line('this core with blst (Lambda), first time', 'blst'),
					line('this core with blst (Lambda), keys kept', 'blstCached'),
					line("blst alone, signers' keys", 'blstAlone'),
					ratio('with noble / noble alone', 'noble', 'nobleAlone', 1.2),
					ratio('with noble, keys kept / first time', 'nobleCached', 'noble'),
					ratio('with blst, first time / blst alone', 'blst', 'blstAlone', 1.2),
					ratio('with blst, keys kept / first time', 'blstCached', 'blst'),
				],
			});
		}
		return groups;
	},
};
