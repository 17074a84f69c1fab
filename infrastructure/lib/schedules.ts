import type { Stack } from 'aws-cdk-lib';
import type { Function } from 'aws-cdk-lib/aws-lambda';
import { Schedule, type ScheduleExpression, ScheduleTargetInput } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import { type Queue } from 'aws-cdk-lib/aws-sqs';
import { deadLetterQueue } from './queues';

/** Events that the scheduler could not hand to Lambda; one queue for all schedules. */
const QUEUE = 'FailedSchedules';

export interface PlannedInvocation {
	schedule: ScheduleExpression;
	description: string;
	target: Function;
	event: Record<string, unknown>;
	/** Number of times that the scheduler repeats an event that Lambda does not accept. */
	retryAttempts: number;
}

/** Invokes a function by a schedule. An event that Lambda never took is left in a queue. */
export function addSchedule(stack: Stack, id: string, planned: PlannedInvocation): void {
	const { schedule, description, target, event, retryAttempts } = planned;
	const queue = stack.node.tryFindChild(QUEUE) ?? deadLetterQueue(stack, QUEUE);
	new Schedule(stack, id, {
		schedule,
		description,
		target: new LambdaInvoke(target, {
			input: ScheduleTargetInput.fromObject(event),
			retryAttempts,
			deadLetterQueue: queue as Queue,
		}),
	});
}
