import { forTests } from '../emulatorForTests';
import { startBench } from './triggerKit';

/** Triggers that read the same list at the same time. */

const bench = forTests(() => startBench({ validators: 450 }));

test('ten triggers on one list send at most 1.2 times the requests of one', async () => {
	const [, { id: subnetId }] = bench.world.node.subnets.filter(({ kind }) => kind === 'l1');
	const list = { event: 'validator', source: 'l1', network: 'mainnet', subnetId };
	const triggers = Array.from({ length: 10 }, () => bench.trigger('default', list));
	for (const trigger of triggers) await trigger.publish();
	const requestsOf = async (count: number) => {
		const before = bench.control.requests().length;
		const polls = await Promise.all(triggers.slice(0, count).map((trigger) => trigger.poll()));
		expect(polls.flatMap(({ error }) => error ?? [])).toEqual([]);
		return bench.control.requests().length - before;
	};
	const one = await requestsOf(1);
	expect(one).toBeGreaterThan(4);
	expect(await requestsOf(10)).toBeLessThanOrEqual(1.2 * one);
	// A validator that joins is news for each of them.
	bench.control.addValidator({ subnetId });
	expect(await requestsOf(10)).toBeLessThanOrEqual(1.2 * one);
	expect(triggers.map(({ emitted }) => emitted.length)).toEqual(Array(10).fill(1));
});
