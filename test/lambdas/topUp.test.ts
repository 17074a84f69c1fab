import { hexWithChecksum, hexWithoutChecksum } from '../../core/formats/hex';
import { readTransaction } from '../../core/transactions/read';
import {
	ASKING,
	AVAX,
	ONE,
	OWNER,
	PAYER,
	SETTINGS,
	START,
	type TopUpWorld,
	VALIDATIONS,
	encoded,
	topUpWorld,
} from '../../lab/opinions/topUpWorld/world';
import { type Death, SIDES, crashPoints } from '../../core/testing/deaths';
import fc, { occurrences, rounds } from '../../core/testing/properties';
import type { TopUpReport } from '../../lambdas/topUp/run';
import { judgedByAvalanchejs } from './topUpJudge';

/** topUp on a chain in memory: never paid twice, never above a cap, and paid in the end. */

const DAY = 512n * 86_400n;
const outcomes = (report: unknown) =>
	(report as TopUpReport).validations.map(({ outcome }) => outcome);
const reasons = (report: unknown) =>
	(report as TopUpReport).validations.map(({ reason = '' }) => reason).join('\n');

/** Fails unless a world has what every one must have, whatever happened in it. */
function mustHold({ chain, signed }: TopUpWorld, settings = SETTINGS): void {
	for (const bytes of signed) judgedByAvalanchejs(bytes, settings);
	const days = new Map<string, bigint>();
	for (const { validationId, balance, fee, at } of chain.accepted) {
		const day = new Date(at).toISOString().slice(0, 10);
		expect(balance + fee).toBeLessThanOrEqual(BigInt(settings.caps.payment));
		for (const key of [day, `${day} ${validationId}`]) {
			days.set(key, (days.get(key) ?? 0n) + balance + fee);
		}
	}
	for (const [key, sum] of days) {
		const cap = key.includes(' ') ? settings.caps.validationPerDay : settings.caps.walletPerDay;
		expect(sum).toBeLessThanOrEqual(BigInt(cap));
	}
}

/** Runs every 11 minutes until nothing is left to do. */
async function paidInTheEnd(world: TopUpWorld, settings: unknown = SETTINGS): Promise<void> {
	for (let round = 0; round < 8; round++) {
		const report = await world.run(settings);
		if (outcomes(report).every((one) => one === 'enough')) return;
		world.clock.time += 11 * 60_000;
	}
	throw new Error(`not paid in the end: ${world.lines.slice(-12).join('\n')}`);
}

test('validations near their end are paid up to the target, each once', async () => {
	const world = topUpWorld();
	const report = await world.run();
	expect(outcomes(report)).toEqual(['paid', 'paid']);
	expect(world.chain.accepted.map(({ validationId }) => validationId).sort()).toEqual(
		[...VALIDATIONS].sort(),
	);
	for (const id of VALIDATIONS) {
		expect(world.balanceOf(id)).toBeGreaterThan(29n * DAY);
		expect(world.balanceOf(id)).toBeLessThanOrEqual(30n * DAY);
	}
	expect(world.measured).toMatchObject({ Payments: 2, Runs: 1 });
	world.clock.time += 11 * 60_000;
	expect(outcomes(await world.run())).toEqual(['enough', 'enough']);
	mustHold(world);
	expect(world.chain.accepted).toHaveLength(2);
});

test('two runs at once pay once', async () => {
	const world = topUpWorld();
	const once = async () => await world.invocation().handle({ action: 'run' });
	const reports = await world.clock.run(async () => await Promise.all([once(), once()]));
	expect(reports.map((report) => 'overtaken' in report).sort()).toEqual([false, true]);
	paidOnce(world);
	mustHold(world);
});

/** Runs that are killed at a call; the number of calls that were made. */
async function killed(
	world: TopUpWorld,
	death?: Death,
	settings: unknown = SETTINGS,
): Promise<number> {
	const { handle, made } = world.invocation(settings, death);
	await handle({ action: 'run' }).catch((error: unknown) => {
		if (!made.isDead) throw error;
	});
	return made.calls;
}

const alone = async (world: TopUpWorld, death?: Death) =>
	await world.clock.run(async () => await killed(world, death));

/** Each validation was paid once, and it lasts for the target. */
function paidOnce({ chain, balanceOf }: TopUpWorld): void {
	expect(chain.accepted.map(({ validationId }) => validationId).sort()).toEqual(
		[...VALIDATIONS].sort(),
	);
	for (const id of VALIDATIONS) expect(balanceOf(id)).toBeGreaterThan(29n * DAY);
}

test('a run that is killed at any call is continued: paid once, and paid in the end', async () => {
	const calls = await alone(topUpWorld());
	expect(calls).toBeGreaterThan(30);
	for (const death of crashPoints(1, calls)) {
		const world = topUpWorld();
		await alone(world, death);
		world.clock.time += 60_000;
		await paidInTheEnd(world);
		paidOnce(world);
		mustHold(world);
		// The counter has the sum of the payments: an intent that is continued is not counted again.
		const paid = world.chain.accepted.reduce((sum, { balance, fee }) => sum + balance + fee, 0n);
		expect(world.memory()).toMatchObject({ spent: String(paid) });
	}
});

test('runs that are killed again and again, at once, over midnight, with prices that jump', async () => {
	const step = fc.record({
		at: fc.integer({ min: 1, max: 60 }),
		side: fc.constantFrom(...SIDES),
		both: fc.boolean(),
		gasPrice: fc.constantFrom(1n, 1n, 3n, 20n),
		waitMs: fc.integer({ min: 0, max: 120_000 }),
		acceptMs: fc.constantFrom(1_000, 3_000, 40_000),
	});
	await fc.assert(
		fc.asyncProperty(
			fc.array(step, { minLength: 1, maxLength: 8 }),
			fc.integer({ min: 0, max: 600_000 }),
			async (steps, before) => {
				const world = topUpWorld();
				world.clock.time = Date.parse('2026-11-27T00:00:00Z') - before;
				for (const id of VALIDATIONS)
					world.chain.balances.set(id, { balance: DAY, at: world.clock.time });
				for (const { at, side, both, gasPrice, waitMs, acceptMs } of steps) {
					Object.assign(world.chain, { gasPrice, acceptMs });
					const runs = [
						killed(world, { at, side }),
						...(both
							? [killed(world, { at: 61 - at, side: SIDES[Number(side === 'before')] })]
							: []),
					];
					await world.clock.run(async () => await Promise.all(runs));
					world.clock.time += waitMs;
				}
				Object.assign(world.chain, { gasPrice: 1n, acceptMs: 1_000 });
				world.clock.time += 60_000;
				await paidInTheEnd(world);
				paidOnce(world);
				mustHold(world);
			},
		),
		{ numRuns: Number(process.env.TOP_UP_RUNS) || rounds(100) },
	);
});

