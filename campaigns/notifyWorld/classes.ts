import { runClass as runOf } from '../lambdas/classes';
import { QUEUE_CLASSES } from './queueClasses';
import { SERVICE_CLASSES } from './serviceClasses';
import { SUBSCRIPTION_CLASSES } from './subscriptionClasses';
import { TARGET_CLASSES } from './targetClasses';

/**
 * Faults around notify, one class each. They all happen in virtual time, so that findings do not
 * depend on the machine.
 */

const CLASSES = {
	...TARGET_CLASSES,
	...SERVICE_CLASSES,
	...QUEUE_CLASSES,
	...SUBSCRIPTION_CLASSES,
};

export type ClassName = keyof typeof CLASSES;
export const CLASS_NAMES = Object.keys(CLASSES) as ClassName[];

/** Runs one class and returns its findings. */
export const runClass = (name: ClassName) => runOf(CLASSES, name);
