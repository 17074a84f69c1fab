import { readFileSync } from 'node:fs';
import path from 'node:path';
import { HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { InvokeCommand } from '@aws-sdk/client-lambda';
import { buildLambdas } from '../scripts/build/lambdas';
import { arnOf } from '../test/kit/lambda/executionEnvironment';
import { STACK_BUCKET, startStack } from '../test/kit/lambda/stack';

/**
 * `npm run bench:export`: exports a file of 1 GB whose download is cut in the middle, with the bundle
 * under Lambda's runtime client, and prints time and the largest resident memory of its process.
 */

const BYTES = 1024 ** 3;
const LIMIT_MB = 150;

function peakMegabytes(pid: number | undefined): number {
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

async function main(): Promise<boolean> {
	const outDir = path.resolve(__dirname, '../dist-lambdas');
	await buildLambdas({ outDir, names: ['exportTransactions', 'startExport'], zip: false });
	const stack = await startStack({
		folderOf: (name) => path.join(outDir, name),
		emulator: { exports: { durationMs: 0, bytes: BYTES } },
	});
	try {
		const fault = { service: 'download', kind: 'truncate', times: 1 } as const;
		stack.emulator.control.addFaults({ faults: [fault] });
		const event = {
			request: {
				type: 'TRANSACTION_EXPORT_EVM',
				firstDate: '2026-01-01',
				lastDate: '2026-10-31',
				options: {
					addresses: ['0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7'],
					includeChains: ['43114'],
				},
			},
		};
		const begun = performance.now();
		const { FunctionError, Payload } = await stack.lambda.client().send(
			new InvokeCommand({
				FunctionName: arnOf('exportTransactions'),
				DurableExecutionName: 'one-gigabyte',
				Payload: JSON.stringify(event),
			}),
		);
		const seconds = (performance.now() - begun) / 1000;
		const text = Buffer.from(Payload ?? []).toString('utf8');
		if (FunctionError) throw new Error(text);
		const { files } = JSON.parse(text) as { files: Array<{ key: string }> };
		const s3: S3Client = stack.s3.client();
		const [{ key }] = files;
		const head = await s3.send(new HeadObjectCommand({ Bucket: STACK_BUCKET, Key: key }));
		s3.destroy();
		const downloads = stack.emulator.control
			.requests()
			.filter(({ service }) => service === 'download')
			.map(({ status, fault: hit }) => (hit ? `${status} (${hit})` : String(status)));
		const [environment] = stack.lambda.environments('exportTransactions');
		const peak = peakMegabytes(environment.pid);
		const whole = head.ContentLength === BYTES;
		console.log(`object       ${head.ContentLength} of ${BYTES} bytes, ETag ${head.ETag}`);
		console.log(`downloads    ${downloads.join(', ')}`);
		console.log(
			`time         ${seconds.toFixed(1)} s, ${(BYTES / 2 ** 20 / seconds).toFixed(0)} MB/s`,
		);
		console.log(`peak memory  ${peak.toFixed(0)} MB resident (limit ${LIMIT_MB})`);
		return whole && peak < LIMIT_MB;
	} finally {
		await stack.close();
	}
}

main().then(
	(passed) => {
		console.log(passed ? 'passed' : 'FAILED');
		process.exitCode = passed ? 0 : 1;
	},
	(error: unknown) => {
		console.error(error);
		process.exitCode = 1;
	},
);
