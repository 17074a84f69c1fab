import { CLASSES, runClass } from '../../campaigns/attack/campaign';
import { selfTest } from '../../campaigns/attack/selfTest';
import { type Stage, setStage } from '../../campaigns/attack/stage';

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

test('what is weakened is found', async () => {
	// The other weakenings take their time: `npm run campaign -- attack --self-test` tries them all.
	const quick = new Set([
		'echoes',
		'credential',
		'other-nodes',
		'prototypes',
		'redirects',
		'formats',
		'belief',
	]);
	const results = await selfTest(stage, undefined, ({ finds }) => quick.has(finds), {
		untilFinding: true,
	});
	expect(results.length).toBeGreaterThanOrEqual(9);
	for (const { name, findings, example } of results) {
		expect([name, findings > 0]).toEqual([name, true]);
		expect([name, example]).not.toEqual([name, expect.stringContaining('the class broke off')]);
	}
});
