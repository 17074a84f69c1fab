import { CLASS_NAMES, runClass } from './notifyWorld/classes';
import { WEAKENINGS } from './notifyWorld/weakenings';

/** What goes wrong around notify, in virtual time; `npm run campaign:notify -- --self-test` takes its defences out. */

test.each(CLASS_NAMES)('%s: every promise holds', async (name) => {
	expect(await runClass(name)).toEqual([]);
});

test('a defence of every class can be taken out', () => {
	expect([...new Set(WEAKENINGS.map(({ finds }) => finds))].sort()).toEqual(
		[...CLASS_NAMES].sort(),
	);
});
