import { createFlights } from '../../core/protocol/flights';
import type { Transport } from '../../core/protocol/ports';
import { httpTransport } from '../../core/transports/http';
import { HandlerError, parseEvent } from '../shared/errors';
import { endingTransport } from '../shared/invocation';
import { servicesClient } from '../shared/services';
import { ACTION, type NotifyAction } from './actionSchema';
import { notifyEnvironment } from './configuration';
import { type DeliveryOptions, deliveryParts } from './parts';
import type { TableRetryOptions } from './patience';
import { pollEndOf } from './run';
import type { Send } from './send';
import type { HttpEvent } from '../shared/http';
import { type ShardedReport, shardedRun } from './shardedRun';

export interface NotifyOptions extends DeliveryOptions {
	send: Send;
	transport?: Transport;
	maxEvents?: number;
	/** Invokes this function again, by its name or ARN; without it, one invocation reads all sources. */
	again?: (name: string, event: object) => Promise<void>;
}

/** The last page of an action may take this long. */
const ANSWER_MS = 5_000;

/**
 * The function: polls the sources and puts their events into the queue of sender; with `action` in the event,
 * lists pending deliveries, lists or redrives dead letters, enables a target, sends it a sample, or changes
 * the sources in the table.
 * Throws `ConfigurationError` at startup if the environment is invalid, and `SourceFailed` or
 * `ShardsNotStarted` at the end of a run in which a source failed, or was left to no invocation.
 */
export function createNotify(options: NotifyOptions) {
	const environment = notifyEnvironment(options.environment);
	const parts = deliveryParts('notify', environment, options);
	const { clock, telemetry, readSettings } = parts;
	const { transport = httpTransport, send, maxEvents, again } = options;
	// One invocation at a time runs in an execution environment.
	let pollEnd = Infinity;
	const clientOnce = servicesClient({
		environment,
		...parts,
		transport: endingTransport(transport, clock, () => pollEnd),
		retry: { retries: 3, budgetMs: 10_000, rateLimitMs: 10_000 },
		timeoutMs: 20_000,
		// Several sources are read at a time: those of one list send one request for it.
		flights: createFlights(),
	});

	let isChecked = false;
	/** Throws `TableUnusable` if the table has deliveries of a version that sent them by itself. */
	async function open(patience: TableRetryOptions) {
		const opened = await parts.open(patience);
		if (!isChecked && (await opened.store.states.isOfEarlierVersion())) {
			throw new HandlerError(
				'TableUnusable',
				`The table ${JSON.stringify(environment.NOTIFY_TABLE)} is of an earlier version of notify, whose deliveries this one does not send. Deploy with a new table; or, if that version has sent all of them, remove the item with pk "targets" and sk "state"`,
			);
		}
		isChecked = true;
		return opened;
	}

	return parts.invoked(async (event: unknown, deadline, context) => {
		pollEnd = pollEndOf(clock.now(), deadline);
		const ofAction = { clock, until: deadline };
		const request = event as HttpEvent | null | undefined;
		// Of the function's URL: it never begins a run.
		if (request?.requestContext) {
			const { CLOSED, linkIn } = await import('../shared/linkPage.js');
			const { answerSigned, signersOf, signedIn } = await import('./signedActions.js');
			const signed = signedIn(request, clock.now());
			if (!signed && !linkIn(request)) return CLOSED;
			const settings = await readSettings();
			const signers = signed ? signersOf(signed, settings) : [];
			if (signed && signers.length === 0) return CLOSED;
			const held = {
				...{ settings, clock, deadline, note: (one: string) => telemetry.logger.warn(one) },
				...(await open(ofAction)),
			};
			if (signed) return await answerSigned(signed, { ...held, send, signers });
			const { answerAlertLink } = await import('./heldActions.js');
			return await answerAlertLink(request, held);
		}
		const asked = actionOf(event);
		if (asked.action !== 'run') {
			const { act } = await import('./actions.js');
			const until = deadline - ANSWER_MS;
			return await act(asked, {
				...{ ...(await open(ofAction)), clock, until, send, settings: readSettings },
			});
		}
		const patience = { clock, until: pollEnd };
		// The settings are read by every run: a rotated secret or a new target is used at once.
		const [opened, settings, client] = await Promise.all([
			open(patience),
			readSettings(),
			clientOnce(),
		]);
		const own = context?.invokedFunctionArn;
		const report: ShardedReport = await shardedRun({
			...{ ...opened, settings, client, clock, telemetry, deadline, pollEnd },
			onRead: () => void (patience.until = deadline),
			...{ maxEvents, shard: asked.shard },
			...(again && own && { again: (next: object) => again(own, next) }),
		});
		// Always measured: an alarm is raised if this metric is missing.
		if (!asked.shard) telemetry.measure('Runs');
		telemetry.logger.info('The run has ended', { ...report });
		const failed = report.sources.filter(({ error }) => error !== undefined);
		if (failed.length === 0) {
			if (report.notStarted === undefined) return report;
			throw new HandlerError(
				'ShardsNotStarted',
				`${report.notStarted} shards of the sources could not be started, and are read by the next run. The role needs lambda:InvokeFunction on this function; the log has the cause`,
			);
		}
		const list = failed.map(({ name, error }) => `${name} (${error})`).join('; ');
		throw new HandlerError(
			'SourceFailed',
			`Sources failed and are read again by the next run: ${list}`,
		);
	});
}

/** The action of an event; the schema of actions is made for those that have one. */
function actionOf(event: unknown): NotifyAction {
	const hasAction = typeof event === 'object' && event !== null && 'action' in event;
	return hasAction ? parseEvent(ACTION(), event) : { action: 'run' };
}
