import fc from 'fast-check';
import type { Emulator } from '../../../emulator';

/**
 * Upkeep of webhooks as a model: random sequences of publications with other forms, of checks, starts,
 * lost states, plans, outages, and of what others do to the webhooks at the service, for two instances
 * with the same workflow and the same account. After each step, the service has for each instance exactly
 * the webhooks that its form says; at the end, each event comes to the instances that asked for it.
 */

/** One instance of a receiver. */
export interface Instance {
	/** The URL that its webhooks have at the service. */
	url: string;
	/** Publishes it with these settings. Resolves to false if that failed. */
	publish(settings: Form['settings'], takeOver: boolean): Promise<boolean>;
	unpublish(): Promise<boolean>;
	/** False if it failed. */
	check(): Promise<boolean>;
	/** Starts it again, as it was published. False if it failed. */
	restart(): Promise<boolean>;
	loseState(): Promise<void>;
	/** Transactions (by hash) that were handed on because of messages. */
	received(): Promise<string[]>;
}

/** Two instances with one account. */
export interface Pair {
	name: string;
	emulator: Emulator;
	/** Fresh instances at a service that has been reset. */
	instances(): Promise<[Instance, Instance]>;
	/** Resolves when nothing is being received. */
	settled(): Promise<void>;
	close(): Promise<void>;
}

/** The emulated network of a pair. */
export const WORLD = { realTime: false, start: 1_794_052_800_000, transactions: 10, validators: 6 };

const ADDRESSES = ['1', '2', '3', '4', '5', '6', '7'].map((digit) => `0x${digit.repeat(40)}`);
const NODES = [
	'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
	'NodeID-5mb46qkSBj81k9g9e4VFjGGSbaaSLFRzD',
];
const NETWORKS = ['mainnet', 'fuji'];

/** The webhooks that a form asks for: one line for each webhook. */
interface Form {
	settings: Readonly<Record<string, string>>;
	wanted: string[];
}

const transferForm = (addresses: string[]): Form => ({
	settings: { event: 'transfer', addresses: addresses.join(', ') },
	wanted: [`transfer ${[...addresses].sort().join()}`],
});
const delegationForm = (network: string, nodes: string[]): Form => ({
	settings: { event: 'delegation', network, nodeIds: nodes.join(', ') },
	wanted: nodes.map((nodeId) => `${network} ${nodeId}`),
});

const forms = fc.oneof(
	fc.subarray(ADDRESSES, { minLength: 1 }).map(transferForm),
	fc.subarray(ADDRESSES, { minLength: 5, maxLength: 5 }).map(transferForm),
	fc
		.tuple(fc.constantFrom(...NETWORKS), fc.subarray(NODES, { minLength: 1 }))
		.map(([network, nodes]) => delegationForm(network, nodes)),
);

type Hook = ReturnType<Emulator['control']['webhooks']>[number];

/** A webhook of the service as a line of a form. */
function lineOf({ eventType, metadata, network }: Hook): string {
	const { addresses = [], keys = [] } = metadata as { addresses?: string[]; keys?: string[] };
	return eventType === 'address_activity'
		? `transfer ${[...addresses].sort().join()}`
		: `${String(network)} ${keys.join()}`;
}

/** The model's knowledge of an instance. `whole`: nothing has happened to it since it was kept without failure. */
interface Known {
	form?: Form;
	takesOver?: boolean;
	/**
	 * True after the stored state of the instance was removed: it cannot know then whether its URL has
	 * changed.
	 */
	isLost?: boolean;
	whole: boolean;
}
type Model = Known[];
interface Real {
	pair: Pair;
	instances: Instance[];
	/** Names of the steps that were made, for the report. */
	saw(step: string): void;
}
type Step = fc.AsyncCommand<Model, Real>;

const activeAt = ({ pair }: Real, { url }: Instance) =>
	pair.emulator.control
		.webhooks()
		.filter((one) => one.status === 'active' && String(one.url) === url);

/** Throws if the service has other webhooks for an instance than its form says. */
function compare(model: Model, real: Real, step: string): void {
	for (const [at, { form, whole }] of model.entries()) {
		if (!whole) continue;
		const has = activeAt(real, real.instances[at]).map(lineOf).sort();
		const wants = [...(form?.wanted ?? [])].sort();
		if (JSON.stringify(has) === JSON.stringify(wants)) continue;
		throw new Error(
			`after ${step}, the service has [${has.join('; ')}] for instance ${at}, which wants [${wants.join('; ')}]`,
		);
	}
}

