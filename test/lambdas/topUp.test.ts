import {
	START,
	SETTINGS,
	VALIDATIONS,
	ONE,
	topUpWorld,
	type TopUpWorld,
	PAYER,
	OWNER,
	AVAX,
} from '../../kit/lambda/topUpKit';
import type { TopUpReport } from '../../lambdas/topUp/run';
import fc from '../../kit/properties';
import { judgedByAvalanchejs } from './topUpJudge';

/** topUp on a chain in memory: never paid twice, never above a cap, and paid in the end. */

const DAY = 512n * 86_400n;
const outcomes = (report: unknown) =>
	(report as TopUpReport).validations.map(({ outcome }) => outcome);
const reasons = (report: unknown) =>
	(report as TopUpReport).validations.map(({ reason = '' }) => reason).join('\n');

/** What must hold in every world, whatever happened in it. */
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

/** Runs that are killed at a call; the number of calls that were made. */
async function killed(world: TopUpWorld, at: number, after: boolean): Promise<number> {
	const { handle, made } = world.invocation(SETTINGS, { at, after });
	await handle({ action: 'run' }).catch((error: unknown) => {
		if (!made.isDead) throw error;
	});
	return made.calls;
}

const alone = async (world: TopUpWorld, ...kill: [at: number, after: boolean]) =>
	await world.clock.run(async () => await killed(world, ...kill));

/** Each validation was paid once, and it lasts for the target. */
function paidOnce({ chain, balanceOf }: TopUpWorld): void {
	expect(chain.accepted.map(({ validationId }) => validationId).sort()).toEqual(
		[...VALIDATIONS].sort(),
	);
	for (const id of VALIDATIONS) expect(balanceOf(id)).toBeGreaterThan(29n * DAY);
}

test('a run that is killed at any call is continued: paid once, and paid in the end', async () => {
	const calls = await alone(topUpWorld(), Infinity, false);
	expect(calls).toBeGreaterThan(30);
	for (let at = 1; at <= calls; at++) {
		for (const after of [false, true]) {
			const world = topUpWorld();
			await alone(world, at, after);
			world.clock.time += 60_000;
			await paidInTheEnd(world);
			paidOnce(world);
			mustHold(world);
			// What is counted is what was paid: an intent that is continued is not counted again.
			const paid = world.chain.accepted.reduce((sum, { balance, fee }) => sum + balance + fee, 0n);
			expect(world.memory()).toMatchObject({ spent: String(paid) });
		}
	}
});

test('runs that are killed again and again, at once, over midnight, with prices that jump', async () => {
	const step = fc.record({
		at: fc.integer({ min: 1, max: 60 }),
		after: fc.boolean(),
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
				for (const { at, after, both, gasPrice, waitMs, acceptMs } of steps) {
					Object.assign(world.chain, { gasPrice, acceptMs });
					const runs = [
						killed(world, at, after),
						...(both ? [killed(world, 61 - at, !after)] : []),
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
		{ numRuns: Number(process.env.TOP_UP_RUNS) || 100 },
	);
});
