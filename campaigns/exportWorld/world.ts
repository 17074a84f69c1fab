import { type Emulator, startEmulator } from '../../emulator';
import { type S3, startS3 } from '../../kit/lambda/s3';
import type { Check } from '../lambdas/classes';
import { BUCKET, KEY, type RunOptions, exportKit } from '../../kit/lambda/exportKit';

/** exportTransactions over an emulator and S3, with what tells whether its promises held. */

const START_PATH = '/v1/operations/transactions:export';

export interface ExportWorld {
	emulator: Emulator;
	s3: S3;
	kit: ReturnType<typeof exportKit>;
	/** Runs one execution, under a name of its own where none is given. */
	run(options?: RunOptions): ReturnType<typeof runIn>;
	/** The file of an export as the service has it. */
	exported(operationId: string): Promise<string>;
}

let names = 0;

async function runIn({ emulator, kit }: Pick<ExportWorld, 'emulator' | 'kit'>, given: RunOptions) {
	const name = given.name ?? `campaign-${names++}`;
	emulator.control.clearRequests();
	kit.written.length = 0;
	const outcome = await kit.run({ ...given, name });
	const posts = emulator.control
		.requests()
		.filter(({ method, path }) => method === 'POST' && path.includes('transactions:export'));
	return { ...outcome, name, started: posts.length, written: [...kit.written] };
}
export type Run = Awaited<ReturnType<typeof runIn>>;

/** Starts services, and closes them when the work has ended. */
export async function withExports(
	exports: { bytes?: number; durationMs?: number; outcome?: 'warning' },
	work: (world: ExportWorld) => Promise<void>,
): Promise<void> {
	const emulator = await startEmulator({
		start: 1_794_052_800_000,
		realTime: false,
		apiKeys: [KEY],
		keyRequired: true,
		exports: { durationMs: 60_000, ...exports },
	});
	const s3 = await startS3([BUCKET]);
	const kit = exportKit(emulator, s3);
	try {
		await work({
			emulator,
			s3,
			kit,
			run: (options = {}) => runIn({ emulator, kit }, options),
			exported: (operationId) => exportedBy(emulator, operationId),
		});
	} finally {
		await Promise.all([emulator.close(), s3.close()]);
	}
}

/** The file of a finished export, as the service serves it. */
export async function exportedBy(
	emulator: Emulator,
	operationId: string,
	key = KEY,
): Promise<string> {
	const headers = { 'x-data-api-key': key };
	const read = await fetch(`${emulator.dataUrl}/v1/operations/${operationId}`, { headers });
	const { metadata } = (await read.json()) as { metadata: { downloadUrl: string } };
	return await (await fetch(metadata.downloadUrl)).text();
}

/** Answers starts of exports with a fault. */
export function failStart({ emulator }: ExportWorld, fault: object): void {
	const where = { service: 'data', method: 'POST', path: START_PATH } as const;
	emulator.control.addFaults({ faults: [{ ...where, kind: 'status', ...fault }] });
}

/** Answers reads of exports with a fault. */
export function failReads({ emulator }: ExportWorld, fault: object): void {
	const where = { service: 'data', method: 'GET', path: '/v1/operations/' } as const;
	emulator.control.addFaults({ faults: [{ ...where, kind: 'status', ...fault }] });
}

/** The execution has succeeded, one export was started, and its file is in the bucket, once. */
export async function checkWhole(
	check: Check,
	{ s3, exported }: ExportWorld,
	run: Run,
	what: string,
): Promise<void> {
	const { status, error, started, written, name, result } = run;
	check(status === 'SUCCEEDED', `${what}: ${status} ${error?.ErrorType}: ${error?.ErrorMessage}`);
	check(started === 1, `${what}: ${started} exports were started`);
	if (status !== 'SUCCEEDED') return;
	for (const file of ['part-001.csv', 'manifest.json']) {
		const key = `tx/${name}/${file}`;
		const times = written.filter((one) => one === `${BUCKET}/${key}`).length;
		check(times <= 1, `${what}: ${file} was written ${times} times`);
	}
	const copied = await s3.text(BUCKET, `tx/${name}/part-001.csv`);
	const whole = copied === (await exported(result.files[0].operationId));
	check(whole, `${what}: the file in the bucket differs from the service's file`);
}
