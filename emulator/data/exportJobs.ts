import { createHash } from 'node:crypto';
import type { World } from '../world';

const URL_LIFETIME_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** How the next exports run. Changed by the control endpoint. */
export interface ExportSettings {
	/** From the start to the end of a job, by the world's clock. */
	durationMs: number;
	outcome: 'completed' | 'warning' | 'failed';
	/** Size of the finished file, at most 1 GB; by default what the addresses ask for. */
	bytes?: number;
}

export interface ExportRequest {
	operationId: string;
	operationType: string;
	firstDate?: string;
	lastDate?: string;
	addresses: string[];
	includeChains: string[];
	/** What makes the job fail as an invalid request. */
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

/**
 * Jobs whose state hangs on the clock alone. The download URLs are signed and expire after an hour,
 * as those of an object store do; asking for the operation again gives a fresh one.
 */
export function createExportStore(
	world: World,
	settings: ExportSettings,
	downloadBase: () => string,
): ExportStore {
	const jobs = new Map<string, ExportJob>();
	const sign = (operationId: string, expires: string) =>
		createHash('sha256').update(`${world.seed}/${operationId}/${expires}`).digest('hex');

	function urlOf({ operationId }: ExportJob): string {
		const expires = String(world.clock.now() + URL_LIFETIME_MS);
		const query = new URLSearchParams({ expires, signature: sign(operationId, expires) });
		return `${downloadBase()}/exports/${operationId}.csv?${query.toString()}`;
	}

	return {
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
