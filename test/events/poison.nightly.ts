import { AsyncLocalStorage } from 'node:async_hooks';
import { isFailure } from '../../core';
import { clientWith as createBareClient } from '../../core/client';
import type { NetworkEvent, PollContext, SourceState } from '../../core/events/event';
import type { AnyOutput, Leaf, LeafKind } from '../../core/fields/outputs';
import { parseJson } from '../../core/formats/json';
import * as chain from '../../core/subjects/chain/evmBlock';
import * as icmMessage from '../../core/subjects/icmMessage/icmMessage';
import * as tokenBalance from '../../core/subjects/tokenBalance/tokenBalance';
import type { AnyOperation } from '../../core/operations/declare';
import { itemOutput } from '../../core/operations/derived';
import type { HttpRequest, HttpResponse, Transport } from '../../core/protocol/ports';
import { httpTransport } from '../../core/transports/http';
import * as evm from '../../core/subjects/evm/evmLogs';
import { emulatorForTests } from '../emulatorForTests';
import { EVENT_VALUES } from '../../lambdas/notify/events';
import { fakeClock } from '../core/protocol/fakes';
import { restarted } from '../core/events/world';
import { type EventCase, eventCases } from '../../lab/kit/events/case';
import { changes, pollContext } from '../../lab/kit/events/run';

/**
 * Every event reads each of its lists with one more record, one leaf of which is invalid. The poll
 * returns the events that it returns without that record, reports the record once, and continues.
 */

const emulator = emulatorForTests({ transactions: 20, validators: 12 });
afterEach(() => emulator.control.reset());

test('every event has a case', () => {
	expect(new Set(eventCases.map(({ event }) => event.value))).toEqual(new Set(EVENT_VALUES));
});

type Json = Record<string, unknown>;
type Path = ReadonlyArray<string | number>;

/** Becomes -0 in JSON, which JSON.stringify writes as 0. */
const NEGATIVE_ZERO = '@-0@';
const written = (body: unknown) => JSON.stringify(body).replaceAll(`"${NEGATIVE_ZERO}"`, '-0');

/** Values that a leaf of these kinds never has, whatever reads it. */
const HOSTILE: Readonly<Record<LeafKind, readonly unknown[]>> = (() => {
	const text = [{}, [], true];
	const digits = [1.5, '1e30', -1, '9'.repeat(5000), {}, 'x', NEGATIVE_ZERO];
	const whole = [0.1, '1e30', '9007199254740993', '-0', [], 'x', NEGATIVE_ZERO];
	const number = [-1, 'x', {}, '1e400'];
	return {
		...{
			text,
			id: text,
			nodeId: text,
			address: text,
			hash: text,
			hex: text,
			url: text,
			name: text,
		},
		...{
			choice: text,
			timeText: text,
			decimalText: text,
			amount: digits,
			uint64: digits,
			count: whole,
		},
		time: [8_640_000_000_000_001, -1, 0.5, 'x', NEGATIVE_ZERO],
		...{ percent: number, rate: number, duration: number, decimal: ['x', {}, '1e400'] },
		flag: ['true', 1, {}],
	};
})();

/** Leaf for the values that are wrong for a leaf whose kind follows the input. */
const OF_ANY_KIND: Leaf = { type: 'leaf', kind: 'text' };

/** The leaves of a record that are there, outside of lists of records. */
function leavesIn(output: AnyOutput, value: unknown, path: Path = []): Array<[Path, Leaf]> {
	if (value === undefined || value === null) return [];
	if (output.type === 'leaf') return output.anyValue ? [] : [[path, output]];
	if (output.type === 'object') {
		return Object.entries(output.fields).flatMap(([key, part]) =>
			leavesIn(part as AnyOutput, (value as Json)[key], [...path, key]),
		);
	}
	if (output.type === 'byInput') {
		const all = [...Object.values(output.cases), output.otherwise] as AnyOutput[];
		return all.every(({ type }) => type === 'leaf') ? [[path, OF_ANY_KIND]] : [];
	}
	if (output.type === 'list' && !output.records) {
		return leavesIn(output.each as AnyOutput, (value as unknown[])[0], [...path, 0]);
	}
	return [];
}

function withLeaf(record: unknown, path: Path, value: unknown): unknown {
	if (path.length === 0) return value;
	const copy = structuredClone(record) as Json;
	const last = path.at(-1) as string;
	(path.slice(0, -1).reduce<Json>((at, key) => at[key] as Json, copy) as Json)[last] = value;
	return copy;
}

/** A read of one thing as a list of one: it fails instead. */
const SINGLE: ReadonlySet<string> = new Set([chain.getManyBlocks.id, tokenBalance.getManyErc20.id]);

