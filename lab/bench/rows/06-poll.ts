import type { Polled, Way } from '../contestants/poll';
import type { Group } from '../lib/report';
import type { Bench, Row } from '../lib/row';
import { interleaved, quotients } from '../lib/stats';

const SIZES = [1_500, 10_000, 100_000];
/** Most CPU time of a poll, as a multiple of reading the list. */
const MOST_OF_READING = 1.2;
/** Polls of a day, each minute. */
const DAY = 1_440;
const HOUR = 60;
/** Most growth of the heap over a day, in MB. */
const MOST_GROWTH = 2;

/** Growth of the heap over a day of polls of one trigger, after its first hour. */
async function overADay({ quick, start, say }: Bench): Promise<Group> {
	const [hour, day] = quick ? [2, 4] : [HOUR, DAY];
	const validators = quick ? 500 : 1_500;
	say(`row 6: ${day} polls`);
	const service = await start('servers/dataService', { validators });
	const { result: url } = await service.run<string>();
	const poller = await start('contestants/poll');
	const heapAfter = async (polls: number) => {
		const { result } = await poller.run<Polled>({ url, way: 'trigger', polls });
		return (result.heapBytes ?? Number.NaN) / 1024 ** 2;
	};
	const before = await heapAfter(hour);
	const after = await heapAfter(day);
	await Promise.all([service.close(), poller.close()]);
	return {
		row: 6,
		title: `Trigger, ${day.toLocaleString('en')} polls of ${validators.toLocaleString('en')} validators`,
		lines: [
			{ name: 'heap after the first hour', unit: 'MB', values: [before] },
			{
				name: 'growth of the heap over a day',
				unit: 'MB',
				values: [after - before],
				goal: { most: MOST_GROWTH },
			},
		],
	};
}

/** One poll of the trigger where nothing has changed: time, and what n8n has to store. */
export const row: Row = {
	number: 6,
	title: 'Trigger poll',
	peers: false,
	async run(bench) {
		const { rounds, quick, start, say } = bench;
		const groups: Group[] = [];
		const poller = await start('contestants/poll');
		for (const validators of quick ? [500] : SIZES) {
			say(`row 6: ${validators} validators`);
			const service = await start('servers/dataService', { validators });
			const { result: url } = await service.run<string>();
			const poll = (way: Way) => async () => {
				const { ms, result } = await poller.run<Polled>({ url, way });
				if (result.events > 0) throw new Error(`${way} told of ${result.events} events`);
				return { ms, cpuMs: result.cpuMs ?? Number.NaN, bytes: result.stateBytes };
			};
			const results = await interleaved(rounds, {
				read: poll('read'),
				trigger: poll('trigger'),
				allIds: poll('allIds'),
			});
			await service.close();
			const ms = (way: Way) => results[way].map((each) => each.ms);
			const cpu = (way: Way) => results[way].map((each) => each.cpuMs);
			const bytes = (way: Way) => results[way].map((each) => each.bytes);
			groups.push({
				row: 6,
				title: `Trigger poll, ${validators.toLocaleString('en')} validators`,
				lines: [
					{ name: 'reading the list alone', unit: 'ms', values: ms('read') },
					{ name: 'this trigger', unit: 'ms', values: ms('trigger') },
					{ name: 'keeping all ids', unit: 'ms', values: ms('allIds') },
					{
						name: 'CPU of this trigger / of reading the list alone',
						unit: '×',
						values: quotients(cpu('trigger'), cpu('read')),
						goal: { most: MOST_OF_READING },
					},
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
		return [...groups, await overADay(bench)];
	},
};