type Changed = (world: TopUpWorld, settings: typeof SETTINGS) => unknown;
const owner = (address: string) => ({ locktime: '0', threshold: '1', addresses: [address] });
const only = (world: TopUpWorld, ...amounts: bigint[]) => {
	world.chain.utxos.clear();
	for (const [at, amount] of amounts.entries()) world.give(amount, at + 1);
};

/** An output as a later version of the chain may have it. */
function ofUnknownType(output: string): string {
	const bytes = hexWithoutChecksum(output);
	bytes[2 + 32 + 4 + 32 + 3] = 99;
	return hexWithChecksum(bytes);
}

test.each<[string, Changed, RegExp]>([
	[
		'a validation that was removed',
		({ chain }) => chain.balances.delete(VALIDATIONS[0]),
		/no such validation: .*not found/,
	],
	[
		'another owner of the remaining balance',
		({ chain }) => chain.says('platform.getL1Validator', { remainingBalanceOwner: owner(PAYER) }),
		/owner is not that of the settings/,
	],
	[
		'another validation in the answer',
		({ chain }) => chain.says('platform.getL1Validator', { validationID: AVAX }),
		/returned the validation/,
	],
	[
		'gas a hundred times dearer',
		({ chain }) => (chain.gasPrice = 100n),
		/fee of 2027800 nAVAX is above maxFee/,
	],
	['an empty payer', (world) => only(world), /what the payer has leave 0/],
	[
		'dust',
		(world) => only(world, ...Array.from({ length: 50 }, () => ONE / 1000n)),
		/what the payer has leave 42000000/,
	],
	[
		'locked outputs, outputs for stakes, and outputs of a type that is not known',
		(world) => {
			only(world);
			const one = { txId: AVAX, outputIndex: 0, amount: 5n * ONE };
			world.chain.others = [
				encoded(one, { locktime: 2n ** 40n }),
				encoded({ ...one, outputIndex: 1 }, { stakeableUntil: 2n ** 40n }),
				ofUnknownType(encoded({ ...one, outputIndex: 2 })),
			];
		},
		/what the payer has leave 0/,
	],
	[
		'outputs that need further signatures, or belong to somebody else as well',
		(world) => {
			only(world);
			const one = { txId: AVAX, outputIndex: 0, amount: 5n * ONE };
			const owners = [PAYER, OWNER];
			world.chain.others = [2, 1].map((threshold) =>
				encoded({ ...one, outputIndex: threshold }, { owners, threshold }),
			);
		},
		/what the payer has leave 0/,
	],
	[
		'a cap that is reached',
		(_, settings) => {
			settings.caps = { payment: '1010000', validationPerDay: '1010000', walletPerDay: '1010000' };
		},
		/the caps of the settings leave 10000 beside the fee/,
	],
])('%s is refused, and nothing is signed', async (_, change, reason) => {
	const world = topUpWorld();
	const settings = structuredClone(SETTINGS);
	change(world, settings);
	const report = await world.run({ ...settings, validations: [settings.validations[0]] });
	expect(outcomes(report)).toEqual(['refused']);
	expect(reasons(report)).toMatch(reason);
	expect(world.measured).toMatchObject({ Refusals: 1, Runs: 1 });
	expect(world.signed).toEqual([]);
});

test('owners are the same in any order', async () => {
	const [one, other] = [OWNER, PAYER];
	for (const named of [
		[one, other],
		[other, one],
	]) {
		for (const found of [
			[one, other],
			[other, one],
		]) {
			const world = topUpWorld();
			const remainingBalanceOwner = { addresses: found, locktime: '0', threshold: '1' };
			world.chain.says('platform.getL1Validator', { remainingBalanceOwner });
			const [{ validationId }] = SETTINGS.validations;
			const listed = { validationId, remainingBalanceOwner: { addresses: named, threshold: 1 } };
			expect(outcomes(await world.run({ ...SETTINGS, validations: [listed] }))).toEqual(['paid']);
		}
	}
});

test.each<[string, Changed, string, RegExp]>([
	[
		'whose chain is behind',
		({ chain, clock }) => (chain.timestamp = () => clock.now() - 61_000),
		'NodeRefused',
		/differs from that of the function by more than 60 s/,
	],
	[
		'whose chain is ahead',
		({ chain, clock }) => (chain.timestamp = () => clock.now() + 62_000),
		'NodeRefused',
		/mostLagSeconds/,
	],
	[
		'of another network',
		({ chain }) => chain.says('info.getNetworkID', { networkID: '1' }),
		'NodeRefused',
		/in the network 1/,
	],
	[
		'that says that validators pay nothing',
		({ chain }) => chain.says('platform.getValidatorFeeState', { price: '0' }),
		'NodeRefused',
		/fees are 0/,
	],
	[
		'whose time cannot be read',
		({ chain }) => chain.says('platform.getTimestamp', { timestamp: 'soon' }),
		'NodeRefused',
		/the time of its chain, "soon"/,
	],
	[
		'whose answer about a validation cannot be read',
		({ chain }) => (chain.answers['platform.getL1Validator'] = () => 'no object'),
		'InvalidResponse',
		/must be an object/,
	],
	[
		'with a balance that is none',
		({ chain }) => chain.says('platform.getL1Validator', { balance: '-1' }),
		'NodeRefused',
		/a balance is "-1"/,
	],
	[
		'with a balance of 21 digits',
		({ chain }) => chain.says('platform.getL1Validator', { balance: '1'.repeat(21) }),
		'NodeRefused',
		/a balance is "1{21}"/,
	],
])('a node %s ends the run', async (_, change, name, message) => {
	const world = topUpWorld();
	change(world, SETTINGS);
	await expect(world.run()).rejects.toMatchObject({
		name,
		message: expect.stringMatching(message) as string,
	});
	expect(world.signed).toEqual([]);
});

