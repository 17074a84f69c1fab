import { EACH_POLL_TIMES } from './kit/polling';
import { throughHardKill } from './kit/triggerCase';

test.each(EACH_POLL_TIMES)(
	'default engine, %s: nothing is lost and nothing comes twice, across a hard kill',
	async (_, times) => {
		const { happened, handedOn } = await throughHardKill({}, times, false);
		expect([...handedOn].sort()).toEqual([...happened].sort());
	},
);
