import type { Client } from '../../core/client';
import { isFailure } from '../../core/protocol/failure';
import type { Clock } from '../../core/protocol/ports';
import { HandlerError, toHandlerError } from '../shared/errors';
import type { Telemetry } from '../shared/telemetry';
import { collect } from './collect';
import { type Delivered, deliverDue, urlMarkOf } from './deliver';
import type { Send } from './send';
import type { Settings, SourceSettings } from './settings';
import type { Store } from './store';

/** What one run did. */
export interface RunReport extends Delivered {
	sources: SourceReport[];
	disabledTargets: string[];
}

export interface SourceReport {
	name: string;
	/** New events. */
	events: number;
	/** True where another run at the same time was quicker. */
	contended: boolean;
	error?: string;
}

export interface RunOptions {
	settings: Settings;
	store: Store;
	send: Send;
	client: Client;
	clock: Clock;
	telemetry: Pick<Telemetry, 'logger' | 'measure'>;
	/** Unix milliseconds. */
	deadline: number;
	/** Events of one poll at most. Default 200. */
	maxEvents?: number;
}

const MAX_EVENTS = 200;
const MAX_PAGES = 50;
/** The share of the time that sources may use; the rest is for deliveries. */
const POLL_SHARE = 0.5;

/**
 * One run: polls every source, then sends what is due. A source that fails does not keep the others,
 * or deliveries, from going on. Throws only where the store fails.
 */
export async function run(options: RunOptions): Promise<RunReport> {
	const { settings, store, clock, deadline, telemetry } = options;
	const disabled = await disabledTargets(options);
	const sources: SourceReport[] = [];
	const pollEnd = clock.now() + (deadline - clock.now()) * POLL_SHARE;
	for (const source of settings.sources) {
		sources.push(await collected(source, disabled, pollEnd, options));
	}
	const { send } = options;
	const targets = new Map(settings.targets.map((target) => [target.name, target]));
	const done = await deliverDue({ store, send, clock, targets, disabled, deadline });
	telemetry.measure('Deliveries', done.delivered);
	telemetry.measure('FailedDeliveries', done.failed);
	telemetry.measure('DeadLetters', done.dead);
	if (done.dead > 0) telemetry.logger.error('Deliveries were given up', { dead: done.dead });
	return { sources, ...done, disabledTargets: [...disabled.keys()] };
}

async function collected(
	source: SourceSettings,
	disabled: ReadonlyMap<string, string>,
	deadline: number,
	{ settings, store, client, clock, telemetry, maxEvents = MAX_EVENTS }: RunOptions,
): Promise<SourceReport> {
	const { name } = source;
	try {
		const poll = { client, clock, deadline, maxEvents, maxPages: MAX_PAGES };
		const found = await collect(source, { store, targets: settings.targets, disabled, poll });
		telemetry.measure('Events', found.events);
		return { name, ...found };
	} catch (error) {
		// A failing table is no matter of one source: the run ends.
		if (!isFailure(error) && !(error instanceof HandlerError)) throw error;
		const told = toHandlerError(error) as HandlerError;
		telemetry.measure('FailedSources');
		telemetry.logger.error(`Source ${name} failed`, told);
		return { name, events: 0, contended: false, error: `${told.name}: ${told.message}` };
	}
}

/** A target that answered 410 stays disabled until its URL changes or somebody enables it. */
async function disabledTargets({ settings, store }: RunOptions): Promise<Map<string, string>> {
	const states = await Promise.all(
		settings.targets.map(async (target) => ({ target, state: await store.disabled(target.name) })),
	);
	return new Map(
		states.flatMap(({ target, state }) =>
			state?.urlMark === urlMarkOf(target) ? [[target.name, state.reason] as const] : [],
		),
	);
}
