import { dyingEverywhere } from '../../core/testing/deaths';
import fc from '../../core/testing/properties';
import { gzipSync } from 'node:zlib';
import { fingerprint, packFingerprints } from '../../core/events/fingerprints';
import { callsOf, acceptedBy, begin, MINUTE } from '../../lab/campaigns/notifyWorld/checks';
import { memoryTable } from '../../lab/campaigns/notifyWorld/table';
import { NOON, makeWorld, targetNamed } from '../../lab/campaigns/notifyWorld/world';
import { virtualClock } from '../../core/testing/virtualClock';
import { contentChunks } from '../../lambdas/notify/chunks';
import { fromParts, inParts } from '../../lambdas/notify/stateParts';
import { dynamoStore } from '../../lambdas/notify/dynamoStore';
import type { Cursor } from '../../lambdas/notify/store';

/** The state of a source that is too large for an item of the table. */

const marksOf = (count: number) =>
	new Map(Array.from({ length: count }, (_, at) => [fingerprint(`validation-${at}`), 1]));
const stateOf = (marks: ReadonlyMap<number, number>) => ({
	k: 'key',
	v: packFingerprints(marks),
	n: 1,
});
const validator = (at: number) => ({
	txID: `validation-${at * 7919}`,
	nodeID: `NodeID-${at}`,
	startTime: '1700000000',
	weight: '1',
});
const joined = (at: number) => `validator.joined:validation-${at * 7919}`;
const SOURCE = { name: 'node', event: 'validator', source: 'primary' };

const partsIn = (table: { items: () => Array<Record<string, unknown>> }) =>
	table.items().filter(({ sk }) => String(sk).startsWith('part#'));

test('a state in parts is the same state, whatever it has', () => {
	const longText = fc
		.tuple(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 16_000, max: 90_000 }))
		.map(([seed, length]) => {
			const bytes = Buffer.alloc(length);
			for (let at = 0, sum = seed; at < length; at++) {
				sum = (Math.imul(sum, 1664525) + 1013904223) | 0;
				bytes[at] = sum >>> 24;
			}
			return bytes;
		});
	const value = fc.oneof(
		fc.jsonValue(),
		longText.map((bytes) => bytes.toString('base64')),
		// Almost base64, and no base64.
		longText.map((bytes) => bytes.toString('base64').replace(/^./, '-')),
		longText.map((bytes) => bytes.toString('base64').replace(/=*$/, '')),
		longText.map((bytes) => bytes.toString('latin1')),
	);
	const states = fc.record({ k: fc.string(), fields: fc.dictionary(fc.string(), value) });
	fc.assert(
		fc.property(states, (state) => {
			const { names, parts } = inParts(state);
			const json: unknown = JSON.parse(JSON.stringify(state));
			expect(fromParts(names, parts)).toEqual(json);
			for (const bytes of parts.values()) expect(bytes.length).toBeLessThanOrEqual(64 * 1024);
			const [first] = parts.keys();
			expect(fromParts(names, new Map([...parts].filter(([name]) => name !== first)))).toBe(
				undefined,
			);
		}),
		{ numRuns: 200 },
	);
});

test('chunks are the bytes, and those far from a change stay the same', () => {
	const { v } = stateOf(marksOf(100_000));
	const bytes = Buffer.from(v, 'base64');
	const chunks = contentChunks(bytes);
	expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
	expect(bytes.length / chunks.length).toBeGreaterThan(12 * 1024);
	expect(bytes.length / chunks.length).toBeLessThan(40 * 1024);
	const known = new Set(chunks.map((chunk) => Buffer.from(chunk).toString('hex')));
	fc.assert(
		fc.property(
			fc.nat(bytes.length),
			fc.uint8Array({ minLength: 1, maxLength: 9 }),
			fc.boolean(),
			(at, insert, replaces) => {
				const rest = bytes.subarray(replaces ? Math.min(bytes.length, at + 3) : at);
				const changed = contentChunks(Buffer.concat([bytes.subarray(0, at), insert, rest]));
				const fresh = changed.filter((chunk) => !known.has(Buffer.from(chunk).toString('hex')));
				// A cut that moves may move the next ones; they meet again soon.
				expect(fresh.length).toBeLessThanOrEqual(8);
			},
		),
		{ numRuns: 50 },
	);
});

