import { type Template, type Value, ofType, plainId, raised, referred } from './alarms';
import { valuesOf } from './measured';
import { TROUBLES } from './troubles';
import type { AvalancheOptions } from '../lib/optionsSchema';
import { everything } from '../test/everything';
import { templateOf } from '../test/template';

/**
 * `npm run infrastructure -- oncall`: makes each trouble happen, and looks whether the alarms of the template tell of it, by metric,
 * dimensions and threshold. Finds troubles without an alarm, and alarms that no trouble raises.
 */

const OPTIONS: AvalancheOptions = {
	...everything,
	aggregate: { ...everything.aggregate, queue: {} },
	exports: { ...everything.exports, callback: { secret: { secret: 'callback' } } },
};
const template = templateOf(OPTIONS).toJSON() as Template;
const lambdas = ofType(template, 'AWS::Lambda::Function');
const queues = ofType(template, 'AWS::SQS::Queue');

interface Happened {
	name: string;
	alarms: readonly string[];
	values: Value[];
	periods?: number;
}

const ofFunction = (id: string, metric: string): Value => ({
	...{ namespace: 'AWS/Lambda', metric, dimensions: { FunctionName: id }, value: 1 },
});
const ofQueue = (id: string, metric: string, value: number): Value => ({
	...{ namespace: 'AWS/SQS', metric, dimensions: { QueueName: id }, value },
});
const waiting = (id: string) => ofQueue(id, 'ApproximateNumberOfMessagesVisible', 1);

/** Troubles that AWS measures: the template says where an event goes that a function does not process. */
function platformTroubles(): Happened[] {
	const failing = lambdas.flatMap(([id, { Properties }]): Happened[] => {
		const { TargetArn } = (Properties.DeadLetterConfig ?? {}) as { TargetArn?: unknown };
		const letters = TargetArn === undefined ? [] : [referred(TargetArn)];
		return [
			{
				name: `${plainId(id)} crashes, and its event is given up`,
				alarms: [`${plainId(id)}Errors`, ...letters.map((one) => `${plainId(one)}Waiting`)],
				values: [ofFunction(id, 'Errors'), ...letters.map(waiting)],
			},
			{
				name: `${plainId(id)} is throttled`,
				alarms: [`${plainId(id)}Throttles`],
				values: [ofFunction(id, 'Throttles')],
			},
		];
	});
	const stuck = queues.flatMap(([id, { Properties }]): Happened[] => {
		const policy = Properties.RedrivePolicy as { deadLetterTargetArn: unknown } | undefined;
		if (!policy) return [];
		const letters = referred(policy.deadLetterTargetArn);
		return [
			{
				name: `messages of ${plainId(id)} are not taken for 30 minutes`,
				alarms: [`${plainId(id)}Waiting`],
				values: [ofQueue(id, 'ApproximateAgeOfOldestMessage', 1_800)],
			},
			{
				name: `a message of ${plainId(id)} cannot be processed`,
				alarms: [`${plainId(letters)}Waiting`],
				values: [waiting(letters)],
			},
		];
	});
	const unscheduled = ofType(template, 'AWS::Scheduler::Schedule').map(([, { Properties }]) => {
		const { DeadLetterConfig } = Properties.Target as { DeadLetterConfig: { Arn: unknown } };
		const letters = referred(DeadLetterConfig.Arn);
		const name = `the scheduler cannot invoke: ${String(Properties.Description)}`;
		return { name, alarms: [`${plainId(letters)}Waiting`], values: [waiting(letters)] };
	});
	const durable = lambdas.filter(([, { Properties }]) => Properties.DurableConfig);
	const ended = durable.flatMap(([id]) =>
		['DurableExecutionFailed', 'DurableExecutionTimedOut'].map((metric) => ({
			...{ name: `an export ends: ${metric}`, alarms: [metric], values: [ofFunction(id, metric)] },
		})),
	);
	const nothing = {
		name: 'nothing runs',
		alarms: ['NotifyNotRun', 'ReceiveNotRun', 'TopUpNotRun'],
		values: [],
		periods: 3,
	};
	return [...failing, ...stuck, ...unscheduled, ...ended, nothing];
}

async function ownTroubles(): Promise<Happened[]> {
	const all: Happened[] = [];
	for (const { name, alarms, periods, happen } of TROUBLES) {
		const values = Object.entries(await happen()).flatMap(([service, counts]) => {
			const [, { Properties }] = lambdas.find(
				([id]) => plainId(id).toLowerCase() === service.toLowerCase(),
			) as (typeof lambdas)[number];
			const { Variables } = Properties.Environment as { Variables: Record<string, unknown> };
			return valuesOf(service, Variables, counts);
		});
		all.push({ name, alarms, values, periods });
	}
	return all;
}

async function main(): Promise<void> {
	const findings: string[] = [];
	const alarmsRaised = new Set<string>();
	for (const { name, alarms, values, periods = 1 } of [
		...platformTroubles(),
		...(await ownTroubles()),
	]) {
		const found = raised(template, values, periods);
		const missing = alarms.filter((one) => !found.includes(one));
		for (const one of alarms) alarmsRaised.add(one);
		console.log(`${missing.length > 0 ? 'NO ALARM' : 'alarm   '}  ${name}: ${alarms.join(', ')}`);
		if (missing.length > 0) findings.push(`${name}: ${missing.join(', ')} did not go off`);
	}
	for (const [id] of ofType(template, 'AWS::CloudWatch::Alarm')) {
		if (!alarmsRaised.has(plainId(id))) findings.push(`${plainId(id)}: no trouble raises it`);
	}
	console.log(findings.map((one) => `finding: ${one}`).join('\n') || 'Each trouble has its alarm');
	if (findings.length > 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
