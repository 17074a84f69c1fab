import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { startEmulator } from '../../../emulator';
import { buildLambdas } from '../../../lambdas/build/lambdas';
import { startExecutionEnvironment } from '../../kit/lambda/executionEnvironment';
import { START_VARIABLES } from '../../kit/lambda/startVariables';
import { startParameterStore } from '../../kit/lambda/parameterStore';
import { runtimeClient, whyNoRuntimeClient } from '../../kit/lambda/runtimeClient';
import { unsignedHex } from '../../kit/lambda/aggregateKit';
import { startTable } from '../../kit/lambda/notifyKit';
import { PEERS } from '../lib/peers';
import type { Line } from '../lib/report';
import type { Row } from '../lib/row';
import { interleaved, quotients } from '../lib/stats';

/**
 * The time from a process's spawn under Lambda's own runtime client to its first request for work,
 * and to its first answer, beside an empty handler and one that is built on chainkit. The second
 * includes what a function loads when it is first used.
 */

const EMPTY = 'empty handler';
const CHAINKIT = 'handler on chainkit';
const answerOf = (name: string) => `${name}, to the first answer`;

/** Handler with the SDK's client in place of aggregateSignatures. */
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

/** Starts the services that functions need for their first invocations, on this machine. */
async function startServices() {
	const [emulator, table] = [await startEmulator({ realTime: false }), await startTable()];
	const settings = {
		sources: [{ name: 'staking', event: 'stakingTransaction' }],
		targets: [{ name: 'hook', url: 'https://hooks.example.org/', unsigned: true }],
	};
	const parameters = await startParameterStore({ '/notify': JSON.stringify(settings) });
	return {
		environment: {
			AVALANCHE_DATA_URL: emulator.dataUrl,
			AVALANCHE_NODE_URL: emulator.nodeUrl,
			AWS_ENDPOINT_URL_SSM: parameters.url,
			AWS_ENDPOINT_URL_DYNAMODB: table.url,
		},
		/** Functions whose first answer is measured, and what they are asked. */
		events: {
			[EMPTY]: {},
			notify: {},
			aggregateSignatures: {
				message: unsignedHex(emulator.world.node.subnets[1].blockchains[0].id),
			},
		} as Record<string, object>,
		close: () => Promise.all([emulator.close(), table.close(), parameters.close()]),
	};
}

/** Milliseconds from the spawn to the first request for work, and to the answer of an event. */
async function coldStart(
	client: string,
	name: string,
	folder: string,
	given: object,
	event?: object,
) {
	const environment = { ...START_VARIABLES, ...given };
	const definition = { name: name.replace(/ /g, '-'), folder, environment };
	const begun = performance.now();
	const started = await startExecutionEnvironment(client, definition);
	const failed = started.exited.then(() => {
		throw new Error(`${name} did not start:\n${started.lines.join('\n')}`);
	});
	failed.catch(() => undefined);
	try {
		if (event === undefined) return await Promise.race([started.coldStartMs(), failed]);
		const answer = await Promise.race([started.invoke(JSON.stringify(event)), failed]);
		if (answer.failed) throw new Error(`${name} failed: ${answer.payload}`);
		return performance.now() - begun;
	} finally {
		await started.close();
	}
}

export const row: Row = {
	number: 8,
	title: 'Cold start',
	// The SDK is compared where the packages are there: for it alone they are not installed.
	peers: false,
	async run({ rounds, quick, folder, say }) {
		const title = 'Cold start under aws-lambda-ric';
		const skipped = whyNoRuntimeClient();
		if (skipped !== undefined) return [{ row: 8, title, lines: [], skipped }];
		const client = await runtimeClient();
		say('row 8: building the functions');
		const outDir = folder();
		const built = await buildLambdas({ outDir, zip: false });
		const folders: Record<string, string> = {};
		const hasChainkit = existsSync(path.join(PEERS, '@avalanche-sdk/chainkit'));
		for (const name of [EMPTY, ...(hasChainkit ? [CHAINKIT] : [])]) {
			folders[name] = path.join(outDir, name.replace(/ /g, '-'));
			mkdirSync(folders[name]);
		}
		writeFileSync(
			path.join(folders[EMPTY], 'handler.mjs'),
			'export const handler = async () => null;\n',
		);
		if (hasChainkit) await buildChainkit(folders[CHAINKIT]);
		else
			say('row 8: without the SDK, which a row with peers installs (npm run bench -- --rows 1,8)');
		for (const each of built) folders[each.name] = each.folder;
		say('row 8: starting them in turn');
		const services = await startServices();
		const starts = Object.entries(folders).map(([name, bundle]) => {
			return [name, () => coldStart(client, name, bundle, services.environment)] as const;
		});
		const answers = Object.entries(services.events).map(([name, event]) => {
			const start = () => coldStart(client, name, folders[name], services.environment, event);
			return [answerOf(name), start] as const;
		});
		const times = await interleaved(
			quick ? rounds : rounds * 3,
			Object.fromEntries([...starts, ...answers]),
		);
		await services.close();
		const overhead = (name: string) => times[name].map((ms, at) => ms - times[EMPTY][at]);
		const lines: Line[] = Object.entries(times).map(([name, values]) => ({
			name,
			unit: 'ms',
			values,
		}));
		if (hasChainkit) {
			lines.push({
				name: "aggregateSignatures' overhead / chainkit's",
				unit: '×',
				values: quotients(overhead('aggregateSignatures'), overhead(CHAINKIT)),
				goal: { most: 1 / 3 },
			});
		}
		return [{ row: 8, title, lines }];
	},
};
