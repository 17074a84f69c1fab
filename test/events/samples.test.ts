import { Failure, type Client, parseFields } from '../../core';
import type { World } from '../../emulator';
import { emulatorForTests } from '../emulatorForTests';
import { eventRooms, itemOf, type SampleUse } from '../../lab/kit/events/case';
import { pollContext } from '../../lab/kit/events/run';

/** Generated test events: of the settings' own subjects and thresholds, for every event. */

const NOON = 1_794_052_800_000;
const validator = (world: World) => world.node.primary.current()[3].nodeId;

const emulator = emulatorForTests({ transactions: 40, validators: 30 });
afterEach(() => emulator.control.reset());

/** A client whose calls all end with a JSON-RPC error. */
const failingWith = (message: string) =>
	({
		call: async () => await Promise.reject(new Failure({ kind: 'rpc', message })),
	}) as unknown as Client;

type Event = (typeof eventRooms)[number]['event'];

async function samplesOf(
	{ fields, source }: Event,
	{ settings, failing }: Pick<SampleUse, 'settings' | 'failing'>,
) {
	const context = pollContext(emulator, failing ? { client: failingWith(failing) } : {});
	const parsed = parseFields(fields, settings(emulator.world), 'avalancheTrigger') as never;
	return (await source.sample(parsed, context, 10)).map(({ data }) => data);
}

describe.each(eventRooms.map((room) => [room.event.value, room] as const))(
	'%s',
	(_, { event, sample: use }) => {
		test('has a sample of the subjects and thresholds of the settings, which says so', async () => {
			const { made, recovered } = use;
			use.prepare?.(emulator.control, emulator.world);
			const items = await samplesOf(event, use);
			for (const { sample = false, title, text } of items) {
				expect(/^Sample: /.test(String(title))).toBe(sample);
				expect(/^This is a sample, not a real event\. [A-Z\d]/.test(String(text))).toBe(sample);
			}
			const samples = items.filter(({ sample }) => sample);
			expect(samples).toEqual([made, ...(recovered ? [recovered] : [])].map(itemOf));
			for (const { subject, occurredAt } of samples) {
				expect(occurredAt).toBe(new Date(NOON).toISOString());
				const own = use.settings(emulator.world).nodeIds as string[] | undefined;
				if (own) expect(own).toContain(subject);
			}
		});
	},
);

test('a state that is real is not a sample, and nothing is made in its place', async () => {
	const nodeId = validator(emulator.world);
	emulator.control.setValidator({ nodeId, uptime: 95 });
	const { event } = eventRooms.find((room) => room.event.value === 'validatorUptime')!;
	const settings = () => ({ observer: 'node', nodeIds: [nodeId], thresholds: '99' });
	const [real, ...rest] = await samplesOf(event, { settings });
	expect(real).toMatchObject({ change: 'crossed', subject: nodeId, uptime: 95 });
	expect(real).not.toHaveProperty('sample');
	expect(rest.map(({ change }) => change)).toEqual(['recovered']);
});
