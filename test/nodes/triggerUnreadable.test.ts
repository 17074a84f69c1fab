import type { INodeParameters } from 'n8n-workflow';
import { ACTION } from '../../lab/kit/engine';
import { ENGINE_MODES, type PollHost } from '../../lab/kit/pollHost';
import { type SpoiltServices, startSpoiltServices } from '../../lab/kit/spoiltRecords';
import { type Bench, NOON_SECONDS, STAKING, startBench } from './triggerKit';

/**
 * Records that cannot be read, in the built trigger: the others are delivered, and a record is reported
 * once: as an item of an event that reports failed checks, else as a hint of an execution and a line in
 * the log.
 */

let bench: Bench;
let services: SpoiltServices;
beforeAll(async () => {
	bench = await startBench();
	services = await startSpoiltServices(bench);
	const { dataUrl, metricsUrl, nodeUrl } = services;
	bench.engine.credential = { dataUrl, metricsUrl, nodeUrl };
});
afterEach(() => {
	services.mend();
	bench.control.reset();
	bench.warnings();
});
afterAll(async () => {
	await services.close();
	await bench.close();
});

const OTHER = '2Z36RnQuk1hvsnFeGWzfZUfXNr7w1SjzmDQ78YxfTVNAkDq3nZ';
const spoilStaking = (txHash = OTHER) =>
	services.spoil('transactions', { txHash, blockTimestamp: 8_640_000_000_001 });
const SAID =
	/A record of staking\.getManyTransactions cannot be read and was skipped: at transactions\.\d+\.blockTimestamp: must be a moment in s; given: 8640000000001$/;
const hint = expect.stringMatching(new RegExp(`^${SAID.source}`)) as unknown;
const line = expect.stringMatching(new RegExp(`^Trigger: ${SAID.source}`)) as unknown;
const hashes = ({ emitted }: PollHost) => emitted.map(({ txHash }) => txHash);

const uptime = (options: INodeParameters): INodeParameters => ({
	event: 'validatorUptime',
	observer: 'node',
	nodeIds: bench.world.node.primary.current()[3].nodeId,
	options: { holdPolls: 1, ...options },
});
const spoilUptime = () =>
	services.spoil('validators', { nodeID: 'NodeID-poison', uptime: 'always' });
const fall = (to: number) =>
	bench.control.setValidator({
		nodeId: bench.world.node.primary.current()[3].nodeId,
		uptime: to,
	});
const changes = ({ emitted }: PollHost) => emitted.map(({ change }) => change);

