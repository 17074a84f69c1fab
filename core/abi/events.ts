import { hexToBytes } from '../formats/hex';
import { type Decimals, withAmounts } from './decimals';
import { decodeValues, decodeWord, keysOf } from './decode';
import { encodeOne } from './encode';
import {
	type Abi,
	type AbiEvent,
	type AbiItem,
	AbiMistake,
	type AbiParameter,
	type AbiType,
	isDynamic,
	labelOf,
	requireKnown,
	cutText,
	signatureOf,
	typeText,
} from './types';
import { unreadIn } from './functions';
import { digitsOf, hashOf, topicOf } from './words';

/** Logs of contracts: the event that each is, and the topics to search them by. */

/** A log as nodes return it. */
export interface EncodedLog {
	/** Hashes, each 0x and 64 digits. */
	topics: readonly string[];
	/** Hex with 0x. */
	data: string;
}

/** A log that was decoded: the event is null if it is none of the ABI, and `undecoded` says why. */
export interface DecodedEvent {
	event: string | null;
	/** By name; a list if no argument has one. */
	args: unknown;
	/** Such as `Transfer(address,address,uint256)`. */
	signature: string | null;
	/** Arguments that a log has the hash of only: texts, bytes, lists and tuples that are indexed. */
	hashedArgs?: string[];
	undecoded?: string;
}

export function isEvent(item: AbiItem): item is AbiEvent {
	return item.kind === 'event';
}

const indexedOf = ({ inputs }: AbiEvent) => inputs.filter(({ indexed }) => indexed);

/** The event of a log and its arguments. Anyone can emit any log: one that does not fit is not decoded. */
export function decodeLog(abi: Abi, log: EncodedLog, decimals?: Decimals): DecodedEvent {
	let signature: string | undefined;
	try {
		const event = loggedEventOf(abi, log.topics);
		signature = signatureOf(event);
		return decodeAs(event, log, decimals);
	} catch (error) {
		if (!(error instanceof AbiMistake)) throw error;
		const why = signature === undefined ? '' : `The log does not fit ${cutText(signature)}: `;
		return { event: null, args: null, signature: null, undecoded: why + error.message };
	}
}

/** The event that a log with these topics is. Throws `AbiMistake` if it is none of the ABI. */
export function loggedEventOf(abi: Abi, topics: readonly string[]): AbiEvent {
	const events = abi.filter(isEvent);
	const [first = 'no topic'] = topics;
	const named = events.filter((each) => !each.anonymous && topicOf(each) === first.toLowerCase());
	const fitting = named.find((each) => indexedOf(each).length === topics.length - 1);
	if (fitting) return fitting;
	if (named.length === 0) {
		const anonymous = events.filter(
			(each) => each.anonymous && indexedOf(each).length === topics.length,
		);
		if (anonymous.length === 1) return anonymous[0];
		const unread = unreadIn(events);
		throw new AbiMistake(`The ABI has no event with the topic ${cutText(first)}${unread}`);
	}
	const [event] = named;
	const said = indexedOf(event).length;
	throw new AbiMistake(
		`${cutText(signatureOf(event))} has ${said} indexed ${said === 1 ? 'argument' : 'arguments'} in the ABI, the log has ${topics.length - 1}`,
	);
}

function decodeAs(
	event: AbiEvent,
	{ topics, data }: EncodedLog,
	decimals: Decimals | undefined,
): DecodedEvent {
	requireKnown(event.inputs);
	const signature = signatureOf(event);
	const words = topics.slice(event.anonymous ? 0 : 1).map(wordIn);
	const plain = decodeValues(
		event.inputs.filter(({ indexed }) => !indexed),
		digitsOf(data),
	);
	const hashed: string[] = [];
	const values = event.inputs.map((input, at) => {
		if (!input.indexed) return plain.shift();
		const word = words.shift() as string;
		if (!isHashed(input.type)) return decodeWord(input.type, word, labelOf(input, at));
		hashed.push(keysOf(event.inputs)[at]);
		return `0x${word}`;
	});
	return {
		event: event.name,
		args: withAmounts(event.inputs, values, decimals),
		signature,
		...(hashed.length > 0 && { hashedArgs: hashed }),
	};
}

function wordIn(topic: string): string {
	const digits = digitsOf(topic);
	if (digits.length !== 64) throw new AbiMistake('a topic does not have 64 digits');
	return digits;
}

/** True for a type whose topic is a hash of the value. */
export function isHashed(type: AbiType): boolean {
	return isDynamic(type) || type.kind === 'list' || type.kind === 'tuple';
}

/** A topic filter: for each place a topic, several, or null for any. */
export type Topics = Array<string | string[] | null>;

/**
 * The topics of events, and of one event with the given values of indexed args: for each a value, a
 * list of values, or null for any. Throws `AbiMistake`.
 */
export function topicsOf(abi: Abi, values: Readonly<Record<string, unknown>> = {}): Topics {
	const events = abi.filter(isEvent);
	const [event, ...others] = events;
	if (!event) throw new AbiMistake('must have an event');
	const named = events.filter(({ anonymous }) => !anonymous);
	const first = [...new Set(named.map(topicOf))];
	const names = Object.keys(values);
	if (others.length > 0) {
		if (names.length > 0)
			throw new AbiMistake('must be empty with several events: filter the items');
		if (named.length < events.length) return [];
		return [first.length === 1 ? first[0] : first];
	}
	const indexed = indexedOf(event);
	const known = indexed.map(({ name }) => name).filter((name) => name !== '');
	const stray = names.find((name) => !known.includes(name));
	if (stray !== undefined) {
		const choices = known.length > 0 ? known.join(', ') : 'none, as it has none with a name';
		throw new AbiMistake(
			`must have indexed arguments of ${cutText(event.name)} only (${cutText(choices)}), not ${cutText(stray)}`,
		);
	}
	const args = indexed.map((input) =>
		input.name === '' ? null : topicFor(input, values[input.name]),
	);
	const last = args.findLastIndex((topic) => topic !== null);
	return [...first, ...args.slice(0, last + 1)];
}

function topicFor(input: AbiParameter, given: unknown): string | string[] | null {
	if (given === undefined || given === null) return null;
	if (Array.isArray(given)) {
		if (given.length === 0) throw new AbiMistake(`must have a value in the list of ${input.name}`);
		return given.map((each: unknown) => topicForOne(input, each));
	}
	return topicForOne(input, given);
}

/** The topic of a value of an indexed argument. Throws `AbiMistake`. */
export function topicForOne({ name, type }: AbiParameter, value: unknown): string {
	if (type.kind === 'list' || type.kind === 'tuple') {
		throw new AbiMistake(`must not have ${name}: the topic of ${typeText(type)} is a hash`);
	}
	try {
		const encoded = encodeOne(type, value, name);
		if (!isDynamic(type)) return `0x${encoded}`;
		const length = Number(`0x${encoded.slice(0, 64)}`);
		return `0x${hashOf(hexToBytes(encoded.slice(64, 64 + 2 * length)))}`;
	} catch (error) {
		if (!(error instanceof AbiMistake)) throw error;
		throw new AbiMistake(`must fit the event: ${error.message}`);
	}
}
