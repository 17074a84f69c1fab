import { SECRETS } from './secrets';
import { answers } from './classes/answers';
import { beliefClass } from './classes/belief';
import { eventClass } from './classes/events';
import { flowClass } from './classes/flows';
import { packageClass } from './classes/package';
import { pollClass } from './classes/polls';
import type { AttackClass, Stage } from './stage';
import { EnoughFound, type Figures, type WatchOptions, createWatch } from './watch';

/** Every class, in the order in which it runs. */
export const CLASSES: readonly AttackClass[] = [
	...answers,
	eventClass,
	flowClass,
	pollClass,
	beliefClass,
	packageClass,
];

/** Runs the attacks of one class and returns its figures. */
export async function runClass(
	one: AttackClass,
	stage: Stage,
	options?: WatchOptions,
): Promise<Figures> {
	const watch = createWatch(SECRETS, options);
	stage.hostile.reset();
	try {
		await one.run(stage, watch);
	} catch (error) {
		if (!(error instanceof EnoughFound))
			watch.finding(watch.now, `the class broke off: ${String(error)}`);
	}
	return watch.end();
}
