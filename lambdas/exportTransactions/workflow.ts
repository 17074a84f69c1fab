import { type DurableContext, type StepConfig, StepSemantics } from '@aws/durable-execution-sdk-js';
import { isFinished } from '../../core/exports/wait';
import { HandlerError, invalidEvent, toHandlerError } from '../shared/errors';
import {
	type ExportInput,
	type ExportOrder,
	callbackIn,
	parseExportEvent,
} from '../shared/exportEvent';
import { type CallbackPorts, callBack, checkCallback } from './callback';
import { type Copy, type OpenCopy, copyRange } from './copy';
import type { ExportEnvironment } from './environment';
import { executionName, objectKeysOf } from './keys';
import type { ExportedFile, Manifest } from '../types';
import { reserve } from './reservation';
import { type Progress, type StepPorts, exportFailed, readProgress, startOne } from './steps';
import { retryRange, retryStart, retryTransfer, waitStrategy } from './strategies';

/** Maximum number of windows of a range. */
const MAX_WINDOWS = 100;
/**
 * A reservation is valid for this long after the deadline of the exports, while files are copied.
 */
const RESERVED_LONGER_MS = 24 * 60 * 60_000;
/** Maximum number of times that the upload of a file is started, if S3 loses it or the service changes the file. */
const MAX_UPLOADS = 3;
/** Errors after which a file is copied from its beginning, and the last error of all attempts. */
const AGAIN: Record<string, string | undefined> = {
	UploadLost: 'DestinationError',
	FileChanged: 'InvalidResponse',
};

type Settings = Pick<
	ExportEnvironment,
	'EXPORT_BUCKET' | 'EXPORT_PREFIX' | 'EXPORT_DEADLINE_MINUTES' | 'EXPORT_MAX_ATTEMPTS'
>;

/** Ports and settings that the host passes to the workflow. */
export interface WorkflowOptions extends StepPorts {
	settings: Settings;
	/** Without it, events cannot have a callback. */
	callback?: CallbackPorts;
}

/** The destination and limits of one execution, the same at every replay. */
type Plan = ReturnType<typeof planOf>;

function planOf(order: ExportOrder, arn: string, settings: Settings) {
	const { input, destination, wait } = order;
	const bucket = destination.bucket ?? settings.EXPORT_BUCKET;
	if (!bucket) {
		throw invalidEvent(['destination.bucket is required: the function has no EXPORT_BUCKET']);
	}
	const execution = executionName(arn);
	return {
		...{ input, arn, execution, bucket },
		keys: objectKeysOf(destination.prefix ?? settings.EXPORT_PREFIX, execution),
		neutralizeFormulas: destination.neutralizeFormulas ?? false,
		deadlineMs: (wait.deadlineMinutes ?? settings.EXPORT_DEADLINE_MINUTES) * 60_000,
		maxAttempts: wait.maxAttempts ?? settings.EXPORT_MAX_ATTEMPTS,
	};
}

/**
 * Exports a range of days to files in a bucket and writes a manifest next to them. The durable
 * execution stores every step: after a crash it continues, starts no export a second time and
 * writes no object twice. Then it calls the URL of the event, if there is one. Throws errors whose
 * names identify the failure.
 */
export async function exportTransactions(
	event: unknown,
	context: DurableContext,
	options: WorkflowOptions,
): Promise<Manifest> {
	const arn = context.executionContext.durableExecutionArn;
	// The callback is checked first: a failure for any other reason is then sent to it.
	const url = callbackIn(event);
	checkCallback(url, options.callback);
	const receiver = { url, arn, name: executionName(arn) };
	try {
		const result = await exported(event, arn, context, options);
		await callBack(context, options.callback, receiver, { result });
		return result;
	} catch (error) {
		const { name: type, message } = toHandlerError(error);
		await callBack(context, options.callback, receiver, { error: { type, message } });
		throw error;
	}
}

async function exported(
	event: unknown,
	arn: string,
	context: DurableContext,
	options: WorkflowOptions,
): Promise<Manifest> {
	const plan = planOf(parseExportEvent(event), arn, options.settings);
	const { manifest: key } = plan.keys;
	const begun = await step(context, 'check-destination', () => checkDestination(options, plan), {
		retryStrategy: retryTransfer,
	});
	const until = begun.at + plan.deadlineMs;
	const files: ExportedFile[] = [];
	let firstDate = plan.input.firstDate;
	let complete = true;
	while (firstDate !== undefined || files.length === 0) {
		if (files.length >= MAX_WINDOWS) {
			const message = `The service truncated the range into more than ${MAX_WINDOWS} windows`;
			throw new HandlerError('ExportTruncated', message);
		}
		const file = await oneWindow(context, options, { ...plan, until }, firstDate, files.length + 1);
		files.push(file);
		complete &&= !file.endsWithinRow && (file.warning === undefined || file.nextDate !== undefined);
		firstDate = nextWindow(plan.input, file);
	}
	const { execution, bucket, neutralizeFormulas, input: request } = plan;
	const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
	const about = { execution, bucket, key, request, neutralizeFormulas, complete };
	const manifest: Manifest = { version: 1, ...about, bytes, files };
	return step(context, 'write-manifest', () => writeManifest(options, manifest), {
		retryStrategy: retryTransfer,
	});
}

/**
 * Checks before the first export whether files can be written, and reserves their keys; returns the
 * start time.
 */
