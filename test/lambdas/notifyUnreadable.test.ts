import { type SpoiltServices, startSpoiltServices } from '../../lab/kit/spoiltRecords';
import { type Setup, invoke } from '../../lab/kit/lambda/notifyKit';
import { notifyTestWorld } from '../../lab/kit/lambda/notifyTestWorld';

/** Records that cannot be read: the others are delivered, and an operator learns of each once. */

const MINUTE = 60_000;
const world = notifyTestWorld(undefined, { validators: 12 });
const { add } = world;
let services: SpoiltServices;

beforeAll(async () => {
	services = await startSpoiltServices(world.emulator);
});
beforeEach(() => services.mend());
afterAll(async () => await services.close());

const mine = () => world.emulator.world.node.primary.current()[3].nodeId;
const staking = { name: 'staking', event: 'stakingTransaction' };
const uptime = (rest: object = {}) => ({
	name: 'uptime',
	event: 'validatorUptime',
	observer: 'node',
	nodeIds: [mine()],
	holdPolls: 1,
	...rest,
});
const setup = (sources: object[], rest: Partial<Setup> = {}) =>
	world.setup(sources, [world.to('hook')], { urls: services, ...rest });
const bodies = () =>
	world.target
		.accepted()
		.map(({ body }) => JSON.parse(body) as { id: string; data: { change?: string } });
const delivered = () => bodies().map(({ id }) => id);
const idsOf = (hashes: string[]) => hashes.map((hash) => `staking.transaction:${hash}`);

const said = (source: string, what: string) =>
	expect.stringMatching(
		new RegExp(`^Source ${source}: A record of ${what} cannot be read and was skipped: at `),
	) as unknown;
const LINE = () => said('staking', 'staking\\.getManyTransactions');
const linesOf = (logged: unknown[][]) =>
	logged.filter(([message]) => /cannot be read/.test(String(message)));

const spoilStaking = (txHash = 'poison') =>
	services.spoil('transactions', { txHash, blockTimestamp: 8_640_000_000_001 });
const spoilUptime = () =>
	services.spoil('validators', { nodeID: 'NodeID-poison', uptime: 'always' });

test('a run writes one line, delivers the others, and the next runs repeat nothing', async () => {
	const given = setup([staking]);
	await invoke(given);
	const hashes = add(3);
	spoilStaking();
	world.clock.time += MINUTE;
	const { result, logged, measured } = await invoke(given);
	expect(result).toMatchObject({ delivered: 3, sources: [{ name: 'staking', events: 3 }] });
	expect(result.sources[0]).not.toHaveProperty('error');
	expect(linesOf(logged)).toEqual([[LINE()]]);
	expect(measured).not.toHaveProperty('FailedSources');
	expect(measured.SkippedRecords).toBe(1);
	for (let runs = 0; runs < 3; runs++) {
		hashes.push(...add(1));
		world.clock.time += MINUTE;
		expect(linesOf((await invoke(given)).logged)).toEqual([]);
		expect(linesOf((await invoke(given)).logged)).toEqual([]);
	}
	expect(delivered().sort()).toEqual(idsOf(hashes).sort());
});

test('a run that polls a source several times writes one line', async () => {
	const given = setup([staking], { maxEvents: 1 });
	await invoke(given);
	const hashes = add(5);
	spoilStaking();
	world.clock.time += MINUTE;
	const { result, logged } = await invoke(given);
	expect(result).toMatchObject({ delivered: 5, sources: [{ events: 5 }] });
	expect(linesOf(logged)).toEqual([[LINE()]]);
	expect(linesOf((await invoke(given)).logged)).toEqual([]);
	expect(delivered().sort()).toEqual(idsOf(hashes).sort());
});

test('a run without an event writes the line, too, and another record another one', async () => {
	const given = setup([staking]);
	await invoke(given);
	spoilStaking();
	expect(linesOf((await invoke(given)).logged)).toEqual([[LINE()]]);
	expect(linesOf((await invoke(given)).logged)).toEqual([]);
	spoilStaking('another');
	expect(linesOf((await invoke(given)).logged)).toEqual([[LINE()]]);
	expect(delivered()).toEqual([]);
});

test('several records of several sources: one line for each source', async () => {
	const given = setup([staking, uptime({ failedChecks: 0 })]);
	await invoke(given);
	const hashes = add(1);
	spoilStaking();
	spoilUptime();
	world.emulator.control.setValidator({ nodeId: mine(), uptime: 50 });
	world.clock.time += MINUTE;
	const { logged } = await invoke(given);
	const lines = linesOf(logged);
	expect(lines).toHaveLength(2);
	expect(lines).toEqual(
		expect.arrayContaining([[LINE()], [said('uptime', 'pChainStaking\\.getManyValidators')]]),
	);
	expect(linesOf((await invoke(given)).logged)).toEqual([]);
	expect(delivered()).toEqual(expect.arrayContaining(idsOf(hashes)));
	expect(bodies().flatMap(({ data }) => data.change ?? [])).toEqual(['crossed']);
});

test('an event that reports failed checks is delivered with the item of the record, once, without a line', async () => {
	const given = setup([uptime({ failedChecks: 3 })]);
	await invoke(given);
	spoilUptime();
	world.emulator.control.setValidator({ nodeId: mine(), uptime: 50 });
	for (let runs = 0; runs < 3; runs++) {
		world.clock.time += MINUTE;
		expect(linesOf((await invoke(given)).logged)).toEqual([]);
	}
	expect(
		bodies()
			.map(({ data }) => data.change)
			.sort(),
	).toEqual(['crossed', 'unreadable']);
});