test.each([
	['by default', { mode: undefined }, 'mode is "dry"'],
	[
		'without caps',
		{ mode: 'dry', caps: undefined, maxFee: undefined, validUntil: undefined },
		'mode is "dry"',
	],
	['by its switch', { stopped: true }, 'stopped is true'],
	[
		'at the end of the permission',
		{ validUntil: '2026-11-26T12:00:00Z' },
		'the permission ended at 2026-11-26T12:00:00.000Z',
	],
])('%s, a run says what it would pay, and signs nothing', async (_, change, prevented) => {
	const world = topUpWorld();
	const report = (await world.run({ ...SETTINGS, ...change })) as TopUpReport;
	expect(report).toMatchObject({ prevented });
	expect(report.validations).toMatchObject(
		VALIDATIONS.map(() => ({
			outcome: 'would pay',
			runwayDays: 1,
			amount: expect.stringMatching(/^128/) as string,
		})),
	);
	expect([world.signed, world.table.items()]).toEqual([[], []]);
	expect(world.lines.join('\n')).toMatch(
		/A payment would be made.*"validationId":"9FAf.*"amount":"128/,
	);
});

test('what caps and payer leave is paid if it lasts for a day; the next day pays the rest', async () => {
	const world = topUpWorld();
	const caps = { payment: '500000000', validationPerDay: '600000000', walletPerDay: '700000000' };
	const settings = { ...SETTINGS, caps };
	expect(outcomes(await world.run(settings))).toEqual(['paid', 'paid']);
	expect(world.chain.accepted.map(({ balance }) => balance)).toEqual([499_000_000n, 199_979_722n]);
	world.clock.time += 11 * 60_000;
	expect(reasons(await world.run(settings))).toMatch(/the caps of the settings leave/);
	world.clock.time = Date.parse('2026-11-27T00:00:01Z');
	expect(outcomes(await world.run(settings))).toContain('paid');
	mustHold(world, settings);
	only(world);
	world.give(ONE / 2n, 8);
	world.chain.balances.clear();
	for (const id of VALIDATIONS) world.chain.balances.set(id, { balance: 0n, at: 0 });
	world.clock.time = Date.parse('2026-11-28T00:00:01Z');
	expect(outcomes(await world.run({ ...settings, caps: SETTINGS.caps }))).toContain('paid');
	expect(world.chain.accepted.at(-1)?.balance).toBe(499_000_000n);
	expect(world.measured.LowPayer).toBe(1);
});

test('what lasts for a day is paid; not a nAVAX less', async () => {
	for (const [missing, outcome] of [
		[0n, 'paid'],
		[1n, 'refused'],
	] as const) {
		const payment = String(DAY + BigInt(SETTINGS.maxFee) - missing);
		const caps = { payment, validationPerDay: payment, walletPerDay: payment };
		const validations = [SETTINGS.validations[0]];
		const report = await topUpWorld().run({ ...SETTINGS, caps, validations });
		expect(outcomes(report)).toEqual([outcome]);
	}
});

test('less than what lasts for a day is paid if no more is needed', async () => {
	const world = topUpWorld();
	world.chain.says('platform.getL1Validator', { balance: String(7n * DAY - 1n) });
	const settings = { ...SETTINGS, runwayDays: { minimum: 7, target: 7.5 } };
	const report = await world.run({ ...settings, validations: [SETTINGS.validations[0]] });
	expect(outcomes(report)).toEqual(['paid']);
	expect(world.chain.accepted[0].balance).toBe(DAY / 2n + 1n);
});

test('a fee as large as maxFee is paid, and a balance for the minimum is enough; not a nAVAX more or less', async () => {
	const first = topUpWorld();
	await first.run();
	const fees = first.chain.accepted.map(({ fee }) => fee).sort((a, b) => Number(a - b));
	const runWith = async (maxFee: bigint, balance?: bigint) => {
		const world = topUpWorld();
		if (balance) world.chain.says('platform.getL1Validator', { balance: String(balance) });
		return await world.run({ ...SETTINGS, maxFee: String(maxFee) });
	};
	expect(outcomes(await runWith(fees[1]))).toEqual(['paid', 'paid']);
	expect(reasons(await runWith(fees[0] - 1n))).toMatch(/is above maxFee/);
	expect(outcomes(await runWith(fees[1], 7n * DAY))).toEqual(['enough', 'enough']);
	expect(outcomes(await runWith(fees[1], 7n * DAY - 1n))).toContain('paid');
});

test('an inactive validation is paid for the whole target', async () => {
	const world = topUpWorld();
	world.chain.balances.set(VALIDATIONS[1], { balance: 0n, at: START });
	expect(outcomes(await world.run())).toEqual(['paid', 'paid']);
	expect(world.chain.accepted[0]).toMatchObject({
		validationId: VALIDATIONS[1],
		balance: 30n * DAY,
	});
});

/** A payment that is stored, and that the key did not sign. */
async function unsigned() {
	const world = topUpWorld();
	await failing(world, 'KMS is disabled');
	return world;
}

/** A run with a key that fails. */
async function failing(world: TopUpWorld, why: string, settings: unknown = SETTINGS) {
	world.key.fails = new Error(why);
	await expect(world.run(settings)).rejects.toThrow(why);
	world.key.fails = undefined;
}

/** A payment that was sent, and that the chain has not accepted when the run ends. */
async function sent(at = '2026-11-26T12:00:00Z') {
	const world = topUpWorld();
	world.clock.time = Date.parse(at);
	const settings = { ...SETTINGS, validations: [SETTINGS.validations[0]] };
	world.chain.acceptMs = 50_000;
	const report = (await world.run(settings)) as TopUpReport;
	expect(outcomes(report)).toEqual(['sent']);
	return { world, settings, txId: report.open?.txIds[0] ?? '' };
}
const inputsOf = (bytes: Uint8Array) => {
	const { values } = readTransaction(bytes, 'P');
	return 'inputs' in values
		? values.inputs.map(({ txId, outputIndex }) => `${txId} ${outputIndex}`)
		: [];
};

test('a transaction that the node has forgotten is sent again, byte for byte', async () => {
	const { world, settings, txId } = await sent();
	world.chain.mempool = [];
	world.chain.acceptMs = 1_000;
	world.clock.time += 60_000;
	expect(await world.run(settings)).toMatchObject({ validations: [{ outcome: 'enough' }] });
	expect(world.chain.accepted).toMatchObject([{ txId }]);
	expect(world.signed).toHaveLength(1);
});

