import { CLASS_NAMES, runClass } from '../../lab/campaigns/notifyWorld/classes';

/** Faults around notify, in virtual time; `npm run opinion -- judges --judge notify` removes its safeguards. */

test.each(CLASS_NAMES)('%s: every promise holds', async (name) => {
	expect(await runClass(name)).toEqual([]);
});
