import {
	type AvalancheOptions,
	type ExportSchedule,
	FUNCTIONS,
	type FunctionName,
} from './optionsSchema';

/** The stage of options that name none, as the functions' code has it. */
const DEFAULT_STAGE = 'production';

export const stageOf = ({ stage = DEFAULT_STAGE }: AvalancheOptions) => stage;

/** The id of the stack of some options: one for each stage. */
export function stackIdOf(options: AvalancheOptions): string {
	const stage = stageOf(options);
	return options.stackId ?? (stage === DEFAULT_STAGE ? 'Avalanche' : `Avalanche-${stage}`);
}

/** The functions that options ask for, which have been checked (checkOptions.ts). */
export function functionsOf(options: AvalancheOptions): FunctionName[] {
	const { functions, exports: exporting, notify, receive, subscriptions, topUp } = options;
	const startsNothing = exporting?.schedules?.length && activeSchedules(options).length === 0;
	const wanted = new Set<FunctionName>(
		functions ?? [
			'aggregateSignatures',
			...(exporting ? (['exportTransactions'] as const) : []),
			...(exporting && !startsNothing ? (['startExport'] as const) : []),
			...(notify ? (['notify'] as const) : []),
			...(receive ? (['receive'] as const) : []),
			...(subscriptions ? (['subscriptions'] as const) : []),
			...(topUp ? (['topUp'] as const) : []),
		],
	);
	// It is a part of notify.
	if (wanted.has('notify')) wanted.add('sender');
	return FUNCTIONS.filter((name) => wanted.has(name));
}

/** Minutes of an execution after the deadline of its exports, to copy the last files. */
const REST_MINUTES = 60;
/** Minutes that all retries of a callback take together. */
const CALLBACK_MINUTES = 13 * 60;

/** The longest deadline of exports (minutes) after which an execution has the time to copy files and to call back. */
export function deadlineMinutes({ exports: given = {} }: AvalancheOptions): number {
	const { executionDays = EXECUTION_DAYS, callback } = given;
	return executionDays * 24 * 60 - REST_MINUTES - (callback ? CALLBACK_MINUTES : 0);
}

/** True if a schedule has a list for addresses, and no address in any. */
export function isOff({ event }: ExportSchedule): boolean {
	const lists = [event.addresses, event.cChainEvmAddresses].filter(Array.isArray);
	return lists.length > 0 && lists.every((list) => list.length === 0);
}

/** The schedules that are created. */
export function activeSchedules({ exports: { schedules = [] } = {} }: AvalancheOptions) {
	return schedules.filter((one) => !isOff(one));
}

/** Default days of one execution. */
export const EXECUTION_DAYS = 2;
const DEFAULT_PREFIX = 'exports/';

/** Prefixes that exports may be written under; the first is that of events that name none. */
export function prefixesOf({
	exports: { prefix = DEFAULT_PREFIX, prefixes = [] } = {},
}: AvalancheOptions): [string, ...string[]] {
	return [prefix, ...prefixes];
}

/** A prefix as exportTransactions writes it: `a/b/`, or empty for the whole bucket. */
export function folderOf(prefix: string): string {
	const bare = prefix.replace(/^\/+|\/+$/g, '');
	return bare === '' ? '' : `${bare}/`;
}