test('a transaction that the node has forgotten is not sent again where nothing may be paid', async () => {
	const { world, settings } = await sent();
	world.chain.mempool = [];
	world.clock.time += 60_000;
	expect(await world.run({ ...settings, stopped: true })).toMatchObject({
		prevented: 'stopped is true',
		validations: [{ outcome: 'waits' }],
	});
	expect(world.chain.mempool).toEqual([]);
});

/** A payment that the node has forgotten, and somebody else has paid for so many days. */
async function needless(days: bigint) {
	const { world, ...sentOne } = await sent();
	Object.assign(world.chain, { mempool: [], acceptMs: 1_000 });
	world.chain.balances.set(VALIDATIONS[0], { balance: days * DAY, at: world.clock.now() });
	world.clock.time += 16 * 60_000;
	expect(outcomes(await world.run(sentOne.settings))).toEqual(['enough']);
	const { mempool, accepted } = world.chain;
	expect([mempool, accepted, world.measured.HangingIntents]).toEqual([[], [], undefined]);
	return { world, ...sentOne };
}

test('a transaction that the node has forgotten is not sent again before it is needed again', async () => {
	const { world, settings, txId } = await needless(8n);
	world.clock.time += 86_400_000;
	await world.run(settings);
	expect(world.chain.accepted).toMatchObject([{ txId, validationId: VALIDATIONS[0] }]);
	expect(world.signed).toHaveLength(1);
});

test('a second payment that is not needed any more is forgotten: the first one is looked after', async () => {
	const world = topUpWorld();
	world.chain.refuses = () => 'refused';
	await world.run({ ...SETTINGS, validations: [SETTINGS.validations[0]] });
	world.chain.refuses = () => {
		world.key.fails = new Error('KMS is disabled');
		return 'refused';
	};
	await expect(world.run()).rejects.toThrow('KMS is disabled');
	world.key.fails = undefined;
	world.chain.refuses = () => 'refused';
	expect(world.memory().intent).toMatchObject({ pending: { validationId: VALIDATIONS[1] } });
	for (const id of VALIDATIONS) {
		world.chain.balances.set(id, { balance: 30n * DAY, at: world.clock.now() });
	}
	world.clock.time += 16 * 60_000;
	await world.run();
	expect((world.memory().intent as Intent).pending).toBeUndefined();
	const { HangingIntents } = world.measured;
	await world.run();
	expect(world.measured.HangingIntents).toBe(HangingIntents);
	expect(world.signed).toHaveLength(1);
});

test('a transaction that is not needed any more: the next payment spends its inputs', async () => {
	const { world } = await needless(30n);
	world.give(20n * ONE, 9);
	expect(outcomes(await world.run()).sort()).toEqual(['enough', 'paid']);
	expect(inputsOf(world.signed[1])).toEqual(inputsOf(world.signed[0]));
	expect([world.chain.accepted.length, world.memory().intent]).toEqual([1, undefined]);
	mustHold(world);
});

test('a fee that is too low: a new transaction of the same inputs, counted with the difference', async () => {
	const { world, settings } = await sent();
	world.chain.gasPrice = 10n;
	world.clock.time += 60_000;
	world.chain.acceptMs = 35_000;
	// While it may be accepted, no run sends another one.
	for (const end of ['waits', 'enough']) {
		expect(outcomes(await world.run(settings))).toEqual([end]);
		const all = world.lines.filter((line) => line.includes('A payment was sent'));
		expect(all).toHaveLength(2);
	}
	const [first, second] = world.signed;
	expect(inputsOf(second)).toEqual(inputsOf(first));
	expect(world.signed).toHaveLength(2);
	const [{ balance, fee }] = world.chain.accepted;
	expect(world.chain.accepted).toHaveLength(1);
	expect(world.memory()).toMatchObject({ spent: String(balance + fee) });
	mustHold(world);
});

test('a validation that is removed after its payment was sent: the next payment spends its inputs', async () => {
	const { world } = await sent();
	world.give(20n * ONE, 9);
	world.chain.balances.delete(VALIDATIONS[0]);
	world.clock.time += 60_000;
	world.chain.acceptMs = 1_000;
	const report = await world.run();
	expect(outcomes(report).sort()).toEqual(['paid', 'refused']);
	expect(inputsOf(world.signed[1])).toEqual(inputsOf(world.signed[0]));
	expect(world.chain.accepted).toMatchObject([{ validationId: VALIDATIONS[1] }]);
	mustHold(world);
});

test('a validation that is not in the settings any more is not paid: not what is stored, and not what was signed', async () => {
	const settings = { ...SETTINGS, validations: [SETTINGS.validations[1]] };
	const world = await unsigned();
	expect(world.memory().intent).toMatchObject({ pending: { validationId: VALIDATIONS[0] } });
	expect(outcomes(await world.run(settings))).toEqual(['paid']);
	expect(world.lines.join('\n')).toContain('it is not in the settings any more');
	const { world: other } = await sent();
	Object.assign(other.chain, { mempool: [], acceptMs: 1_000 });
	other.give(20n * ONE, 9);
	other.clock.time += 60_000;
	expect(outcomes(await other.run(settings))).toEqual(['paid']);
	expect(inputsOf(other.signed[1])).toEqual(inputsOf(other.signed[0]));
	for (const { chain } of [world, other]) {
		expect(chain.accepted).toMatchObject([{ validationId: VALIDATIONS[1] }]);
	}
});

test('a price of gas that the inputs of the open payment cannot pay: nothing is signed or sent again', async () => {
	const world = topUpWorld();
	only(world, 2n * ONE);
	world.chain.acceptMs = 50_000;
	const settings = { ...SETTINGS, validations: [SETTINGS.validations[0]] };
	await world.run(settings);
	Object.assign(world.chain, { mempool: [], gasPrice: 10n ** 6n });
	world.clock.time += 60_000;
	await world.run(settings);
	expect(world.lines.filter((line) => line.includes('A payment was sent'))).toHaveLength(1);
	expect(world.signed).toHaveLength(1);
});

