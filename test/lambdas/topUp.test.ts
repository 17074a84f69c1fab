import {
	START,
	SETTINGS,
	VALIDATIONS,
	Killed,
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
