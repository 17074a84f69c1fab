import { type Clock, type Connection, servicesOf, type Transport } from '../../../core';
import { createLiveAsker, type Outcome } from './ask';
import type { Known } from '../../kit/operations/inputs';
import { type Question, questions } from './questions';

/** Calls every operation that changes nothing, once without and once with a key. */

export interface LiveOptions extends Omit<Connection, 'nodeUrl'> {
	/** Without it, operations of a node are not called. */
	nodeUrl?: string;
	transport: Transport;
	clock: Clock;
	/** Values of fields from the user. */
	given?: Known;
	timeoutMs?: number;
	/** Only operations of these services. */
	services?: ReadonlyArray<Question['service']>;
	/** Only operations with this text in their id. */
	only?: string;
	say?: (line: string) => void;
}

/** An operation and its outcome. Only the data service uses keys. */
export interface Line {
	id: string;
	service: Question['service'];
	cost: number;
	deprecated: boolean;
	withoutKey: Outcome;
	withKey?: Outcome;
}

/** Compute units a minute of callers without a key and with one of the free plan. */
const UNITS_A_MINUTE = { data: 6_000, dataWithKey: 8_000, metrics: 8_000 } as const;
/** The share of them to use: others may call with the same key or address. */
const SHARE = 0.5;
const WINDOW_MS = 60_000;

const NO_NODE: Outcome = {
	result: 'unknown',
	message: 'No node was given (--node-url)',
	differences: [],
	fields: [],
};

/** Waits so that the calls of a minute cost at most a share of the limit. */
export function createPace(clock: Clock, unitsAMinute: number) {
	const budget = unitsAMinute * SHARE;
	let start = clock.now();
	let used = 0;
	return async (cost: number): Promise<void> => {
		if (used > 0 && used + cost > budget) {
			const rest = start + WINDOW_MS - clock.now();
			if (rest > 0) await clock.sleep(rest);
			start = clock.now();
			used = 0;
		} else if (clock.now() - start >= WINDOW_MS) {
			start = clock.now();
			used = 0;
		}
		used += cost;
	};
}

/** Calls all operations in turn. Throws `Failure` of kind `invalid-input` for an invalid URL. */
export async function runLive(options: LiveOptions): Promise<Line[]> {
	const { clock, transport, given = new Map(), timeoutMs = 30_000, say = () => {} } = options;
	const { apiKey, services: _, ...open } = options;
	const connect = (key: { apiKey?: string }) => {
		const { nodeUrl = '', ...connection } = open;
		const all = servicesOf({ ...connection, ...key, nodeUrl });
		return { data: all.data, metrics: all.metrics, ...(nodeUrl !== '' && { node: all.node }) };
	};
	const seen = new Map<string, string>();
	const shared = { transport, clock, given, seen, timeoutMs };
	const paces = {
		data: createPace(clock, UNITS_A_MINUTE.data),
		metrics: createPace(clock, UNITS_A_MINUTE.metrics),
		node: async () => {},
	};
	const plain = createLiveAsker({
		...shared,
		services: connect({}),
		pace: async ({ service, cost }) => await paces[service](cost),
	});
	const withKey = createPace(clock, UNITS_A_MINUTE.dataWithKey);
	const pace = async ({ cost }: Question) => await withKey(cost);
	const keyed = apiKey
		? createLiveAsker({ ...shared, services: connect({ apiKey }), pace })
		: undefined;
	const chosen = questions()
		.filter(({ service }) => options.services?.includes(service) ?? true)
		.filter(({ id }) => id.includes(options.only ?? ''));
	const lines: Line[] = [];
	for (const [at, question] of chosen.entries()) {
		const { id, service, cost, deprecated } = question;
		say(`${at + 1}/${chosen.length} ${id}`);
		const line: Line = { id, service, cost, deprecated, withoutKey: NO_NODE };
		if (service !== 'node' || options.nodeUrl) line.withoutKey = await plain(question);
		if (keyed && service === 'data') line.withKey = await keyed(question);
		lines.push(line);
	}
	return lines.sort((a, b) => a.id.localeCompare(b.id));
}