test('outputs that a stranger spent: an alarm, and a person abandons the payment', async () => {
	const { world, settings, txId } = await sent();
	const abandoned = { action: 'abandon', txId };
	await expect(world.run(settings, abandoned)).rejects.toThrow(/is Processing/);
	world.chain.says('platform.getTxStatus', { status: 'Committed' });
	await expect(world.run(settings, abandoned)).rejects.toThrow(/is Committed/);
	delete world.chain.answers['platform.getTxStatus'];
	world.chain.mempool = [];
	await expect(world.run(settings, { action: 'abandon', txId })).rejects.toThrow(/may be accepted/);
	only(world);
	world.give(9n * ONE, 7);
	world.clock.time += 16 * 60_000;
	const report = await world.run(settings);
	expect(outcomes(report)).toEqual(['waits']);
	expect(world.measured).toMatchObject({ HangingIntents: 1, Refusals: 1 });
	await expect(world.run(settings, { action: 'abandon', txId: AVAX })).rejects.toThrow(
		/no open payment/,
	);
	const abandon = async () => await world.invocation(settings).handle(abandoned);
	expect(
		await world.clock.run(async () => await Promise.allSettled([abandon(), abandon()])),
	).toMatchObject([{ status: 'fulfilled' }, { reason: { name: 'NotAbandoned' } }]);
	world.chain.acceptMs = 1_000;
	// Counters stay: the cap of the day leaves less for the second payment.
	expect(await world.run(settings)).toMatchObject({
		validations: [{ outcome: 'paid', amount: expect.stringMatching(/^716/) as string }],
	});
	mustHold(world);
});

test('a node that is behind after a payment is not believed', async () => {
	const world = topUpWorld();
	const { utxos } = world.chain;
	const before = [...utxos.values()].map((one) => encoded(one));
	await world.run();
	world.clock.time += 11 * 60_000;
	world.chain.says('platform.getL1Validator', { balance: '1' });
	world.chain.says('platform.getUTXOs', { utxos: before });
	expect(reasons(await world.run())).toMatch(/it is behind/);
	delete world.chain.answers['platform.getUTXOs'];
	world.chain.answers['platform.getTxStatus'] = () => ({ status: 'Unknown' });
	expect(reasons(await world.run())).toMatch(/it is behind/);
	expect(world.signed).toHaveLength(2);
});

test('a payment that is open at midnight counts in both days', async () => {
	const settings = { ...SETTINGS, caps: { ...SETTINGS.caps, walletPerDay: '2000000000' } };
	const daysOf = ({ chain }: TopUpWorld) =>
		chain.accepted.map(({ at }) => new Date(at).getUTCDate());
	const { world } = await sent('2026-11-26T23:59:45Z');
	world.clock.time += 60_000;
	world.chain.acceptMs = 1_000;
	expect(outcomes(await world.run(settings))).toEqual(['paid', 'enough']);
	expect(daysOf(world)).toEqual([27, 27]);
	mustHold(world, settings);
	// Midnight is within a run, which decides on the second payment after the first one was accepted.
	const other = topUpWorld();
	other.clock.time = Date.parse('2026-11-26T23:59:58Z');
	expect(outcomes(await other.run(settings))).toEqual(['paid', 'paid']);
	expect(daysOf(other)).toEqual([27, 27]);
	mustHold(other, settings);
});

test('caps that are lowered hold for a payment that is stored, and not signed', async () => {
	const world = await unsigned();
	const caps = { ...SETTINGS.caps, payment: '1300000000' };
	for (const lower of [
		{ ...caps, validationPerDay: '1200000000', payment: '1200000000' },
		{ ...caps, validationPerDay: '1300000000', walletPerDay: '1300000000' },
	]) {
		const run = world.run({ ...SETTINGS, caps: lower });
		if (lower.payment === caps.payment) await run;
		else await expect(run).rejects.toThrow(/more than the caps/);
	}
	expect(world.signed).toHaveLength(1);
});

test('a payment that is stored, and not signed, is not made if somebody else has paid', async () => {
	const world = await unsigned();
	for (const id of VALIDATIONS) {
		world.chain.balances.set(id, { balance: 30n * DAY, at: world.clock.now() });
	}
	expect(outcomes(await world.run())).toEqual(['enough', 'enough']);
	expect([world.signed, world.memory().intent]).toEqual([[], undefined]);
});

test('a validation that the node refuses to activate does not keep the others from being paid', async () => {
	const world = topUpWorld();
	world.chain.balances.set(VALIDATIONS[1], { balance: 0n, at: START });
	world.chain.refuses = ({ validationId }) =>
		validationId === VALIDATIONS[1] && "couldn't issue tx: maximum number of active validators";
	const report = await world.run();
	expect(outcomes(report)).toEqual(['sent', 'paid']);
	expect(reasons(report)).toMatch(/maximum number of active validators/);
	expect(inputsOf(world.signed[1])).toEqual(inputsOf(world.signed[0]));
	mustHold(world);
});

test('a transaction that the node took, and does not know afterwards, keeps its inputs', async () => {
	const world = topUpWorld();
	world.chain.acceptMs = Infinity;
	world.chain.says('platform.getTxStatus', { status: 'Unknown' });
	const report = await world.run();
	expect([outcomes(report), reasons(report).trim()]).toEqual([['sent', 'waits'], '']);
	expect(world.lines.join('\n')).toMatch(
		/A payment was sent.*"validationId":"9FAf.*"amount":"\d+"/,
	);
	expect(world.signed).toHaveLength(1);
});

test('of two signed payments the node takes one: the other one waits for it', async () => {
	const world = topUpWorld();
	for (const id of VALIDATIONS) world.chain.balances.set(id, { balance: 0n, at: START });
	world.chain.refuses = () => "couldn't issue tx: maximum number of active validators";
	await world.run();
	world.clock.time += 5 * 60_000;
	world.chain.acceptMs = 50_000;
	world.chain.refuses = ({ validationId }) => validationId === VALIDATIONS[1] && 'the maximum';
	const report = await world.run();
	expect([outcomes(report), reasons(report).trim()]).toEqual([['sent', 'waits'], '']);
});

