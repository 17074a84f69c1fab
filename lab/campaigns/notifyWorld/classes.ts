import { runClass as runOf } from '../lambdas/classes';
import { QUEUE_CLASSES } from './queueClasses';
import { SUBSCRIPTION_CLASSES } from './subscriptionClasses';

/**
 * Faults around notify, one class each. They all happen in virtual time, so that findings do not
 * depend on the machine.
 */

const CLASSES = {
	...QUEUE_CLASSES,
	...SUBSCRIPTION_CLASSES,
};

export type ClassName = keyof typeof CLASSES;
export const CLASS_NAMES = Object.keys(CLASSES) as ClassName[];

/** Runs one class and returns its findings. */
export const runClass = (name: ClassName) => runOf(CLASSES, name);