/** True while the service refuses everything. */
const isDown = ({ pair }: Real) => pair.emulator.control.faults().length > 0;

function step(name: string, run: (model: Model, real: Real) => Promise<void>): Step {
	return {
		check: () => true,
		async run(model, real) {
			await run(model, real);
			real.saw(name.split(' ')[0]);
			compare(model, real, name);
		},
		toString: () => name,
	};
}

/** Lets an instance act. It may take webhooks of the other one only if it takes over, and does not know its URL. */
async function acted(
	at: number,
	takesOver: boolean,
	model: Model,
	real: Real,
	act: () => Promise<boolean>,
) {
	const others = () => activeAt(real, real.instances[1 - at]).length;
	const before = others();
	const good = await act();
	if (others() >= before) return good;
	if (!takesOver) throw new Error(`instance ${at} took a webhook of the other one`);
	model[1 - at].whole = false;
	return good;
}

/** Publishes an instance. A publication that fails leaves nothing active, if the service can be reached. */
const publish = (at: number, form: Form, takesOver: boolean): Step =>
	step(
		`publish ${at} ${form.wanted.join('; ')}${takesOver ? ', takes over' : ''}`,
		async (model, real) => {
			const down = isDown(real);
			const good = await acted(at, takesOver, model, real, async () => {
				return await real.instances[at].publish(form.settings, takesOver);
			});
			model[at] = good ? { form, takesOver, whole: true } : { whole: !down };
		},
	);

const unpublish = (at: number): Step =>
	step(`unpublish ${at}`, async (model, real) => {
		model[at] = { whole: await real.instances[at].unpublish() };
	});

/** A check or a start makes a published instance whole, if nothing refuses it. */
const again = (at: number, how: 'check' | 'restart'): Step => ({
	...step(`${how} ${at}`, async (model, real) => {
		const { takesOver = false } = model[at];
		const act = async () => await real.instances[at][how]();
		const good = await acted(at, takesOver && model[at].isLost === true, model, real, act);
		model[at].whole ||= good;
		// A check of the node does not store where it is.
		if (good && how === 'restart') model[at].isLost = false;
	}),
	check: (model) => model[at].form !== undefined,
});

const loseState = (at: number): Step =>
	step(`loseState ${at}`, async (model, real) => {
		await real.instances[at].loseState();
		model[at].isLost = true;
		// The network of a webhook is then in its description only.
	});

/** Somebody does something to a webhook at the service. */
function meddle(name: string, pick: number, act: (hook: Hook, real: Real) => void): Step {
	return step(`${name} ${pick}`, async (model, real) => {
		const own = real.instances.flatMap((one, at) =>
			activeAt(real, one).map((hook) => ({ hook, at })),
		);
		if (own.length === 0) return;
		const { hook, at } = own[pick % own.length];
		act(hook, real);
		model[at].whole = false;
		// It may lead to the other instance now.
		for (const [other, { url }] of real.instances.entries()) {
			if (hook.url === url) model[other].whole = false;
		}
	});
}

const plan = (given: { plan: 'free' | 'paid'; most: number }): Step =>
	step(`plan ${given.plan} ${given.most}`, async (_, { pair }) => {
		pair.emulator.control.setWebhooks(given);
	});

const outage = (times: number): Step =>
	step(`outage ${times}`, async (_, { pair }) => {
		const { control } = pair.emulator;
		control.clearFaults();
		if (times > 0) control.addFaults({ faults: [{ kind: 'status', status: 503, times }] });
	});