test('payments that the node refuses again and again are signed once each', async () => {
	const world = topUpWorld();
	for (const id of VALIDATIONS) world.chain.balances.set(id, { balance: 0n, at: START });
	world.chain.refuses = () => "couldn't issue tx: maximum number of active validators";
	for (let round = 0; round < 4; round++) {
		expect(reasons(await world.run())).toMatch(/maximum number[^]*maximum number/);
		world.clock.time += 5 * 60_000;
	}
	expect(world.signed).toHaveLength(2);
	expect(world.lines.filter((line) => line.includes('A payment was sent'))).toHaveLength(8);
	// Somebody else pays the last one: the other one still hangs.
	const { HangingIntents: hanging } = world.measured;
	world.chain.balances.set(VALIDATIONS[1], { balance: 30n * DAY, at: world.clock.now() });
	expect(outcomes(await world.run())).toEqual(['sent', 'enough']);
	expect(world.measured.HangingIntents).toBe(hanging + 1);
	world.chain.refuses = () => false;
	await paidInTheEnd(world);
	expect(world.chain.accepted).toMatchObject([{ validationId: VALIDATIONS[0] }]);
	mustHold(world);
});

test('a payment that is stored, and not signed, whose outputs a stranger spent, is decided again', async () => {
	const world = await unsigned();
	only(world);
	world.give(9n * ONE, 7);
	await paidInTheEnd(world);
	expect(world.chain.accepted).toHaveLength(2);
	mustHold(world);
});

/** A change of the intent that is stored. */
type Intent = { pending?: object; signed: object[]; inputs: object[] };
test.each<[string, (intent: Intent) => Intent, RegExp]>([
	[
		'another amount',
		(one) => ({ ...one, pending: { ...one.pending, amount: '2500000000' } }),
		/more than a payment may be/,
	],
	[
		'another price of gas',
		(one) => ({ ...one, pending: { ...one.pending, gasPrice: '1000', fee: '1' } }),
		/the fee is 10139000 nAVAX/,
	],
	[
		'other signed bytes',
		({ pending, ...one }) => ({
			...one,
			signed: [{ ...pending, txId: AVAX, bytes: `0x${'00'.repeat(80)}` }],
		}),
		/The transaction is not signed and not sent/,
	],
])('%s in the table: nothing is signed, and nothing is sent', async (_, change, said) => {
	const world = await unsigned();
	const item = world.memory();
	await world.clock.run(
		async () => await world.table.put({ ...item, intent: change(item.intent as Intent) }),
	);
	await expect(world.run()).rejects.toMatchObject({
		name: 'PolicyBroken',
		message: expect.stringMatching(said) as string,
	});
	expect([world.signed, world.chain.mempool]).toEqual([[], []]);
	expect(world.measured.Refusals).toBe(1);
});

test('a validation that was just paid is not paid again, whatever the node says of its balance', async () => {
	const world = topUpWorld();
	await world.run();
	world.clock.time += 5 * 60_000;
	world.chain.says('platform.getL1Validator', { balance: '1' });
	expect(outcomes(await world.run())).toEqual(['waits', 'waits']);
});

test('a key that fails, and another key', async () => {
	const world = topUpWorld();
	await failing(world, 'KMS is throttled');
	world.clock.time += 16 * 60_000;
	await failing(world, 'KMS is throttled');
	expect(world.measured.HangingIntents).toBe(1);
	await paidInTheEnd(world);
	paidOnce(world);
	await expect(world.run({ ...SETTINGS, payer: OWNER })).rejects.toMatchObject({
		name: 'ConfigurationError',
		message: expect.stringContaining(`has the address ${PAYER}`) as string,
	});
});

test.each([
	[{ Records: [{ EventSource: 'aws:sns', amount: '5' }] }, /paid/],
	[null, /must be "run", "state", "release" or "abandon"/],
	[{ action: 'pay', amount: '5' }, /action: must be "run", "state", "release" or "abandon"/],
	[{ action: 'run', amount: '5' }, /there is no field amount/],
	[{ action: 'state' }, /"spent":"0"/],
])('the event %j', async (event, said) => {
	const world = topUpWorld();
	const result = await world.run(SETTINGS, event).catch((error: Error) => error.message);
	expect(JSON.stringify(result).replaceAll('\\', '')).toMatch(said);
});

test('logs have neither the settings nor signed bytes', async () => {
	const world = topUpWorld();
	await world.run();
	expect(world.lines.join('\n')).not.toMatch(/0x0000000000[0-9a-f]{100}/);
});

test('a payment that asks is told with a link, which GET shows and POST releases, once; the next run pays', async () => {
	const world = topUpWorld();
	const report = (await world.run(ASKING)) as TopUpReport;
	expect(outcomes(report)).toEqual(['asks', 'asks']);
	const [link, other, ...more] = world.links;
	expect([more, world.signed, report.open]).toEqual([[], [], undefined]);
	const [{ validationId, text }] = report.questions ?? [];
	const page = await world.visit(link, 'GET', ASKING);
	expect(page).toMatchObject({
		statusCode: 200,
		body: expect.stringContaining('<form method="post">') as string,
	});
	for (const part of [
		PAYER,
		validationId,
		/1\.28\d* AVAX/,
		/lasts for 1 days \(minimum 7\)/,
		OWNER,
	]) {
		expect(page.body).toMatch(part);
		expect(text).toMatch(part);
	}
	expect(outcomes(await world.run(ASKING))).toEqual(['asks', 'asks']);
	expect(await world.visit(link, 'POST', ASKING)).toMatchObject({ statusCode: 200 });
	expect(world.signed).toEqual([]);
	const before = world.memory();
	await world.visit(link, 'POST', ASKING);
	expect(world.memory()).toEqual(before);
	expect((await world.visit(link, 'GET', ASKING)).body).toMatch(/It was released/);
	// The question about the second validation is still open, and the first one releases nothing more.
	expect((await world.run(ASKING)) as TopUpReport).toMatchObject({ questions: [{}] });
	expect(world.chain.accepted).toMatchObject([{ validationId }]);
	expect(await world.visit(link, 'POST', ASKING)).toMatchObject({ statusCode: 404 });
	expect(await world.visit(other, 'GET', ASKING)).toMatchObject({ statusCode: 200 });
	expect([world.links.length, world.signed.length]).toEqual([2, 1]);
	mustHold(world);
});