test('one more validator of 200,000 changes three parts or fewer', () => {
	const marks = marksOf(200_000);
	const before = inParts(stateOf(marks));
	let fresh = 0;
	for (let at = 0; at < 8; at++) {
		const more = new Map([...marks, [fingerprint(`another-${at}`), 1]]);
		const { parts } = inParts(stateOf(more));
		fresh += [...parts.keys()].filter((name) => !before.parts.has(name)).length;
	}
	expect(fresh / 8).toBeLessThanOrEqual(3);
});

test('200,000 validators: each change arrives, and writes only the parts that it changes', async () => {
	const world = makeWorld({ sources: [SOURCE], targets: [targetNamed('a')] });
	world.service.validators = Array.from({ length: 200_000 }, (_, at) => validator(at));
	await begin(world);
	const parts = partsIn(world.table).length;
	expect(parts).toBeGreaterThan(20);
	const counted = async () => {
		const { writeUnits, readUnits } = world.table.count;
		const calls = callsOf(world);
		const { error } = await world.invoke();
		expect(error).toBe(undefined);
		world.clock.time += MINUTE;
		return {
			calls: callsOf(world) - calls,
			writeUnits: world.table.count.writeUnits - writeUnits,
			readUnits: world.table.count.readUnits - readUnits,
		};
	};
	const quiet = await counted();
	// The cursor, its parts, which are less than a page of 1 MB, and nine calls that are the same for all sources.
	expect(quiet.calls).toBe(11);
	expect(quiet.writeUnits).toBe(0);
	expect(quiet.readUnits).toBeLessThan(320);
	world.service.validators.push(validator(200_000));
	const change = await counted();
	// As it is: 1,100 units for each of the two moves of the cursor.
	expect(change.writeUnits).toBeLessThan(300);
	await world.pass();
	expect([...acceptedBy(world.arrivals, 'a')]).toEqual([joined(200_000)]);
	expect(partsIn(world.table).length).toBeLessThan(parts + 3);
}, 300_000);

test('a cursor of an earlier version, in one item, is read; its state moves to parts', async () => {
	const clock = virtualClock(NOON);
	const table = memoryTable({ clock });
	const state = stateOf(marksOf(60_000));
	const data = gzipSync(JSON.stringify({ state, batch: [{ id: 'one' }] }));
	expect(data.length).toBeLessThan(380 * 1024);
	await clock.run(() => table.put({ pk: 'source#old', sk: 'cursor', version: 7, data }));
	const store = dynamoStore(table as never, 'notify');
	const cursor = await clock.run(() => store.cursors.read('old'));
	expect(cursor).toEqual({ version: 7, state, batch: [{ id: 'one' }] });
	expect(await clock.run(() => store.cursors.move('old', cursor, { state }))).toBeDefined();
	expect(partsIn(table).length).toBeGreaterThan(5);
	const { stored: _, ...read } = await clock.run(() => store.cursors.read('old'));
	expect(read).toEqual({ version: 8, state });
	// A small state is in the item again, and no part is left.
	const small = { k: 'key' };
	await clock.run(
		async () => await store.cursors.move('old', await store.cursors.read('old'), { state: small }),
	);
	expect(partsIn(table)).toEqual([]);
	expect(await clock.run(() => store.cursors.read('old'))).toEqual({ version: 9, state: small });
});

