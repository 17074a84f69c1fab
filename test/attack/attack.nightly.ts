import { CLASSES, runClass } from '../../lab/campaigns/attack/campaign';
import { type Stage, setStage } from '../../lab/campaigns/attack/stage';

/**
 * A short run of `npm run campaign -- attack`: a part of every class, other parts with another seed. Times and
 * memory are judged by the command only.
 */

let stage: Stage;
beforeAll(async () => {
	stage = await setStage({ seed: 'test', full: false });
});
afterAll(() => stage.close());

test.each(CLASSES)('$name: $about', async (one) => {
	const figures = await runClass(one, stage);
	expect(figures.findings).toEqual([]);
	expect(figures.cases).toBeGreaterThan(10);
});
