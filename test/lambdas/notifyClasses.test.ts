import { CLASS_NAMES, runClass } from './notifyWorld/classes';

/** What goes wrong around notify, in virtual time; `npm run campaign:notify -- --self-test` takes its defences out. */

test.each(CLASS_NAMES)('%s: every promise holds', async (name) => {
	expect(await runClass(name)).toEqual([]);
});
