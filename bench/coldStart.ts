import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildLambdas } from '../scripts/build/lambdas';
import { startExecutionEnvironment } from '../test/kit/lambda/executionEnvironment';
import { runtimeClient } from '../test/kit/lambda/runtimeClient';

/**
 * `npm run bench:coldstart`: bundle sizes, and the time from a process's spawn under Lambda's runtime
 * client to its first request for work, beside an empty handler. Processes are started in turn, so
 * that a busy machine slows all alike; the median counts.
 */

const ENVIRONMENT = {
	AVALANCHE_WITHOUT_API_KEY: 'true',
	AVALANCHE_NODE_URL: 'http://127.0.0.1:9650',
	EXPORT_FUNCTION_ARN: 'arn:aws:lambda:us-east-1:000000000000:function:exportTransactions:1',
	NOTIFY_TABLE: 'notify',
	NOTIFY_SETTINGS_PARAMETER: '/notify',
};
/** How much longer than the empty handler a function may take. */
const LIMITS: Record<string, number> = { aggregateSignatures: 1.6, exportTransactions: 1.8 };

const median = (values: number[]) =>
	[...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const kib = (bytes: number) => `${Math.ceil(bytes / 1024)} KiB`.padStart(10);

async function main(): Promise<boolean> {
	const { values } = parseArgs({ options: { rounds: { type: 'string', default: '21' } } });
	const outDir = mkdtempSync(path.join(os.tmpdir(), 'avalanche-cold-'));
	try {
		const client = await runtimeClient();
		const built = await buildLambdas({ outDir });
		const empty = path.join(outDir, 'empty');
		mkdirSync(empty);
		writeFileSync(path.join(empty, 'handler.mjs'), 'export const handler = async () => null;\n');
		const nothing = { name: 'empty', folder: empty, initialBytes: 41, totalBytes: 41, zipBytes: 0 };
		const all = [nothing, ...built];
		const times = new Map<string, number[]>(all.map(({ name }) => [name, []]));
		for (let round = 0; round < Number(values.rounds); round++) {
			for (const { name, folder } of all) {
				const definition = { name, folder, environment: ENVIRONMENT };
				const environment = await startExecutionEnvironment(client, definition);
				const failed = environment.exited.then(() => {
					throw new Error(`${name} did not start:\n${environment.lines.join('\n')}`);
				});
				failed.catch(() => undefined);
				times.get(name)?.push(await Promise.race([environment.coldStartMs(), failed]));
				await environment.close();
			}
		}
		const base = median(times.get('empty') ?? []);
		let passed = true;
		console.log(
			`function                at start       all       zip   cold start, ms   × empty   limit`,
		);
		for (const { name, initialBytes, totalBytes, zipBytes = 0 } of all) {
			const ms = median(times.get(name) ?? []);
			const ratio = ms / base;
			const limit = LIMITS[name];
			if (limit !== undefined && ratio > limit) passed = false;
			console.log(
				`${name.padEnd(22)}${kib(initialBytes)}${kib(totalBytes)}${kib(zipBytes)}${ms.toFixed(1).padStart(17)}${ratio.toFixed(2).padStart(10)}${String(limit ?? '').padStart(8)}`,
			);
		}
		return passed;
	} finally {
		rmSync(outDir, { recursive: true, force: true });
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