async function checkDestination(ports: StepPorts, plan: Plan) {
	const { clock } = ports;
	const { bucket, keys } = plan;
	const store = await ports.store();
	// A missing object alone looks the same as a missing bucket.
	await store.checkBucket(bucket);
	for (const key of [keys.manifest, keys.file(1)]) {
		if (!(await store.head(bucket, key))) continue;
		const message = `s3://${bucket}/${key} exists already: an execution of this name has run before`;
		throw new HandlerError('DestinationTaken', message);
	}
	const at = clock.now();
	const until = at + plan.deadlineMs + RESERVED_LONGER_MS;
	const reservation = { bucket, key: keys.reservation, owner: plan.arn, until };
	await reserve({ store, clock }, reservation);
	return { at };
}

/** One export from its start to its file. `window` counts from 1. */
async function oneWindow(
	context: DurableContext,
	ports: StepPorts,
	plan: Plan & { until: number },
	firstDate: string | undefined,
	window: number,
): Promise<ExportedFile> {
	const { operationId } = await step(
		context,
		`start-${window}`,
		() => startOne(ports, { ...plan.input, firstDate }),
		{ semantics: StepSemantics.AtMostOncePerRetry, retryStrategy: retryStart },
	);
	const initialState: Progress = { operationStatus: 'RUNNING', at: 0, failedReads: 0 };
	const progress = await durably(
		context.waitForCondition(
			`wait-${window}`,
			(state: Progress) => readProgress(ports, operationId, state),
			{ initialState, waitStrategy: waitStrategy(plan) },
		),
	);
	if (progress.operationStatus === 'FAILED') throw exportFailed(operationId, progress);
	if (!isFinished(progress)) {
		throw new HandlerError(
			'ExportTimeout',
			`Export ${operationId} still runs at its deadline. It continues in the background: read it later with its operation id`,
		);
	}
	const range = { firstDate, lastDate: plan.input.lastDate };
	const copy = { ...plan, ...range, operationId, key: plan.keys.file(window), progress };
	for (let upload = 1; ; upload++) {
		const name = upload === 1 ? `copy-${window}` : `copy-${window}-again-${upload}`;
		try {
			return await copyFile(context, ports, copy, name);
		} catch (error) {
			const name = error instanceof HandlerError && AGAIN[error.name];
			if (!name) throw error;
			if (upload >= MAX_UPLOADS) throw new HandlerError(name, (error as Error).message);
		}
	}
}

/**
 * Copies a file in as many steps as it takes: what one step has copied is not copied again, even if
 * the invocation ends. A file of up to a gigabyte usually takes one step.
 */
async function copyFile(
	context: DurableContext,
	ports: StepPorts,
	copy: Copy,
	name: string,
): Promise<ExportedFile> {
	let before: OpenCopy | undefined;
	const remainingMs = () => context.lambdaContext.getRemainingTimeInMillis();
	try {
		for (let range = 1; ; range++) {
			const begun = before;
			const result: ExportedFile | OpenCopy = await step(
				context,
				range === 1 ? name : `${name}-range-${range}`,
				() => copyRange(ports, copy, remainingMs, begun),
				{ retryStrategy: begun ? retryRange : retryTransfer },
			);
			if (!('upload' in result)) return result;
			before = result;
			// Ends this invocation, so that the next one has its full time.
			if (result.pause) await context.wait(`${name}-pause-${range}`, { seconds: 1 });
		}
	} catch (error) {
		const { upload } = before ?? {};
		if (upload) {
			// If the upload cannot be aborted now, the bucket's lifecycle rule removes it.
			const abandon = async () => {
				const store = await ports.store();
				await store.abandon(copy.bucket, copy.key, upload).catch(() => undefined);
			};
			await context.step(`${name}-abandon`, abandon);
		}
		throw error;
	}
}

/** The first day of the next window, or undefined if the range is complete. */
function nextWindow({ lastDate }: ExportInput, file: ExportedFile): string | undefined {
	const { nextDate, firstDate } = file;
	if (nextDate === undefined || (lastDate !== undefined && nextDate > lastDate)) return undefined;
	// Days written YYYY-MM-DD compare as text.
	if (!/^\d{4}-\d{2}-\d{2}$/.test(nextDate) || (firstDate !== undefined && nextDate <= firstDate)) {
		const message = `The service truncated the export and requests to continue from ${nextDate}, which is not a valid day after ${firstDate}: the export would not end`;
		throw new HandlerError('ExportTruncated', message);
	}
	return nextDate;
}

async function writeManifest({ store }: StepPorts, manifest: Manifest): Promise<Manifest> {
	const { bucket, key, execution, files } = manifest;
	// After a crash that followed the write, this step runs again: the object then exists with the
	// same content.
	const metadata = { execution, files: String(files.length) };
	const text = `${JSON.stringify(manifest, null, '\t')}\n`;
	const headers = { contentType: 'application/json', metadata };
	await (await store()).putIf(bucket, key, text, headers);
	return manifest;
}

/** One durable step, whose failures are named by their kind. */
function step<T>(
	context: DurableContext,
	name: string,
	run: () => Promise<T>,
	config: StepConfig<T>,
): Promise<T> {
	const named = () =>
		run().catch((error: unknown) => {
			throw toHandlerError(error);
		});
	return durably(context.step(name, named, config));
}

/**
 * Waits for a durable operation. A checkpoint stores name and message of an error and wraps them:
 * this restores the original error, so that the execution fails with it.
 */
async function durably<T>(operation: PromiseLike<T>): Promise<T> {
	try {
		return await operation;
	} catch (error) {
		const cause = error instanceof Error && error.cause;
		if (!(cause instanceof Error)) throw error;
		if (cause.name === 'StepInterruptedError') {
			throw new HandlerError(
				'ExportStartUncertain',
				'The function was interrupted while it started an export. It is unknown whether the service started it, so it is not started again. Run this export under a new execution name',
			);
		}
		throw new HandlerError(cause.name, cause.message);
	}
}