test('an event releases a payment and pays it: without a link, as for Send and Wait of n8n', async () => {
	const world = topUpWorld();
	const settings = { ...SETTINGS, approval: { minutes: 60 } };
	const { questions = [] } = (await world.run(settings)) as TopUpReport;
	const [first, { id: approval, validationId }] = questions;
	await expect(
		world.run(settings, { action: 'release', approval: approval.replace(/./g, 'a') }),
	).rejects.toMatchObject({ name: 'NotReleased' });
	world.clock.time += 20 * 60_000;
	// The one that was asked about first waits for its own answer, and for nothing else.
	expect(await world.run(settings, { action: 'release', approval })).toMatchObject({
		validations: [{ outcome: 'asks', validationId: first.validationId }, { outcome: 'paid' }],
		questions: [{ id: first.id }],
	});
	expect(world.chain.accepted).toMatchObject([{ validationId }]);
	expect([world.measured.HangingIntents, world.links]).toEqual([undefined, []]);
	await expect(world.run(settings, { action: 'release', approval })).rejects.toMatchObject({
		name: 'NotReleased',
	});
});

test('a payment that does not end does not keep a person from being asked about another one', async () => {
	const world = topUpWorld();
	world.chain.acceptMs = 50_000;
	await world.run({ ...SETTINGS, validations: [SETTINGS.validations[0]] });
	expect(outcomes(await world.run(ASKING)).sort()).toEqual(['asks', 'waits']);
	await world.visit(world.links[0], 'POST', ASKING);
	expect(outcomes(await world.run(ASKING)).sort()).toEqual(['enough', 'sent']);
});

test('a question ends: nothing was signed or counted, and it is asked again; a release ends, too', async () => {
	const world = topUpWorld();
	await world.run(ASKING);
	expect([world.memory().spent, world.memory().intent]).toEqual(['0', undefined]);
	world.clock.time += 60 * 60_000;
	const [link] = world.links;
	for (const method of ['GET', 'POST']) {
		expect(await world.visit(link, method, ASKING)).toMatchObject({ statusCode: 404 });
	}
	const { questions } = (await world.run(ASKING)) as TopUpReport;
	expect([questions, world.memory().questions, world.links, world.signed]).toMatchObject([
		[{}, {}],
		[{}, {}],
		[{}, {}, {}, {}],
		[],
	]);
	// Questions that have ended, and are not asked again, are forgotten.
	const later = topUpWorld();
	await later.run(ASKING);
	later.clock.time += 60 * 60_000;
	later.chain.balances.set(VALIDATIONS[1], { balance: 30n * DAY, at: later.clock.now() });
	await later.run(ASKING);
	expect(later.memory().questions).toMatchObject([{ validationId: VALIDATIONS[0] }]);
	// It was decided, and no run could sign in the time of its release.
	await world.visit(world.links[2], 'POST', ASKING);
	await failing(world, 'KMS is disabled', ASKING);
	expect(world.memory()).toMatchObject({ intent: { signed: [] } });
	world.clock.time += 60 * 60_000;
	expect(outcomes(await world.run(ASKING))).toEqual(['asks', 'asks']);
	expect([world.signed, world.memory().spent]).toEqual([[], '0']);
});

test('nothing is signed once a release has ended within a run', async () => {
	const asked: number[] = [];
	for (let before = 0; before < 100; before += 2) {
		const world = topUpWorld();
		await world.run(ASKING);
		await world.visit(world.links[0], 'POST', ASKING);
		const [{ until }] = world.memory().questions as [{ until: number }];
		world.clock.time = until - before;
		const fails = () => void asked.push(until - (world.clock.now() - 20));
		Object.defineProperty(world.key, 'fails', { get: fails });
		await world.run(ASKING).catch(() => undefined);
	}
	expect(asked.length).toBeGreaterThan(0);
	expect(Math.min(...asked)).toBeGreaterThan(0);
});

test('nothing is signed or sent once the permission has ended within a run', async () => {
	const left = { signing: [] as number[], sending: [] as number[] };
	const ends: unknown[] = [];
	for (let before = 2; before < 150; before += 2) {
		const world = topUpWorld();
		const end = world.clock.now() + before;
		const fails = () => void left.signing.push(end - (world.clock.now() - 20));
		Object.defineProperty(world.key, 'fails', { get: fails });
		// A call takes 5 ms.
		world.chain.refuses = () => left.sending.push(end - (world.clock.now() - 5)) < 0 && 'never';
		const settings = { ...SETTINGS, validUntil: new Date(end).toISOString() };
		await world.run(settings).catch(({ name }: Error) => ends.push(name));
	}
	for (const moments of Object.values(left)) {
		expect(moments.length).toBeGreaterThan(0);
		expect(Math.min(...moments)).toBeGreaterThan(0);
	}
	expect(ends).toContain('Prevented');
});

test('a smaller payment was released, and a fee that rose', async () => {
	const world = topUpWorld();
	await world.run(ASKING);
	await world.visit(world.links[0], 'POST', ASKING);
	const item = world.memory();
	const [question] = item.questions as Array<{ amount: string }>;
	const lowered = String(BigInt(question.amount) - 5n);
	const questions = [{ ...question, amount: lowered }];
	await world.clock.run(async () => await world.table.put({ ...item, questions }));
	// The release is for an amount; the fee is bound by maxFee and the caps.
	world.chain.gasPrice = 10n;
	await world.run(ASKING);
	expect(world.chain.accepted).toMatchObject([{ balance: BigInt(lowered) }]);
	mustHold(world);
});

test('a fee that is too low, and a release that has ended: a person is asked again', async () => {
	const { world, settings } = await sent();
	world.clock.time += 60_000;
	Object.assign(world.chain, { gasPrice: 10n, acceptMs: 1_000 });
	world.chain.refuses = () => world.signed.length < 2 && "couldn't issue tx: insufficient fee";
	const asks = { ...ASKING, validations: settings.validations };
	expect(outcomes(await world.run(asks))).toEqual(['asks']);
	expect(world.signed).toHaveLength(1);
	await world.visit(world.links[0], 'POST', asks);
	await world.run(asks);
	expect([world.signed.length, world.chain.accepted.length]).toEqual([2, 1]);
	expect(inputsOf(world.signed[1])).toEqual(inputsOf(world.signed[0]));
});

