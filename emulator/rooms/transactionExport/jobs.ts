import { createHash } from 'node:crypto';
import type { World } from '../../world';
import { perWorld } from '../../room';
import { uuidOf } from '../../../core/testing/random';
import { walletOf } from '../../world/tokens';
import { DAY_MS } from '../../../core/formats/timeUnits';

const URL_LIFETIME_MS = 3_600_000;
const EXPORT_MS = 2000;

/** Settings of the next exports of a world. Control changes them. */
export interface ExportSettings {
	/** From the start to the end of a job, by the world's clock. */
	durationMs: number;
	outcome: 'completed' | 'warning' | 'failed';
	/** Size of the finished file, at most 1 GB; by default what the addresses ask for. */
	bytes?: number;
	/**
	 * Content of every download with status 200 in place of the file: the page of a proxy, the error of an
	 * object store, nothing, the file packed or without its last byte, or the file without regard to ranges.
	 */
	serves?: 'html' | 'xml' | 'text' | 'nothing' | 'gzip' | 'cut' | 'noRanges';
	/** Version of the files: another one has other bytes and another ETag. */
	version?: number;
}

export interface ExportRequest {
	operationId: string;
	operationType: string;
	firstDate?: string;
	lastDate?: string;
	addresses: string[];
	includeChains: string[];
	/** Reason for which the job fails as an invalid request. */
	problem?: string;
}

export interface ExportJob extends ExportRequest {
	/** Unix seconds. */
	createdAtTimestamp: number;
	/** Unix ms. */
	created: number;
	ends: number;
	outcome: ExportSettings['outcome'];
	bytes?: number;
}

export interface ExportState {
	status: 'RUNNING' | 'COMPLETED' | 'COMPLETED_WITH_WARNING' | 'FAILED';
	message?: string;
	metadata?: { code?: string; downloadUrl?: string; nextDate?: string };
	/** Unix seconds. */
	updatedAt: number;
}

/** The export jobs of an emulator. */
export interface ExportStore {
	settings: ExportSettings;
	count(): number;
	start(request: ExportRequest): ExportJob;
	find(operationId: string): ExportJob | undefined;
	stateOf(job: ExportJob): ExportState;
	/** The job that a download is of, where its signature holds and has not expired. */
	download(operationId: string, expires: string, signature: string): ExportJob | 'refused';
}

/** The day on which a truncated export is to be resumed: half way through its range. */
function nextDateOf(job: ExportJob, now: number): string {
	const last = Date.parse(job.lastDate ?? '') || now;
	const first = Date.parse(job.firstDate ?? '') || last - 30 * DAY_MS;
	const middle = first + Math.ceil((last - first) / 2 / DAY_MS) * DAY_MS;
	return new Date(middle).toISOString().slice(0, 10);
}

/** The id of the export that was started after so many others. */
export function exportIdOf({ random }: World, index: number): string {
	return uuidOf(random.bytes('operation', index));
}

/** An export that the account finished before the emulator started. */
function earlierJob(world: World): ExportJob {
	const ended = world.options.start - DAY_MS;
	return {
		operationId: exportIdOf(world, 0),
		operationType: 'TRANSACTION_EXPORT_EVM',
		addresses: [walletOf(world.random, 0)],
		includeChains: [world.evmChains[0].chainId],
		created: ended - 1000,
		createdAtTimestamp: Math.floor(ended / 1000) - 1,
		ends: ended,
		outcome: 'completed',
	};
}

/**
 * Jobs whose state hangs on the clock alone. The download URLs are signed and expire after an hour,
 * as those of an object store do; asking for the operation again gives a fresh one.
 */
function createExportStore(world: World): ExportStore {
	const settings: ExportSettings = { durationMs: EXPORT_MS, outcome: 'completed' };
	const first = earlierJob(world);
	const jobs = new Map([[first.operationId, first]]);
	const sign = (operationId: string, expires: string) =>
		createHash('sha256').update(`${world.seed}/${operationId}/${expires}`).digest('hex');

	function urlOf({ operationId }: ExportJob): string {
		const expires = String(world.clock.now() + URL_LIFETIME_MS);
		const query = new URLSearchParams({ expires, signature: sign(operationId, expires) });
		return `${world.downloadUrl}/exports/${operationId}.csv?${query.toString()}`;
	}

	return {
		settings,
		count: () => jobs.size,
		start(request) {
			const created = world.clock.now();
			const job: ExportJob = {
				...request,
				created,
				createdAtTimestamp: Math.floor(created / 1000),
				ends: created + settings.durationMs,
				outcome: request.problem ? 'failed' : settings.outcome,
				bytes: settings.bytes,
			};
			jobs.set(job.operationId, job);
			return job;
		},
		find: (operationId) => jobs.get(operationId),
		stateOf(job) {
			const now = world.clock.now();
			if (now < job.ends) {
				return {
					status: 'RUNNING',
					message: 'Export in progress',
					updatedAt: Math.floor(now / 1000),
				};
			}
			const updatedAt = Math.floor(job.ends / 1000);
			if (job.outcome === 'failed') {
				const code = job.problem ? 'ErrInvalidRequest' : 'ErrInternal';
				const message = job.problem ?? 'the export ended with an internal error';
				return { status: 'FAILED', message, metadata: { code }, updatedAt };
			}
			const downloadUrl = urlOf(job);
			if (job.outcome === 'completed') {
				return {
					status: 'COMPLETED',
					message: 'Export completed',
					metadata: { downloadUrl },
					updatedAt,
				};
			}
			const nextDate = nextDateOf(job, job.created);
			return {
				status: 'COMPLETED_WITH_WARNING',
				message: `The export was truncated: continue from ${nextDate}`,
				metadata: { code: 'WarnTruncatedExport', downloadUrl, nextDate },
				updatedAt,
			};
		},
		download(operationId, expires, signature) {
			const job = jobs.get(operationId);
			const holds = signature === sign(operationId, expires) && world.clock.now() < Number(expires);
			return job && holds ? job : 'refused';
		},
	};
}

/** The export jobs of a world. */
export const exportsOf = perWorld(createExportStore);
