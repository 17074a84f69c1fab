import { parseStartEvent } from '../../lambdas/startExport/event';
import { planExecutions } from '../../lambdas/startExport/plan';
import type { AvalancheOptions, ExportSchedule } from './optionsSchema';
import {
	deadlineMinutes,
	EXECUTION_DAYS,
	folderOf,
	functionsOf,
	isOff,
	prefixesOf,
} from './options';

/** The rules between options whose values are valid by themselves: one line for each broken rule. */
export function optionsProblems(options: AvalancheOptions): string[] {
	const { aggregate, alarmEmail, alarmTopicArn, exports: exporting, services } = options;
	const wanted = new Set(functionsOf(options));
	const schedules = exporting?.schedules ?? [];
	const problems: string[] = [];
	const rule = (isBroken: boolean, line: string) => void (isBroken && problems.push(line));
	rule(
		wanted.has('startExport') && !wanted.has('exportTransactions'),
		'startExport starts exportTransactions: functions must name both',
	);
	rule(wanted.has('notify') && !options.notify, 'notify.settings is required for notify');
	rule(
		wanted.has('sender') && !wanted.has('notify'),
		'sender sends what notify finds: functions must name both',
	);
	rule(
		wanted.has('receive') && !wanted.has('notify'),
		'receive writes to the table of notify: functions must name both',
	);
	rule(
		wanted.has('subscriptions') && !wanted.has('notify'),
		'notify sends to subscriptions: functions must name both',
	);
	rule(
		options.subscriptions?.limit !== undefined && options.subscriptions.url !== 'iam',
		'subscriptions.limit has no effect on tokens, which have limits of their own: it needs subscriptions.url "iam"',
	);
	rule(wanted.has('topUp') && !options.topUp, 'topUp.settings is required for topUp');
	rule(
		wanted.has('topUp') && !services?.nodeUrl,
		'services.nodeUrl is required for topUp: it reads a node, and sends transactions to it',
	);
	for (const name of ['receive', 'subscriptions', 'topUp'] as const) {
		rule(
			options[name] !== undefined && !wanted.has(name),
			`${name} has no effect: functions must name it, or be left out`,
		);
	}
	rule(
		wanted.has('receive') && !options.apiKey,
		'apiKey is required for receive: webhooks belong to the account of a key',
	);
	rule(
		aggregate?.verification !== undefined && aggregate.verification !== 'off' && !services?.nodeUrl,
		`services.nodeUrl is required if aggregate.verification is ${JSON.stringify(aggregate?.verification)}`,
	);
	rule(
		aggregate?.allowedOrigins !== undefined && !aggregate.url,
		'aggregate.allowedOrigins needs aggregate.url',
	);
	rule(
		alarmEmail !== undefined && alarmTopicArn !== undefined,
		'alarmEmail and alarmTopicArn exclude each other: subscribe the address to that topic',
	);
	const names = schedules.map(({ name }) => name);
	rule(new Set(names).size < names.length, 'exports.schedules must have unique names');
	rule(
		schedules.some((one) => !isOff(one)) && !wanted.has('startExport'),
		'exports.schedules need startExport in functions',
	);
	problems.push(...schedules.flatMap((one) => scheduleProblems(options, one)));
	return problems;
}

/** Stands for the addresses of a schedule that is off, so that the rest of its event is checked. */
const SOME_ADDRESS = { addresses: [`0x${'0'.repeat(40)}`] };
const SOME_PRIMARY = { cChainEvmAddresses: SOME_ADDRESS.addresses };

function scheduleProblems(options: AvalancheOptions, schedule: ExportSchedule): string[] {
	const { name } = schedule;
	const { everyHours, cron } = schedule;
	const problems = [
		...((everyHours === undefined) === (cron === undefined)
			? ['needs everyHours or cron, and not both']
			: []),
		...(cron?.day && cron.weekDay ? ['cron.day and cron.weekDay exclude each other'] : []),
		...sizeProblems(schedule),
		...eventProblems(schedule),
		...waitProblems(options, schedule.event.wait),
		...destinationProblems(options, schedule.event.destination),
	];
	return problems.map((line) => `exports.schedules: ${name}: ${line}`);
}

/** EventBridge Scheduler's limit of an input (bytes). */
const MOST_INPUT = 256 * 1024;

function sizeProblems({ event }: ExportSchedule): string[] {
	const bytes = Buffer.byteLength(JSON.stringify(event));
	// The stack adds the time, and a label.
	if (bytes + 200 <= MOST_INPUT) return [];
	return [
		`event has ${bytes} bytes as JSON, and a schedule of EventBridge takes ${MOST_INPUT}: divide its addresses among several schedules`,
	];
}

/** Checks that the deadline of exports is not later than the end of their execution. */
function waitProblems(options: AvalancheOptions, given: unknown): string[] {
	const { deadlineMinutes: minutes } = (given ?? {}) as { deadlineMinutes?: unknown };
	const most = deadlineMinutes(options);
	if (typeof minutes !== 'number' || minutes <= most) return [];
	return [
		`event.wait.deadlineMinutes must be at most ${most} for exports.executionDays ${options.exports?.executionDays ?? EXECUTION_DAYS}, which include the time to copy the files${options.exports?.callback ? ' and to call back' : ''}; given: ${minutes}`,
	];
}

/** Faults that startExport and exportTransactions themselves find in a schedule's event. */
function eventProblems(schedule: ExportSchedule): string[] {
	const { addresses, cChainEvmAddresses, ...rest } = schedule.event;
	const isEvm = (rest.type ?? 'TRANSACTION_EXPORT_EVM') === 'TRANSACTION_EXPORT_EVM';
	const placeholder = isEvm ? SOME_ADDRESS : SOME_PRIMARY;
	const event = isOff(schedule) ? { ...rest, ...placeholder } : schedule.event;
	if ('time' in schedule.event) return ['event.time is set by the schedule: leave it out'];
	try {
		const order = parseStartEvent(event);
		if (order.action === 'status') return ['event.action must be "start"'];
		planExecutions(order, Date.now());
		return [];
	} catch (error) {
		return [(error as Error).message];
	}
}

/**
 * Faults of a schedule's destination: places that the role of exportTransactions cannot write to.
 */
function destinationProblems(options: AvalancheOptions, given: unknown): string[] {
	const { bucket, prefix } = (given ?? {}) as { bucket?: unknown; prefix?: unknown };
	const problems: string[] = [];
	if (bucket !== undefined && bucket !== options.exports?.bucketName) {
		problems.push(
			`it writes to the bucket ${JSON.stringify(bucket)}, which is not exports.bucketName`,
		);
	}
	const folders = prefixesOf(options).map(folderOf);
	if (typeof prefix === 'string' && !folders.some((one) => folderOf(prefix).startsWith(one))) {
		problems.push(
			`it writes to ${JSON.stringify(prefix)}, which must be listed in exports.prefixes`,
		);
	}
	return problems;
}
