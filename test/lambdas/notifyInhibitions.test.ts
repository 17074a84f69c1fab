import type { Transport } from '../../core/protocol/ports';
import { checkEvent } from '../../core/events/watchChecks';
import { networkFailure } from '../../core/networkFailure';
import { httpTransport } from '../../core/transports/http';
import { invoke } from '../../lab/kit/lambda/notifyKit';
import { notifyTestWorld } from '../../lab/kit/lambda/notifyTestWorld';

/** The built-in inhibitions, on what the sources of notify say of a network in trouble. */

const MINUTE = 60_000;
const SENDER = '0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7';
const world = notifyTestWorld();
const SOURCES = [
	{ name: 'node', event: 'health', unreachableAfter: 1 },
	{ name: 'fee', event: 'feeLevel', fee: 'baseFee', above: '30', failedChecks: 1 },
	{ name: 'behind', event: 'indexerBehind', chainId: '43114', holdPolls: 1, failedChecks: 0 },
	{ name: 'icm', event: 'icmUndelivered', network: 'mainnet', from: SENDER, failedChecks: 1 },
];
let isDown = false;
const transport: Transport = async (request) => {
	if (isDown) throw networkFailure(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
	return await httpTransport(request);
};

/** The messages of the next run, with these inhibitions. */
const tell = async (inhibitions: unknown) => {
	const given = world.setup(SOURCES, [world.to('a', { applySilences: true })], { transport });
	world.target.received.length = 0;
	world.clock.time += MINUTE;
	const settings = { ...given.settings, ...(inhibitions !== undefined && { inhibitions }) };
	await invoke({ ...given, settings }).catch((error: Error) => {
		if (error.name !== 'SourceFailed') throw error;
	});
	const titles = world.target.received.map(({ body }) => {
		const { title, text } = (JSON.parse(body) as { data: Record<string, string> }).data;
		return `${title}: ${/It hides .*$|\d+ alerts? fired and ended.*$/.exec(text)?.[0] ?? ''}`;
	});
	return titles.sort();
};
const BUILT_IN = ['default'];

test('a node that cannot be reached hides what was read from it, and not what another service does not answer', async () => {
	for (const [inhibitions, hidden] of [
		[undefined, 0],
		[BUILT_IN, 1],
	] as const) {
		await world.table.clear();
		isDown = false;
		await tell(inhibitions);
		isDown = true;
		const own = 'Fee Level: the check fails: ';
		expect(await tell(inhibitions)).toEqual([
			...(hidden ? [] : [own]),
			'ICM Message Undelivered: the check fails: ',
			`The node cannot be reached: ${hidden ? 'It hides 1 alert now.' : ''}`,
		]);
		isDown = false;
		expect(await tell(inhibitions)).toEqual([
			...(hidden ? [] : ['Fee Level: the check works again: ']),
			'ICM Message Undelivered: the check works again: ',
			'The node is healthy again: ',
			...(hidden
				? [expect.stringMatching(/^What hid .*1 alert fired and ended meanwhile: Fee Level/)]
				: []),
		]);
	}
});

test('a data service that is behind hides messages that it has not seen delivered', async () => {
	isDown = false;
	const { control } = world.emulator;
	await tell(BUILT_IN);
	control.setIndexerLag({ blocks: 200 });
	const [messageId] = control.addIcmMessages({ messages: [{ from: SENDER }] });
	control.moveClock({ ms: 30 * MINUTE });
	world.clock.time += 30 * MINUTE;
	expect(await tell(BUILT_IN)).toEqual([
		expect.stringMatching(/^Chain 43114: the data service is .*: It hides 1 alert now\.$/),
	]);
	control.setIndexerLag({ blocks: 0 });
	control.deliverIcmMessage({ messageId });
	const [chain, what, ...rest] = await tell(BUILT_IN);
	expect(chain).toMatch(/keeps up with the node/);
	expect(what).toMatch(/^What hid .*1 alert fired and ended meanwhile/);
	expect(rest).toEqual([]);
});

test('a failed check of a watch says which service it could not read', () => {
	const failure = Object.assign(networkFailure(new Error('refused')), { service: 'node' as const });
	const said = (kind: 'checkFailed' | 'checkWorks') =>
		checkEvent({ type: 'watch.l1', name: 'L1', key: 'k' }, { kind, failure, since: 0, polls: 1 });
	expect([said('checkFailed').service, said('checkWorks').service]).toEqual(['node', undefined]);
});
