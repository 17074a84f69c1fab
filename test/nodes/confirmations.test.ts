import type { IExecuteFunctions } from 'n8n-workflow';
import fc, { occurrences } from '../../core/testing/properties';
import { confirm, confirmedOf } from '../../nodes/AvalancheTrigger/confirmations';

/**
 * Checks and confirmations in several processes, which share one row of n8n's database. Each statement is
 * a step: the processes read and write in any order, overwrite what others wrote, and are killed between
 * any two steps.
 */

/** The row, and the processes that wait for their next step. */
class World {
	row: string[] | undefined;
	waiting: Array<{ process: number; step: () => void }> = [];
	killed = new Set<number>();

	/** A statement of a process: it waits until it is chosen, and never ends if its process is killed. */
	step(process: number): Promise<void> {
		return new Promise((resolve) => this.waiting.push({ process, step: resolve }));
	}
}

/** n8n's helpers in one process: what n8n's DeduplicationHelper does, each statement a step. */
function helpersOf(world: World, process: number): IExecuteFunctions['helpers'] {
	const read = async () => {
		await world.step(process);
		return world.row && [...world.row];
	};
	const write = async (before: string[] | undefined, entries: string[]) => {
		await world.step(process);
		if (!before && world.row) throw new Error('duplicate key value violates unique constraint');
		world.row = entries;
	};
	return {
		async checkProcessedAndRecord(
			items: string[],
			scope: string,
			options: { mode: string; maxEntries?: number },
		) {
			expect([scope, options.mode]).toEqual(['workflow', 'entries']);
			const before = await read();
			const known = new Set(before);
			const fresh = items.filter((item) => !known.has(item));
			const entries = [...(before ?? []), ...fresh];
			await write(before, entries.slice(-(options.maxEntries ?? Infinity)));
			return { new: fresh, processed: items.filter((item) => known.has(item)) };
		},
		async removeProcessed(items: string[]) {
			const before = await read();
			if (!before) return;
			await write(
				before,
				before.filter((entry) => !items.includes(entry)),
			);
		},
	} as unknown as IExecuteFunctions['helpers'];
}

let processes = 0;

/** A process with one execution: executions of one process would take turns. */
function newProcess(world: World) {
	const id = ++processes;
	return {
		getWorkflow: () => ({ id: `workflow in process ${id}`, name: '', active: true }),
		helpers: helpersOf(world, id),
	};
}

const EVENTS = ['a', 'b', 'c'];
const TRIGGER = 'Trigger';

const action = fc.record({
	does: fc.constantFrom('check' as const, 'confirm' as const),
	events: fc.subarray(EVENTS, { minLength: 1 }),
});
/** The next step: a process begins, one of those that wait takes its step, or one is killed. */
const next = fc.record({
	what: fc.constantFrom(
		'begin' as const,
		'step' as const,
		'step' as const,
		'step' as const,
		'kill' as const,
	),
	which: fc.nat(20),
	action,
});

/** Lets all promises go on that can. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

test('no order of statements and kills makes a confirmation of an event that nobody confirmed', async () => {
	const tally = occurrences('two at once', 'killed', 'confirmed', 'undone', 'leftover', 'refused');
	await fc.assert(
		fc.asyncProperty(fc.array(next, { minLength: 8, maxLength: 60 }), async (steps) => {
			const world = new World();
			/** Events for whose confirmation an execution has begun. */
			const begun = new Set<string>();
			const ended = new Set<string>();
			const wrong: string[] = [];
			const begin = ({ does, events }: { does: string; events: string[] }) => {
				const context = newProcess(world);
				if (does === 'confirm') {
					for (const event of events) begun.add(event);
					const done = () => events.forEach((event) => ended.add(event));
					void confirm(context, TRIGGER, events).then(done, () => tally.saw('refused'));
					return;
				}
				const before = new Set(ended);
				void confirmedOf(context, TRIGGER, events).then(
					(confirmed) => {
						wrong.push(...[...confirmed].filter((event) => !begun.has(event)));
						tally.saw('confirmed', confirmed.size > 0);
						tally.saw(
							'undone',
							events.some((event) => before.has(event) && !confirmed.has(event)),
						);
					},
					() => tally.saw('refused'),
				);
			};
			for (const { what, which, action: given } of steps) {
				if (what === 'begin') begin(given);
				else if (world.waiting.length > 0) {
					const [chosen] = world.waiting.splice(which % world.waiting.length, 1);
					if (what === 'step') chosen.step();
					else tally.saw('killed');
				}
				await settle();
				tally.saw('two at once', world.waiting.length > 1);
			}
			// The rest of dead processes.
			world.waiting = [];
			tally.saw(
				'leftover',
				(world.row ?? []).some((key) => key.includes('checked')),
			);
			// A process that nothing disturbs.
			begin({ does: 'check', events: EVENTS });
			for (let i = 0; i < 8; i++) {
				for (const { step } of world.waiting.splice(0)) step();
				await settle();
			}
			expect(wrong).toEqual([]);
		}),
		{ numRuns: 600 },
	);
	tally.expectAll();
});

test('what was confirmed last stays confirmed, if nothing runs beside it', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(action, { maxLength: 12 }), async (actions) => {
			const world = new World();
			const confirmed = new Set<string>();
			for (const { does, events } of actions) {
				const context = newProcess(world);
				const task =
					does === 'confirm'
						? confirm(context, TRIGGER, events).then(() =>
								events.forEach((one) => confirmed.add(one)),
							)
						: confirmedOf(context, TRIGGER, events).then((found) =>
								expect([...found].sort()).toEqual(
									events.filter((one) => confirmed.has(one)).sort(),
								),
							);
				let running = true;
				const ended = task.finally(() => (running = false));
				while (running) {
					for (const { step } of world.waiting.splice(0)) step();
					await settle();
				}
				await ended;
			}
			// Checks leave nothing.
			expect(new Set(world.row)).toHaveProperty('size', confirmed.size);
		}),
		{ numRuns: 100 },
	);
});

test('a check that is killed between its two statements hides no confirmation for good', async () => {
	const world = new World();
	const run = async (task: Promise<unknown>, statements = Infinity) => {
		let done = false;
		void task.then(() => (done = true));
		for (let i = 0; i < statements && !done; i++) {
			for (const { step } of world.waiting.splice(0)) step();
			await settle();
		}
		world.waiting = [];
	};
	await run(confirm(newProcess(world), TRIGGER, ['a']));
	// It has read and written once.
	await run(confirmedOf(newProcess(world), TRIGGER, ['a', 'b']), 2);
	expect(world.row).toHaveLength(4);
	let found: ReadonlySet<string> = new Set(['a']);
	await run(confirmedOf(newProcess(world), TRIGGER, ['a', 'b']).then((set) => (found = set)));
	expect([...found]).toEqual([]);
	await run(confirm(newProcess(world), TRIGGER, ['a', 'b']));
	await run(confirmedOf(newProcess(world), TRIGGER, ['a', 'b']).then((set) => (found = set)));
	expect([...found].sort()).toEqual(['a', 'b']);
});

test('triggers of one workflow do not confirm for each other', async () => {
	const world = new World();
	const context = newProcess(world);
	const timer = setInterval(() => world.waiting.splice(0).forEach(({ step }) => step()), 0);
	try {
		await confirm(context, 'First', ['a']);
		expect([...(await confirmedOf(context, 'Second', ['a']))]).toEqual([]);
		expect([...(await confirmedOf(context, 'First', ['a']))]).toEqual(['a']);
	} finally {
		clearInterval(timer);
	}
});
