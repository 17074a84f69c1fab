import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { buildLambdas } from '../../scripts/build/lambdas';
import { startExecutionEnvironment } from '../../test/kit/lambda/executionEnvironment';
import { runtimeClient, whyNoRuntimeClient } from '../../test/kit/lambda/runtimeClient';
import type { Line } from '../lib/report';
import type { Row } from '../lib/row';
import { interleaved, quotients } from '../lib/stats';

/**
 * The time from a process's spawn under Lambda's own runtime client to its first request for work,
 * beside an empty handler and one that is built on chainkit.
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
const EMPTY = 'empty handler';
const CHAINKIT = 'handler on chainkit';

/** What one would write with the SDK in place of aggregateSignatures. */
const CHAINKIT_HANDLER = `
import { Avalanche } from '@avalanche-sdk/chainkit';
const sdk = new Avalanche({ serverURL: process.env.AVALANCHE_DATA_URL, network: 'fuji', enableTelemetry: false });
export const handler = (event) =>
	sdk.data.signatureAggregator.aggregate({ signatureAggregatorRequest: event });
`;

async function buildChainkit(folder: string): Promise<void> {
	await build({
		stdin: { contents: CHAINKIT_HANDLER, resolveDir: path.resolve(__dirname, '..') },
		outfile: path.join(folder, 'handler.mjs'),
		bundle: true,
		format: 'esm',
		platform: 'node',
		target: 'node24',
		mainFields: ['module', 'main'],
		minifySyntax: true,
		minifyWhitespace: true,
		logLevel: 'error',
		banner: {
			js: "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);",
		},
	});
}

async function coldStart(client: string, name: string, folder: string): Promise<number> {
	const definition = { name: name.replace(/ /g, '-'), folder, environment: ENVIRONMENT };
	const environment = await startExecutionEnvironment(client, definition);
	const failed = environment.exited.then(() => {
		throw new Error(`${name} did not start:\n${environment.lines.join('\n')}`);
	});
	failed.catch(() => undefined);
	const ms = await Promise.race([environment.coldStartMs(), failed]);
	await environment.close();
	return ms;
}

export const row: Row = {
	number: 8,
	title: 'Cold start',
	peers: true,
	async run({ rounds, quick, folder, say }) {
		const title = 'Cold start under aws-lambda-ric';
		const skipped = whyNoRuntimeClient();
		if (skipped !== undefined) return [{ row: 8, title, lines: [], skipped }];
		const client = await runtimeClient();
		say('row 8: building the functions');
		const outDir = folder();
		const built = await buildLambdas({ outDir, zip: false });
		const folders: Record<string, string> = {};
		for (const name of [EMPTY, CHAINKIT]) {
			folders[name] = path.join(outDir, name.replace(/ /g, '-'));
			mkdirSync(folders[name]);
		}
		writeFileSync(
			path.join(folders[EMPTY], 'handler.mjs'),
			'export const handler = async () => null;\n',
		);
		await buildChainkit(folders[CHAINKIT]);
		for (const each of built) folders[each.name] = each.folder;
		say('row 8: starting them in turn');
		const times = await interleaved(
			quick ? rounds : rounds * 3,
			Object.fromEntries(
				Object.entries(folders).map(([name, place]) => [
					name,
					() => coldStart(client, name, place),
				]),
			),
		);
		const overhead = (name: string) => times[name].map((ms, at) => ms - times[EMPTY][at]);
		const lines: Line[] = Object.entries(times).map(([name, values]) => ({
			name,
			unit: 'ms',
			values,
		}));
		for (const { name } of built) {
			const most = LIMITS[name];
			lines.push({
				name: `${name} / empty`,
				unit: '×',
				values: quotients(times[name], times[EMPTY]),
				...(most !== undefined && { goal: { most } }),
			});
		}
		lines.push({
			name: "aggregateSignatures' overhead / chainkit's",
			unit: '×',
			values: quotients(overhead('aggregateSignatures'), overhead(CHAINKIT)),
			goal: { most: 1 / 3 },
		});
		return [{ row: 8, title, lines }];
	},
};
