import { type Decimals, withAmounts } from '../../../abi/decimals';
import { type Conditions, type Tests, testsOf, topicValuesOf } from '../../../abi/conditions';
import { keysOf } from '../../../abi/decode';
import { type Topics, decodeLog, loggedEventOf, isEvent, topicsOf } from '../../../abi/events';
import { listed } from '../../../abi/functions';
import { readAbi } from '../../../abi/read';
import {
	type Abi,
	type AbiEvent,
	AbiMistake,
	cutText,
	requireKnown,
	signatureOf,
} from '../../../abi/types';
import { exactName } from '../../../fields/wholeUnits';
import { contractKey } from '../../shared/money';
import type { PollContext } from '../../../events/event';
import { type Log, once, saidDecimals } from '../shared/nodeLogs';
import { tokenDecimals } from '../shared/transfers';
import { wordsOf } from '../transfer/tokenLogs';
import { PRESETS, type PresetName } from './presets';

/** The logs of contracts as the events that the settings select. */

export interface Selection {
	blockchainId?: string;
	preset: string;
	abi?: string;
	addresses?: readonly string[];
	eventNames?: readonly string[];
	conditions?: unknown;
	decimals?: Decimals;
	tokenDecimals?: boolean;
}

/** A log as one of the events, with its arguments as they were decoded. */
export interface ContractLog {
	/** Chain, block hash and log index. */
	id: string;
	chain: string;
	block: number;
	blockHash: string | null;
	/** Unix seconds; 0 if not yet known. */
	time: number;
	logIndex: number;
	txHash: string;
	address: string;
	event: AbiEvent;
	args: Readonly<Record<string, unknown>>;
	hashed?: readonly string[];
	/** Of amounts; undefined if the contract returns none. */
	decimals?: Decimals;
}

/** Several filters are one batch with the newest block: more events have one filter, without their arguments. */
const MOST_FILTERS = 8;

/** The events of the settings, with the filters that the node gets and the tests of what it returns. */
export interface Search {
	events: readonly AbiEvent[];
	topics: readonly Topics[];
	tests: ReadonlyMap<AbiEvent, Tests>;
}

const searches = new WeakMap<Selection, Search>();

/** The search of checked settings. */
export function searchOf(settings: Selection): Search {
	const search = searches.get(settings) ?? searchIn(settings);
	searches.set(settings, search);
	return search;
}

function searchIn(settings: Selection): Search {
	const { conditions = {} } = settings;
	const given = conditions as Conditions;
	const events = eventsIn(settings);
	const whole = wholeIn(settings);
	const tests = new Map(events.map((event) => [event, testsOf(event, given, whole)]));
	const narrow = events.map((event) => topicsOf([event], topicValuesOf(event, given, whole)));
	const isNarrow = narrow.length <= MOST_FILTERS && narrow.some((topics) => topics.length > 1);
	return { events, tests, topics: isNarrow ? narrow : [topicsOf(events)] };
}

/** The filters of logs at the node. */
export const filtersOf = (settings: Selection) =>
	searchOf(settings).topics.map((topics) => ({
		...(settings.addresses && { address: [...settings.addresses] }),
		...(topics.length > 0 && { topics }),
	}));

/** Decimals of the contract itself are not known before it is asked: any number stands for them. */
const wholeIn = ({ decimals, tokenDecimals: own }: Selection) => (own ? 0 : decimals);

/** The selected events. Throws `AbiMistake` about the field of their names. */
export function eventsIn({ preset, abi = '', eventNames }: Selection): AbiEvent[] {
	const all = preset === 'custom' ? readAbi(abi, 'event') : presetAbi(preset as PresetName);
	const known = all.filter(isEvent);
	const stray = eventNames?.find((wanted) => !known.some(({ name }) => name === wanted));
	if (stray !== undefined) {
		const names = listed([...new Set(known.map(({ name }) => name))]);
		throw new AbiMistake(`must be events of these: ${names}, not ${cutText(stray)}`);
	}
	const events = known.filter(({ name }) => eventNames?.includes(name) ?? true);
	events.forEach(({ inputs }) => requireKnown(inputs));
	return events;
}

const presets = new Map<PresetName, Abi>();