const at = fc.nat(1);
const pick = fc.nat(20);
const published = fc.tuple(at, forms, fc.boolean()).map((given) => publish(...given));
const checked = at.map((who) => again(who, 'check'));
const restarted = at.map((who) => again(who, 'restart'));
const STEPS = [
	// Publications and checks come more often: what others do matters between them only.
	...[published, published, published, published],
	...[checked, checked, checked, restarted, restarted],
	at.map(unpublish),
	at.map(loseState),
	pick.map((n) => meddle('deactivate', n, (hook) => void (hook.status = 'inactive'))),
	pick.map((n) => meddle('redirect', n, (hook) => void (hook.url = 'https://elsewhere.example/x'))),
	pick.map((n) =>
		meddle('swap', n, (hook, { instances }) => {
			hook.url = instances.find(({ url }) => url !== hook.url)!.url;
		}),
	),
	pick.map((n) =>
		meddle('forget', n, (hook) => {
			Object.assign(hook, { id: `gone-${String(hook.id)}`, status: 'inactive' });
		}),
	),
	pick.map((n) => meddle('describe', n, (hook) => void (hook.description = 'mine'))),
	fc
		.record({
			plan: fc.constantFrom<'free' | 'paid'>('free', 'paid'),
			most: fc.constantFrom(Infinity, Infinity, 3, 4),
		})
		.map(plan),
	fc.constantFrom(0, 1, 2, 3, 1_000_000).map(outage),
];

/** Brings everything back, and compares: what is published is whole, and each event comes where it should. */
async function end(model: Model, real: Real): Promise<void> {
	const { control, world } = real.pair.emulator;
	control.clearFaults();
	control.setWebhooks({ plan: 'paid', most: Infinity, timeScale: 1e9 });
	for (const [who, one] of model.entries()) {
		const instance = real.instances[who];
		const good = one.form ? await instance.restart() : one.whole || (await instance.unpublish());
		if (!good) throw new Error(`instance ${who} does not become whole again`);
		one.whole = true;
	}
	// The instance that starts second may take over webhooks of the first one, which then makes new ones.
	for (const [who, { form }] of model.entries()) {
		if (form && !(await real.instances[who].check()))
			throw new Error(`the check of instance ${who} fails`);
	}
	compare(model, real, 'the end');
	const before = new Set<string>();
	for (const one of real.instances) for (const hash of await one.received()) before.add(hash);
	const asked = new Map<string, (form: Form) => boolean>();
	for (const to of ADDRESSES.slice(0, 3)) {
		const [hash] = control.addTransfers({ transfers: [{ to, value: 1_000_000_000n }] });
		asked.set(hash, ({ settings }) => settings.addresses?.includes(to) ?? false);
	}
	const now = world.clock.seconds();
	for (const network of NETWORKS) {
		for (const nodeId of NODES) {
			const [hash] = control.addTransactions({
				network,
				transactions: [
					{
						...{ txType: 'AddPermissionlessDelegatorTx', nodeId, amount: 25_000_000_000n },
						...{ timestamp: now, startTimestamp: now, endTimestamp: now + 30 * 86_400 },
					},
				],
			});
			asked.set(hash, ({ settings }) => {
				return settings.network === network && settings.nodeIds.includes(nodeId);
			});
		}
	}
	await real.pair.settled();
	for (const [who, { form }] of model.entries()) {
		const got = (await real.instances[who].received()).filter((hash) => !before.has(hash)).sort();
		const due = [...asked]
			.filter(([, isFor]) => form && isFor(form))
			.map(([hash]) => hash)
			.sort();
		if (JSON.stringify(got) !== JSON.stringify(due)) {
			throw new Error(`instance ${who} received ${got.length} events, not its ${due.length}`);
		}
	}
}

/** Plays so many sequences. Returns the steps that were made, by name; throws with the shortest one that fails, or without `shrinks` with the first. */
export async function playModel(
	pair: Pair,
	{ sequences, seed, shrinks = true }: { sequences: number; seed: number; shrinks?: boolean },
): Promise<Map<string, number>> {
	const steps = new Map<string, number>();
	const saw = (name: string) => void steps.set(name, (steps.get(name) ?? 0) + 1);
	const property = fc.asyncProperty(
		fc.commands(STEPS, { maxCommands: 20, size: 'max' }),
		async (commands) => {
			pair.emulator.control.reset();
			const real: Real = { pair, instances: await pair.instances(), saw };
			const model: Model = [{ whole: true }, { whole: true }];
			await fc.asyncModelRun(() => ({ model, real }), commands);
			await end(model, real);
		},
	);
	const result = await fc.check(property, {
		...{ numRuns: sequences, seed, includeErrorInReport: true, endOnFailure: !shrinks },
	});
	if (result.failed) throw new Error(`${pair.name}: ${fc.defaultReportMessage(result)}`);
	return steps;
}