test('links that are not those of an open question get one answer, and read nothing if they cannot be', async () => {
	const world = topUpWorld();
	await world.run(ASKING);
	const [link] = world.links;
	const other = new URL(link);
	other.searchParams.set('token', 'A'.repeat(43));
	const noCall = { at: 1, side: 'before' } as const;
	for (const [wrong, settings, death] of [
		[other.href, ASKING],
		[link.replace(/id=.{20}/, `id=${'a'.repeat(20)}`), ASKING],
		[link.replace(/token=.*/, ''), 'no settings', noCall],
		[link.replace(/token=.*/, ''), ASKING, noCall],
		[link, { ...SETTINGS, approval: { minutes: 60 } }, noCall],
		[link, SETTINGS, noCall],
	] as const) {
		for (const method of ['GET', 'POST']) {
			expect(await world.visit(wrong, method, settings, death)).toMatchObject({ statusCode: 404 });
		}
	}
	expect(await world.visit(link, 'PUT', ASKING, noCall)).toMatchObject({ statusCode: 405 });
	await world.run(ASKING);
	expect(world.signed).toEqual([]);
	expect(world.lines.join('')).not.toContain(new URL(link).searchParams.get('token'));
	expect(JSON.stringify(world.memory())).not.toContain(new URL(link).searchParams.get('token'));
});

test('a question whose receiver fails is told again, with another link', async () => {
	const world = topUpWorld();
	world.receiver.status = 500;
	await world.run(ASKING);
	world.receiver.status = 200;
	world.clock.time += 16 * 60_000;
	await world.run(ASKING);
	await world.run(ASKING);
	expect(world.links).toHaveLength(2);
	expect(world.measured.HangingIntents).toBeUndefined();
	world.receiver.status = 500;
	world.clock.time += 60 * 60_000;
	await world.run(ASKING);
	expect(world.measured.HangingIntents).toBeUndefined();
	world.clock.time += 16 * 60_000;
	await world.run(ASKING);
	expect(world.measured.HangingIntents).toBe(2);
});

test('a payment that asks, killed at any call: told until it is heard, released by the last link, paid once', async () => {
	const calls = await killedAsking();
	expect(calls).toBeGreaterThan(15);
	for (const death of crashPoints(1, calls)) await killedAsking(death);
});

/** A person answers the last link; a run is killed before the question, and one after the release. */
async function killedAsking(death?: Death): Promise<number> {
	const world = topUpWorld();
	const settings = { ...ASKING, validations: [SETTINGS.validations[0]] };
	const run = async () => await world.clock.run(async () => await killed(world, death, settings));
	const calls = await run();
	await world.run(settings);
	expect(world.signed).toEqual([]);
	const link = world.links.at(-1) ?? '';
	for (const old of world.links.slice(0, -1)) {
		expect(await world.visit(old, 'POST', settings)).toMatchObject({ statusCode: 404 });
	}
	expect(await world.visit(link, 'POST', settings)).toMatchObject({ statusCode: 200 });
	const more = await run();
	world.clock.time += 60_000;
	await paidInTheEnd(world, settings);
	expect(world.chain.accepted).toHaveLength(1);
	mustHold(world);
	return Math.max(calls, more);
}

/** The places of all values within a value. */
function pathsIn(value: unknown, path: string[] = []): string[][] {
	if (typeof value !== 'object' || value === null) return [path];
	return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...path, key]))];
}
function replaced(value: unknown, [key, ...rest]: string[], by: unknown): unknown {
	if (key === undefined) return by;
	const copy = (
		Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }
	) as Record<string, unknown>;
	copy[key] = replaced(copy[key], rest, by);
	return copy;
}
const anything = fc.oneof(
	fc.constantFrom<unknown>(
		...[0, -1, 1, 5, 1e21, '', '0', '1', '-1', '1e9', '99999999999999999999', null, true, false],
	),
	fc.constantFrom<unknown>(
		...[
			[],
			{},
			'pay',
			'dry',
			OWNER,
			PAYER,
			`X-${PAYER.slice(2)}`,
			...VALIDATIONS,
			AVAX,
			'0x',
			'Committed',
			'Processing',
		],
	),
	fc.bigInt({ min: 0n, max: 2n ** 64n }).map(String),
	fc
		.tuple(fc.bigInt({ min: 1n, max: 2n ** 64n - 1n }), fc.constantFrom(undefined, 1n, 2n ** 40n))
		.map(([amount, stakeableUntil]) => [
			encoded({ txId: AVAX, outputIndex: 1, amount }, { stakeableUntil }),
		]),
);
const METHODS = [
	'info.getNetworkID',
	...[
		'getTimestamp',
		'getFeeState',
		'getValidatorFeeState',
		'getUTXOs',
		'getL1Validator',
		'getTxStatus',
		'issueTx',
	].map((name) => `platform.${name}`),
];

test('settings, events and answers that were changed: nothing else is ever signed', async () => {
	const tally = occurrences('signed', 'not signed', 'accepted', 'released', 'asked in vain');
	const change = fc.record({
		where: fc.constantFrom('settings', 'event', ...METHODS, ...METHODS),
		at: fc.nat(),
		by: anything,
	});
	const many = fc.array(change, { minLength: 1, maxLength: 3 });
	await fc.assert(
		fc.asyncProperty(many, fc.constantFrom('none', 'asks', 'releases'), async (changes, person) => {
			const world = topUpWorld();
			let settings: unknown = person === 'none' ? SETTINGS : ASKING;
			let event: unknown = { action: 'run' };
			const by = (value: unknown, { at, by: other }: (typeof changes)[number]) => {
				const paths = pathsIn(value);
				return replaced(value, paths[at % paths.length], other);
			};
			for (const one of changes) {
				if (one.where === 'settings') settings = by(settings, one);
				else if (one.where === 'event') event = by(event, one);
				else world.chain.answers[one.where] = (result) => by(result, one);
			}
			for (let round = 0; round < 2; round++) {
				await world.run(settings, event).catch(() => undefined);
				world.clock.time += 11 * 60_000;
				if (person !== 'releases' || world.links.length === 0) continue;
				await world.visit(world.links[0], 'POST', settings).catch(() => undefined);
			}
			// Nothing that asks is signed before its release, which is for one payment.
			if (person !== 'none') {
				expect(world.signed.length).toBeLessThan(person === 'releases' ? 2 : 1);
				tally.saw(world.signed.length > 0 ? 'released' : 'asked in vain');
			}
			tally.saw(world.signed.length > 0 ? 'signed' : 'not signed');
			tally.saw('accepted', world.chain.accepted.length > 0);
			if (world.signed.length > 0) mustHold(world, settings as typeof SETTINGS);
		}),
		{ numRuns: Number(process.env.TOP_UP_RUNS) || 300 },
	);
	tally.expectAll();
});