/** The events of a preset. */
export function presetAbi(preset: PresetName): Abi {
	const abi = presets.get(preset) ?? readAbi(PRESETS[preset].signatures, 'event');
	presets.set(preset, abi);
	return abi;
}

/**
 * The logs that are one of the events. What a node returns is checked against the filter. Anyone can emit a log with
 * the topic of an event: one of a contract that the settings name is reported if it does not fit the event.
 */
export async function contractLogs(
	logs: readonly Log[],
	settings: Selection,
	context: PollContext,
): Promise<ContractLog[]> {
	const { events } = searchOf(settings);
	const { blockchainId: chain = 'C', addresses } = settings;
	const named = addresses && new Set(addresses.map(contractKey));
	const found: ContractLog[] = [];
	for (const log of logs) {
		const { blockNumber, blockHash, logIndex, transactionHash } = log;
		const address = log.address ?? '';
		if (named && !named.has(contractKey(address))) continue;
		const decoded = decodedIn(events, log);
		if (typeof decoded === 'string') {
			if (named) skipUnfit(decoded, address, context);
			continue;
		}
		found.push({
			id: [chain, blockHash ?? transactionHash, logIndex].join(':'),
			chain,
			block: blockNumber ?? 0,
			blockHash: blockHash ?? null,
			time: 0,
			logIndex: logIndex ?? 0,
			txHash: transactionHash,
			address,
			...decoded,
			decimals: settings.tokenDecimals
				? await contractDecimals(address, settings, context)
				: settings.decimals,
		});
	}
	return found;
}

/** The event of a log and its arguments; otherwise the reason why it is none. */
function decodedIn(
	events: readonly AbiEvent[],
	log: Log,
): Pick<ContractLog, 'event' | 'args' | 'hashed'> | string {
	try {
		const [topics, data] = [log.topics ?? [], log.data ?? '0x'];
		const event = loggedEventOf(events, topics);
		const { args, hashedArgs: hashed, undecoded } = decodeLog([event], { topics, data });
		return undecoded ?? { event, args: { ...(args as object) }, hashed };
	} catch (error) {
		if (!(error instanceof AbiMistake)) throw error;
		return error.message;
	}
}

function skipUnfit(message: string, address: string, { skip }: PollContext): void {
	skip?.({ operation: 'evm.getManyLogs', path: ['topics'], message, names: [address] });
}

async function contractDecimals(address: string, settings: Selection, context: PollContext) {
	const { blockchainId = 'C' } = settings;
	return await once(context, `decimals ${blockchainId} ${address}`, async () => {
		const [said] = wordsOf(await saidDecimals(address, { blockchainId }, context)) ?? [];
		return tokenDecimals(said);
	});
}

/** True for a log that fulfils the conditions; throws if an amount in whole units cannot be compared. */
export function selector(settings: Selection): (log: ContractLog) => boolean {
	const { tests } = searchOf(settings);
	return ({ event, args, decimals, address }) => {
		try {
			return (tests.get(event) ?? []).every(([key, test]) => test(args[key], decimals));
		} catch (error) {
			if (!(error instanceof AbiMistake)) throw error;
			throw new Error(`${cutText(signatureOf(event))} of ${address}: ${error.message}`);
		}
	};
}

/** Characters of JSON that the arguments of an item have at most; longer ones lose those beyond the second number. */
const MOST_CHARACTERS = 65_536;
const MOST_OF_LONG = 1024;

/**
 * The arguments as items have them: amounts as numbers in whole units, or null if the contract returns no decimals,
 * with their exact text behind; and the names of those that are too long for an item.
 */
export function itemArgs({ event, args, decimals }: ContractLog, settings: Selection) {
	const keys = keysOf(event.inputs);
	const values = keys.map((key) => args[key]);
	const isLacking = settings.tokenDecimals === true && decimals === undefined;
	const readable = { ...(withAmounts(event.inputs, values, isLacking ? 0 : decimals) as object) };
	const all: Record<string, unknown> = readable;
	for (const key of keys) if (isLacking && Object.hasOwn(all, exactName(key))) all[key] = null;
	const cut: string[] = [];
	if (JSON.stringify(all).length <= MOST_CHARACTERS) return { args: all, cut };
	for (const key of keys) {
		if (JSON.stringify(all[key]).length <= MOST_OF_LONG) continue;
		all[key] = null;
		cut.push(key);
	}
	return { args: all, cut };
}
