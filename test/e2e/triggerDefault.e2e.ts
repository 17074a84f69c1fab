import { throughHardKill } from './kit/triggerCase';

test('default engine: nothing is lost and nothing comes twice, across a hard kill', async () => {
	const { happened, early, handedOn } = await throughHardKill({}, false);
	expect(early).toHaveLength(3);
	expect([...handedOn].sort()).toEqual([...happened].sort());
});
