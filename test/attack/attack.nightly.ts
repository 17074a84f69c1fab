import { CLASSES, runClass } from '../../lab/campaigns/attack/campaign';
import { setStage } from '../../lab/campaigns/attack/stage';
import { forTests } from '../emulatorForTests';

/**
 * A short run of `npm run campaign -- attack`: a part of every class, other parts with another seed. Times and
 * memory are judged by the command only.
 */

const stage = forTests(() => setStage({ seed: 'test', full: false }));

test.each(CLASSES)('$name: $about', async (one) => {
	const figures = await runClass(one, stage);
	expect(figures.findings).toEqual([]);
	expect(figures.cases).toBeGreaterThan(10);
});