describe.each(ENGINE_MODES)('records that cannot be read, engine mode %s', (mode) => {
	const published = async (parameters: INodeParameters) => {
		const host = bench.trigger(mode, parameters);
		await host.publish();
		await host.poll();
		expect([host.emitted, host.errors, bench.warnings()]).toEqual([[], [], []]);
		return host;
	};
	/** Polls of this process and of the next one, with news and without. */
	const goOn = async (host: PollHost, news: () => void) => {
		for (const restarts of [false, true]) {
			if (restarts) await host.restart();
			await host.poll();
			news();
			await host.poll();
			await host.poll();
		}
		expect(host.errors).toEqual([]);
	};

	test('beside items: they are delivered, with one hint and one line in the log', async () => {
		const host = await published(STAKING);
		const expected = bench.stake(NOON_SECONDS + 1);
		spoilStaking();
		await host.poll();
		expect(hashes(host)).toEqual(expected);
		expect([host.hints, bench.warnings()]).toEqual([[hint], [line]]);
		// The events of the latest execution are read again after a restart.
		await host.restart();
		await host.poll();
		expect([hashes(host), bench.warnings()]).toEqual([expected, []]);
		let at = NOON_SECONDS + 2;
		await goOn(host, () => void expected.push(...bench.stake(at++)));
		expect(hashes(host)).toEqual(expected);
		expect([host.hints.filter((each) => SAID.test(each)), bench.warnings()]).toEqual([[hint], []]);
	});

	test('alone: one line in the log, and the next execution has the hint', async () => {
		const host = await published(STAKING);
		spoilStaking();
		for (let polls = 0; polls < 3; polls++) await host.poll();
		expect([host.executions, bench.warnings()]).toEqual([0, [line]]);
		const expected = bench.stake(NOON_SECONDS + 1);
		await host.poll();
		expect([hashes(host), host.hints]).toEqual([expected, [hint]]);
		let at = NOON_SECONDS + 2;
		await goOn(host, () => void expected.push(...bench.stake(at++)));
		expect(hashes(host)).toEqual(expected);
		expect([host.hints.filter((each) => SAID.test(each)), bench.warnings()]).toEqual([[hint], []]);
	});

	test('another record is reported, too', async () => {
		const host = await published(STAKING);
		bench.stake(NOON_SECONDS + 1);
		spoilStaking();
		await host.poll();
		spoilStaking(`${OTHER.slice(0, -1)}a`);
		bench.stake(NOON_SECONDS + 2);
		await host.poll();
		expect([host.hints, bench.warnings()]).toEqual([
			[hint, hint],
			[line, line],
		]);
	});

	test('an event that reports failed checks has one item, no hint and no line', async () => {
		const host = await published(uptime({ failedChecks: 3 }));
		spoilUptime();
		fall(50);
		await host.poll();
		expect(changes(host)).toEqual(['crossed', 'unreadable']);
		expect(host.emitted[1]).toMatchObject({
			event: 'validator.uptime',
			severity: 'warning',
			subject: 'check',
			text: expect.stringMatching(
				/^A record of pChainStaking\.getManyValidators cannot be read and was skipped: at validators\.\d+\.uptime: .*; given: "always"\. The state of the other subjects is known\.$/,
			) as string,
		});
		let to = 50;
		await goOn(host, () => fall((to = to === 50 ? 99 : 50)));
		expect(changes(host)).toEqual(['crossed', 'unreadable', 'recovered', 'crossed']);
		expect([
			host.hints.filter((each) => /unread|cannot be read/.test(each)),
			bench.warnings(),
		]).toEqual([[], []]);
	});

	test('an item of such a record alone is delivered once, also after a restart', async () => {
		const host = await published(uptime({ failedChecks: 3 }));
		spoilUptime();
		await host.poll();
		expect(changes(host)).toEqual(['unreadable']);
		await goOn(host, () => undefined);
		expect(changes(host)).toEqual(['unreadable']);
	});

	test('with Report Failed Checks 0: the hint and the line', async () => {
		const host = await published(uptime({ failedChecks: 0 }));
		spoilUptime();
		fall(50);
		await host.poll();
		const said = /pChainStaking\.getManyValidators cannot be read and was skipped/;
		const one = [expect.stringMatching(said)];
		expect(changes(host)).toEqual(['crossed']);
		expect([host.hints, bench.warnings()]).toEqual([one, one]);
		let to = 50;
		await goOn(host, () => fall((to = to === 50 ? 99 : 50)));
		expect(changes(host)).toEqual(['crossed', 'recovered', 'crossed']);
		expect([host.hints.filter((each) => said.test(each)), bench.warnings()]).toEqual([one, []]);
	});

	test('Fetch Test Event shows the others, and the hint', async () => {
		const host = bench.trigger(mode, STAKING);
		spoilStaking();
		const items = await host.fetchTestEvent();
		expect(items.length).toBeGreaterThan(0);
		expect(items.map(({ txHash }) => txHash)).not.toContain(OTHER);
		expect(host.hints).toEqual([hint]);
	});
});

/** The hint of records without a field that the documents require: they are items. */
const LACKED =
	'Responses lack fields that the documents of the service require: transactions[].blockHash of staking.getManyTransactions';

test('missing fields of an operation: several items and pages have one hint', async () => {
	const execute = async () => {
		const { run } = await bench.engine.execute({
			node: 'avalanche',
			items: [{ json: {} }, { json: {} }],
			parameters: {
				resource: 'staking',
				operation: 'getManyTransactions',
				network: 'mainnet',
				simplify: false,
				returnAll: true,
			},
		});
		const [{ data, hints = [] }] = run.data.resultData.runData[ACTION];
		return { items: data?.main[0] ?? [], hints };
	};
	bench.stake(NOON_SECONDS + 1);
	const before = await execute();
	expect(before.items.length).toBeGreaterThan(0);
	expect(before.hints).toEqual([]);
	services.spoil('transactions', { txHash: OTHER, blockHash: null });
	const { items, hints } = await execute();
	expect(items.filter(({ json }) => json.txHash === OTHER).length).toBeGreaterThan(1);
	expect(hints).toEqual([{ message: LACKED }]);
});

test.each(ENGINE_MODES)(
	'missing fields of an event: one hint and one line in the log, engine mode %s',
	async (mode) => {
		const host = bench.trigger(mode, STAKING);
		await host.publish();
		await host.poll();
		expect([host.emitted, host.errors, bench.warnings()]).toEqual([[], [], []]);
		services.spoil('transactions', { txHash: OTHER, blockHash: null });
		const expected = bench.stake(NOON_SECONDS + 1);
		await host.poll();
		expect(host.emitted.map(({ txHash }) => txHash)).toEqual(expect.arrayContaining(expected));
		expect([host.hints, bench.warnings()]).toEqual([[LACKED], [`Trigger: ${LACKED}`]]);
		bench.stake(NOON_SECONDS + 2);
		await host.poll();
		await host.poll();
		expect([host.hints, bench.warnings(), host.errors]).toEqual([[LACKED], [], []]);
	},
);
