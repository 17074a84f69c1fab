import { CLASS_NAMES, runClass } from '../../campaigns/notifyWorld/classes';

/**
 * Faults around notify, in virtual time; `npm run campaign -- notify --self-test` removes its
 * safeguards.
 */

test.each(CLASS_NAMES)('%s: every promise holds', async (name) => {
	expect(await runClass(name)).toEqual([]);
});