/** Errors of the test itself: an event would take them for failures of the service. */
const mistakes: unknown[] = [];
afterEach(() => expect(mistakes.splice(0)).toEqual([]));

/** A client whose answers are read from the emulator once, and changed on the way. */
function tampered(change: (operation: AnyOperation, body: Json) => void) {
	const { dataUrl: data, metricsUrl: metrics, nodeUrl: node } = emulator;
	const answers = new Map<string, HttpResponse>();
	const current = new AsyncLocalStorage<AnyOperation>();
	const send: Transport = async (request: HttpRequest) => {
		const key = `${request.method} ${request.url} ${request.body ?? ''}`;
		const answer = answers.get(key) ?? (await httpTransport(request));
		answers.set(key, answer);
		// The node's metrics are not JSON.
		if (!/^[{[]/.test(answer.text)) return answer;
		const body = parseJson(answer.text) as Json | Json[];
		try {
			for (const each of [body].flat()) change(current.getStore() as AnyOperation, each);
		} catch (error) {
			mistakes.push(error);
		}
		return { ...answer, text: written(body) };
	};
	const client = createBareClient({
		services: { data: { url: data }, metrics: { url: metrics }, node: { url: node } },
		transport: send,
		clock: fakeClock(),
		retry: { retries: 0 },
	});
	// The events of a watch ask at the same time.
	async function* within<T>(operation: AnyOperation, source: AsyncGenerator<T, void, void>) {
		for (;;) {
			const { done, value } = await current.run(operation, async () => await source.next());
			if (done) return;
			yield value as T;
		}
	}
	return {
		access: client.access,
		call: async (operation, input, options) =>
			await current.run(operation, async () => await client.call(operation, input, options)),
		pages: (operation, input, options) =>
			within(operation, client.pages(operation, input, options)),
		many: (operation, inputs, options) =>
			within(operation, client.many(operation, inputs, options)),
		ranges: (operation, inputs, options) =>
			within(operation, client.ranges(operation, inputs, options)),
	} as typeof client;
}

/** The lists of records within the records of an operation, by their keys. */
function innerLists(operation: AnyOperation): string[] {
	const output = operation.items === undefined ? undefined : itemOutput(operation);
	if (output?.type !== 'object') return [];
	return Object.entries(output.fields as Record<string, AnyOutput>).flatMap(([key, part]) =>
		part.type === 'list' && part.records ? [key] : [],
	);
}

/** The records of an answer, where they are: a list, or a map; or a list within one of them. */
function recordsIn(operation: AnyOperation, body: Json, inner?: string): unknown {
	const all = outerRecords(operation, body);
	if (inner === undefined || !Array.isArray(all)) return all;
	const lists = (all as Json[]).map((each) => each[inner]);
	return lists.find((each) => Array.isArray(each) && each.length > 0);
}

function outerRecords(operation: AnyOperation, body: Json): unknown {
	const result = operation.call.type === 'rpc' ? (body.result as Json) : body;
	if (result === undefined || result === null) return undefined;
	if (operation.id.startsWith('health.')) return result.checks;
	if (operation.items === undefined) return undefined;
	return Array.isArray(result) ? result : result[operation.items];
}

function recordOutput(operation: AnyOperation, inner?: string): AnyOutput {
	if (inner !== undefined) {
		const { fields } = itemOutput(operation) as unknown as { fields: Record<string, AnyOutput> };
		return (fields[inner] as unknown as { each: AnyOutput }).each;
	}
	if (!operation.id.startsWith('health.')) return itemOutput(operation) as AnyOutput;
	const { fields } = operation.output as unknown as { fields: { checks: { each: AnyOutput } } };
	return fields.checks.each;
}

/** A list of records that a poll reads. */
interface List {
	operation: string;
	/** Key of the list within a record of the operation. */
	inner?: string;
}

interface Poison extends List {
	/** True if the record is of another thing. */
	isOther?: boolean;
	path: Path;
	value: unknown;
}

/** Ids of other things: where two records have the same id, the later one counts. */
const OTHER_ID: Readonly<Record<string, Json>> = {
	[icmMessage.getMany.id]: { messageId: 'other' },
	[evm.getManyLogs.id]: { logIndex: '0x3e7' },
};

/**
 * Adds an invalid record to the first list that it fits in; it replaces another one if the position
 * matters.
 */
function poison({ operation, inner, path, value, isOther = false }: Poison) {
	let isDone = false;
	return (called: AnyOperation, body: Json) => {
		const records = called.id === operation && !isDone ? recordsIn(called, body, inner) : undefined;
		if (Array.isArray(records) && records.length > 0) {
			const output = recordOutput(called, inner);
			const like = records.findLast((each) =>
				path.length === 0 ? true : leavesIn(output, each).some(([at]) => same(at, path)),
			);
			if (like === undefined) return;
			isDone = true;
			const id = isOther ? OTHER_ID[operation] : {};
			const own: unknown = path.length === 0 ? like : { ...(like as Json), ...id };
			const bad = withLeaf(own, path, value);
			if (operation === 'index.getManyContainers') records[records.indexOf(like)] = bad;
			else records.push(bad);
		} else if (records && !Array.isArray(records)) {
			isDone = true;
			const [like] = Object.values(records);
			if (like !== undefined) (records as Json).poison = withLeaf(like, path, value);
		}
	};
}

const same = (a: Path, b: Path) => a.join('.') === b.join('.');

type Change = (called: AnyOperation, body: Json) => void;

const ids = (events: readonly NetworkEvent[]) => events.map(({ id }) => id).sort();
const contextOf = (client?: PollContext['client']): PollContext =>
	pollContext(emulator, client && { client });

/** Polls, and sets the clock back to where it was: an answer that comes late moves it. */
async function held<T>(poll: () => Promise<T>): Promise<T> {
	const to = emulator.world.clock.now();
	try {
		return await poll();
	} finally {
		emulator.control.moveClock({ to });
	}
}

/** Lists that some event reads. */
const read = new Set<string>();

/** An event just before a poll that tells something, and the lists that this poll reads. */
async function aboutToTell({ event: { source, watched }, prepare, steps, parsed }: EventCase) {
	const { control, world } = emulator;
	const { client: plain } = contextOf();
	prepare?.(control, world);
	const settings = parsed(world) as never;
	let state: SourceState | undefined;
	let good: NetworkEvent[] = [];
	let before: SourceState | undefined;
	const poll = async () => {
		before = state;
		const {
			events,
			state: next,
			skipped,
		} = await held(async () => await source.poll(settings, state, contextOf(plain)));
		expect(skipped).toBeUndefined();
		state = restarted(next);
		return events;
	};
	await poll();
	await poll();
	const none = { does: 'nothing', act: () => undefined, tells: [] };
	for (const _ of changes(
		steps.flatMap((step) => [step, none, none]),
		emulator,
	)) {
		good = await poll();
		if (good.length > 0) break;
	}
	expect(good.length).toBeGreaterThan(0);

	const lists = new Map<string, List & { leaves: Array<[Path, Leaf]> }>();
	const recording = tampered((operation, body) => {
		for (const inner of [undefined, ...innerLists(operation)]) {
			const records = recordsIn(operation, body, inner);
			const [record] = Array.isArray(records) ? records.slice(-1) : Object.values(records ?? {});
			if (record === undefined) continue;
			const leaves = leavesIn(recordOutput(operation, inner), record);
			const name = inner === undefined ? operation.id : `${operation.id} ${inner}`;
			lists.set(name, { operation: operation.id, inner, leaves });
			read.add(name);
		}
	});
	const polled = await held(async () => await source.poll(settings, before, contextOf(recording)));
	expect(ids(polled.events)).toEqual(ids(good));
	const pollWith = async (client: PollContext['client'], from: SourceState | undefined) =>
		await held(async () => await source.poll(settings, from && restarted(from), contextOf(client)));
	const readers = watched?.settingsOf(settings).length ?? 1;
	return { before, after: state as SourceState, good, lists, plain, pollWith, readers };
}

describe.each(eventCases)('$name', (given) => {
	test('a record that cannot be read ends nothing', async () => {
		const { before, good, lists, pollWith, readers } = await aboutToTell(given);
		let change: Change = () => undefined;
		const client = tampered((called, body) => change(called, body));
		let tried = 0;
		for (const { operation, inner, leaves } of lists.values()) {
			// An entry of a map that is null holds nothing.
			const isMap = operation.startsWith('health.');
			const asAWhole: Array<[Path, readonly unknown[]]> = isMap ? [] : [[[], [null, 7, []]]];
			const hostile = leaves.map(([path, { kind }]) => [path, HOSTILE[kind]] as const);
			for (const [path, values] of [...asAWhole, ...hostile]) {
				for (const value of values) {
					const fullPath = [operation, inner, ...path].filter((each) => each !== undefined);
					const what = `${fullPath.join('.')} ${JSON.stringify(value).slice(0, 40)}`;
					change = poison({ operation, inner, path, value });
					tried++;
					const polled = async (from: SourceState | undefined) => {
						try {
							return await pollWith(client, from);
						} catch (error) {
							expect([what, isFailure(error) && error.kind]).toEqual([what, 'invalid-response']);
							expect([what, SINGLE.has(operation)]).toEqual([what, true]);
							return undefined;
						}
					};
					const first = await polled(before);
					if (first && !SINGLE.has(operation)) {
						const { events, skipped = [] } = first;
						const unreadable = events.filter(({ data }) => data.change === 'unreadable');
						// Each event of a watch reports what it cannot read.
						const reports = skipped.length + unreadable.length;
						expect([what, reports > 0 && reports <= readers]).toEqual([what, true]);
						const rest = ids(events.filter((event) => !unreadable.includes(event)));
						if (operation === 'index.getManyContainers') {
							expect(rest).toHaveLength(good.length - 1);
							expect(ids(good)).toEqual(expect.arrayContaining(rest));
						} else expect([what, rest]).toEqual([what, ids(good)]);
						change = poison({ operation, inner, path, value });
						const again = await polled(first.state);
						expect([what, again?.events, again?.skipped]).toEqual([what, [], undefined]);
					}
					// The position moved past it: without it, nothing is new, and nothing is repeated.
					change = () => undefined;
					const after = await pollWith(client, first ? first.state : before);
					if (operation === 'index.getManyContainers') {
						// The last position is read again: records there that were not reported are
						// new.
						expect(ids(first?.events ?? [])).not.toEqual(expect.arrayContaining(ids(after.events)));
						continue;
					}
					const moved = ids(first?.events ?? []);
					const left = ids(good).filter((one) => !moved.includes(one));
					expect([what, ids(after.events)]).toEqual([what, left]);
				}
			}
		}
		// A response of one thing has no records.
		expect({ lists: lists.size, tried: tried > 0 }).toEqual({
			lists: lists.size,
			tried: lists.size > 0,
		});
	});

	test('a record without a leaf, or with null, ends nothing and loses nothing', async () => {
		const { before, good, lists, pollWith, readers } = await aboutToTell(given);
		let change: Change = () => undefined;
		const client = tampered((called, body) => change(called, body));
		for (const { operation, inner, leaves } of lists.values()) {
			if (SINGLE.has(operation)) continue;
			for (const [path] of leaves) {
				for (const value of [null, undefined]) {
					const what = `${operation} ${inner} ${path.join('.')} ${value}`;
					change = poison({ operation, inner, path, value, isOther: true });
					const { events, state, skipped = [] } = await pollWith(client, before);
					const unreadable = events.filter(({ data }) => data.change === 'unreadable');
					expect([what, skipped.length + unreadable.length <= readers]).toEqual([what, true]);
					const rest = ids(events.filter((event) => !unreadable.includes(event)));
					// It takes the place of another container.
					const expected = operation === 'index.getManyContainers' ? [] : ids(good);
					expect([what, rest]).toEqual([what, expect.arrayContaining(expected)]);
					change = poison({ operation, inner, path, value, isOther: true });
					const again = await pollWith(client, state);
					expect([what, again.events, again.skipped]).toEqual([what, [], undefined]);
				}
			}
		}
	});

	test('a record far ahead does not move the position', async () => {
		if (!given.event.source.replay) return;
		const { before, after, good, lists, plain, pollWith } = await aboutToTell(given);
		let change: Change = () => undefined;
		const client = tampered((called, body) => change(called, body));
		const states: Array<[string, SourceState]> = [];
		const said: string[] = [];
		for (const { operation, inner, leaves } of lists.values()) {
			for (const [path, leaf] of leaves) {
				for (const value of aheadOf(leaf)) {
					const what = `${operation} ${inner} ${path.join('.')} ${value}`;
					change = poison({ operation, inner, path, value });
					const { events, state, skipped = [] } = await pollWith(client, before);
					if (operation !== 'index.getManyContainers') {
						expect([what, ids(events)]).toEqual([what, expect.arrayContaining(ids(good))]);
					}
					said.push(...skipped.map(({ message }) => message));
					states.push([what, state]);
				}
			}
		}
		if (lists.size > 0) {
			expect(said).toContainEqual(expect.stringMatching(AHEAD));
		}
		// Later events are reported in spite of the record that was far ahead.
		changes(given.steps, emulator).next();
		const next = await pollWith(plain, after);
		expect(next.events.length).toBeGreaterThan(0);
		for (const [what, state] of states) {
			const { events } = await pollWith(plain, state);
			expect([what, ids(events)]).toEqual([what, expect.arrayContaining(ids(next.events))]);
		}
	});
});

test('lists within records are among them', () => {
	expect([...read]).toContain('pChainStaking.getManyValidators delegators');
});

const AHEAD =
	/its time has not come|ahead of the newest|its number is not from|blockNumber: must be from/;

/** Values of a leaf beyond what there is now: a moment in ten years, a height that no chain has. */
function aheadOf({ kind, unit }: Leaf): unknown[] {
	const seconds = emulator.world.clock.seconds() + 10 * 365 * 86_400;
	if (kind === 'time') return [unit === 'ms' ? seconds * 1000 : seconds];
	return kind === 'count' ? ['9007199254740000'] : [];
}
