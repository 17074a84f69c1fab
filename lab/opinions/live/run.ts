import {
	type AnyOperation,
	type Clock,
	type Connection,
	servicesOf,
	type Transport,
} from '../../../core';
import { type Asker, createAsker } from '../../kit/operations/ask';
import { type Cases, runCases } from '../../kit/operations/run';
import { type Outcome, triesOf } from './ask';
import type { Known } from '../../kit/operations/inputs';
import { type Question, questionOf, questions } from './questions';

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
	const { clock, transport, given = new Map(), timeoutMs = 30_000 } = options;
	const { apiKey, services: _, ...open } = options;
	const connect = (key: { apiKey?: string }) => {
		const { nodeUrl = '', ...connection } = open;
		const all = servicesOf({ ...connection, ...key, nodeUrl });
		return { data: all.data, metrics: all.metrics, ...(nodeUrl !== '' && { node: all.node }) };
	};
	const answered = new Map<string, string>();
	const known = { given, answered };
	const paces = {
		data: createPace(clock, UNITS_A_MINUTE.data),
		metrics: createPace(clock, UNITS_A_MINUTE.metrics),
		node: async () => {},
	};
	const withKey = createPace(clock, UNITS_A_MINUTE.dataWithKey);
	/** The question that is asked, and its asker. */
	let question: Question;
	let asker: Asker;
	const askerOf = (key: { apiKey?: string }, pace: (question: Question) => Promise<void>) =>
		createAsker({
			...{ clock, timeoutMs, services: connect(key) },
			async transport(request) {
				await pace(question);
				return await transport(request);
			},
		});
	const plain = askerOf({}, async ({ service, cost }) => await paces[service](cost));
	const keyed = apiKey && askerOf({ apiKey }, async ({ cost }) => await withKey(cost));
	const lines: Line[] = [];
	function* casesOf(operation: AnyOperation): Cases {
		question = questionOf(operation);
		const { id, service, cost, deprecated } = question;
		const line: Line = { id, service, cost, deprecated, withoutKey: NO_NODE };
		asker = plain;
		if (service !== 'node' || options.nodeUrl) line.withoutKey = yield* triesOf(question, known);
		if (keyed && service === 'data') {
			asker = keyed;
			line.withKey = yield* triesOf(question, known);
		}
		lines.push(line);
	}
	const chosen = questions().filter(({ service }) => options.services?.includes(service) ?? true);
	await runCases(
		{ casesOf, call: async (operation, use) => await asker.call(operation, use) },
		chosen.map(({ operation }) => operation),
		options,
	);
	return lines.sort((a, b) => a.id.localeCompare(b.id));
}
