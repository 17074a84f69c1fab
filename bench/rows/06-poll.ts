import type { Polled, Way } from '../contestants/poll';
import type { Row } from '../lib/row';
import { interleaved, quotients } from '../lib/stats';

const SIZES = [1_500, 10_000, 100_000];

/** One poll of the trigger where nothing has changed: time, and what n8n has to store. */
export const row: Row = {
	number: 6,
	title: 'Trigger poll',
	peers: false,
	async run({ rounds, quick, start, say }) {
		const groups = [];
		const poller = await start('contestants/poll');
		for (const validators of quick ? [500] : SIZES) {
			say(`row 6: ${validators} validators`);
			const service = await start('servers/dataService', { validators });
			const { result: url } = await service.run<string>();
			const poll = (way: Way) => async () => {
				const { ms, result } = await poller.run<Polled>({ url, way });
				if (result.events > 0) throw new Error(`${way} told of ${result.events} events`);
				return { ms, bytes: result.stateBytes };
			};
			const results = await interleaved(rounds, {
				read: poll('read'),
				trigger: poll('trigger'),
				allIds: poll('allIds'),
			});
			await service.close();
			const ms = (way: Way) => results[way].map((each) => each.ms);
			const bytes = (way: Way) => results[way].map((each) => each.bytes);
			groups.push({
				row: 6,
				title: `Trigger poll, ${validators.toLocaleString('en')} validators`,
				lines: [
					{ name: 'reading the list alone', unit: 'ms', values: ms('read') },
					{ name: 'this trigger', unit: 'ms', values: ms('trigger') },
					{ name: 'keeping all ids', unit: 'ms', values: ms('allIds') },
					{
						name: 'this trigger / keeping all ids',
						unit: '×',
						values: quotients(ms('trigger'), ms('allIds')),
					},
					{ name: 'state of this trigger', unit: 'bytes', values: bytes('trigger') },
					{ name: 'state with all ids', unit: 'bytes', values: bytes('allIds') },
					{
						name: 'state of this trigger / all ids',
						unit: '×',
						values: quotients(bytes('trigger'), bytes('allIds')),
					},
				],
			});
		}
		return groups;
	},
};
