import { ONE, chainOf, said, firstPollOf, transfer } from './contractWorld';

/** A hostile contract: a block that is full of its events. */

test('100,000 logs in one block are read in several polls, each once', async () => {
	const chain = chainOf();
	chain.add(Array.from({ length: 100_000 }, (_, at) => transfer(BigInt(at))));
	const given = { preset: 'erc20', addresses: ONE, eventNames: 'Transfer' };
	const first = await firstPollOf(chain, given, { maxEvents: 40_000 });
	const values = first.events.map(({ data }) => Number(said(data).value));
	for (let { state, more } = first; more; ) {
		const next = await first.poll(state);
		values.push(...next.events.map(({ data }) => Number(said(data).value)));
		({ state, more } = next);
	}
	expect(values.length).toBe(100_000);
	expect(values.every((value, at) => value === at)).toBe(true);
	// One time for all of them.
	const asked = first.host.requests.filter(({ body }) => body?.includes('eth_getBlockByNumber'));
	expect(asked.length).toBe(3);
});
