import { readFileSync } from 'node:fs';
import path from 'node:path';
import { InvokeCommand } from '@aws-sdk/client-lambda';
import { DeleteObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { buildLambdas } from '../../../lambdas/build/lambdas';
import { arnOf } from '../../kit/lambda/executionEnvironment';
import { STACK_BUCKET, startStack } from '../../kit/lambda/stack';

/** Time and memory of an export by Lambda. */
export interface Exported {
	ms: number;
	/** Largest resident memory of the function's process since it was started. */
	peakBytes: number;
}

export interface ExportStack {
	/** Runs one export from its start to the object in S3. */
	run(name: string): Promise<Exported>;
	close(): Promise<void>;
}

const REQUEST = {
	type: 'TRANSACTION_EXPORT_EVM',
	firstDate: '2026-01-01',
	lastDate: '2026-10-31',
	options: {
		addresses: ['0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7'],
		includeChains: ['43114'],
	},
};

function peakBytes(pid: number | undefined): number {
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}

/**
 * The exporting function under Lambda's runtime client, with all that it calls. The first download of
 * every run is cut in the middle.
 */
export async function startExportStack(bytes: number, outDir: string): Promise<ExportStack> {
	await buildLambdas({ outDir, names: ['exportTransactions', 'startExport'], zip: false });
	const stack = await startStack({
		folderOf: (name) => path.join(outDir, name),
		emulator: { exports: { durationMs: 0, bytes } },
	});
	const { emulator, lambda, s3: storage } = stack;
	const s3 = storage.client();
	const caller = lambda.client();

	return {
		async run(name) {
			const fault = { service: 'download', kind: 'truncate', times: 1 } as const;
			emulator.control.addFaults({ faults: [fault] });
			const begun = performance.now();
			const { FunctionError, Payload } = await caller.send(
				new InvokeCommand({
					FunctionName: arnOf('exportTransactions'),
					DurableExecutionName: name,
					Payload: JSON.stringify({ request: REQUEST }),
				}),
			);
			const ms = performance.now() - begun;
			const text = Buffer.from(Payload ?? []).toString('utf8');
			if (FunctionError) throw new Error(text);
			const { files } = JSON.parse(text) as { files: Array<{ key: string }> };
			const object = { Bucket: STACK_BUCKET, Key: files[0].key };
			const { ContentLength } = await s3.send(new HeadObjectCommand(object));
			if (ContentLength !== bytes) throw new Error(`${ContentLength} of ${bytes} bytes arrived`);
			await s3.send(new DeleteObjectCommand(object));
			const [environment] = lambda.environments('exportTransactions');
			return { ms, peakBytes: peakBytes(environment.pid) };
		},
		async close() {
			s3.destroy();
			caller.destroy();
			await stack.close();
		},
	};
}