test('parts that are lost are an error with the remedy', async () => {
	const clock = virtualClock(NOON);
	const table = memoryTable({ clock });
	const store = dynamoStore(table as never, 'notify');
	await clock.run(() =>
		store.cursors.move('node', { version: 0 }, { state: stateOf(marksOf(60_000)) }),
	);
	const [{ pk, sk }] = partsIn(table);
	table.remove({ pk, sk });
	await expect(clock.run(() => store.cursors.read('node'))).rejects.toMatchObject({
		name: 'SourceIncomplete',
		message: expect.stringMatching(/does not have all parts of its state.*source#node/),
	});
});

test('writers at the same time, delayed and dead at any call, lose and damage nothing', async () => {
	const marks = marksOf(30_000);
	const text = packFingerprints(marks);
	/** One of few states, so that a part that was removed is needed again. */
	const stateNumber = (number: number) => ({
		k: `${number % 3}`,
		v: number % 5 === 0 ? '' : packFingerprints(new Map([...marks, [1_000_000 * (number % 3), 0]])),
	});
	expect(text.length).toBeGreaterThan(64 * 1024);
	const plans = fc.array(
		fc.record({
			start: fc.integer({ min: 0, max: 60 }),
			delays: fc.array(fc.integer({ min: 0, max: 25 }), { minLength: 1, maxLength: 8 }),
			/** The call at which it dies; before or after it. */
			dies: fc.option(fc.record({ call: fc.nat(30), after: fc.boolean() }), { nil: undefined }),
			state: fc.nat(8),
		}),
		{ minLength: 2, maxLength: 12 },
	);
	await fc.assert(
		fc.asyncProperty(plans, async (writers) => {
			const clock = virtualClock(NOON);
			const table = memoryTable({ clock, latencyMs: 1 });
			/** The states by version: what may be read, and nothing else. */
			const written = new Map<number, unknown>();
			const readable = async (): Promise<Cursor> => {
				const cursor = await dynamoStore(table as never, 'notify').cursors.read('s');
				if (cursor.version > 0) expect(cursor.state).toEqual(written.get(cursor.version));
				return cursor;
			};
			await clock.run(() =>
				Promise.all(
					writers.map(async ({ start, delays, dies, state: number }) => {
						let call = 0;
						const death = Promise.withResolvers<void>();
						const never = () => (death.resolve(), new Promise<never>(() => undefined));
						let dead = false;
						const client = {
							async send(command: never) {
								const own = call++;
								if (dead || (own === dies?.call && !dies.after))
									return ((dead = true), await never());
								await clock.sleep(delays[own % delays.length]);
								if (dead) return await never();
								const input = (command as { input: { Item?: { sk: string; version: number } } })
									.input;
								const answer = await table.send(command);
								// Taken down where the table takes it, in front of the answer.
								if (input.Item?.sk === 'cursor') written.set(input.Item.version, state);
								if (own === dies?.call) return ((dead = true), await never());
								await clock.sleep(delays[(own + 1) % delays.length]);
								return answer;
							},
						};
						const state = stateNumber(number);
						const store = dynamoStore(client as never, 'notify');
						await clock.sleep(start);
						const work = store.cursors.read('s').then(async (from) => {
							await store.cursors.move('s', from, { state });
						});
						await Promise.race([work, death.promise]);
						await readable();
					}),
				),
			);
			// Later changes leave exactly the parts that the cursor names: the first may not have read any.
			for (const number of [7, 8]) {
				const last = await clock.run(readable);
				const state = stateNumber(number);
				written.set(last.version + 1, state);
				const store = dynamoStore(table as never, 'notify');
				const next = await clock.run(() => store.cursors.move('s', last, { state }));
				expect(next?.version).toBe(last.version + 1);
			}
			const { stored } = await clock.run(readable);
			const left = partsIn(table).map(({ sk }) => String(sk).slice('part#'.length));
			expect([...left].sort()).toEqual([...(stored?.named ?? [])].sort());
		}),
		{ numRuns: 25 },
	);
}, 300_000);

test('a run that dies at any call loses nothing, and repeats nothing under another id', async () => {
	const deaths = await dyingEverywhere(async (death) => {
		const world = makeWorld({ sources: [SOURCE], targets: [targetNamed('a')] });
		world.service.validators = Array.from({ length: 12_000 }, (_, at) => validator(at));
		await begin(world);
		expect(partsIn(world.table).length).toBeGreaterThan(1);
		world.service.validators.push(validator(12_000), validator(12_001));
		let calls = 0;
		world.state.crash = () => (++calls === death.at ? death.side : undefined);
		const { killed } = await world.invoke();
		world.state.crash = undefined;
		for (let run = 0; run < 3; run++) {
			world.clock.time += 10 * MINUTE;
			await world.pass();
		}
		expect([...acceptedBy(world.arrivals, 'a')].sort()).toEqual([joined(12_000), joined(12_001)]);
		expect(new Set(world.arrivals.map(({ messageId }) => messageId)).size).toBe(2);
		return killed;
	});
	expect(deaths).toBeGreaterThan(2 * 15);
}, 300_000);
