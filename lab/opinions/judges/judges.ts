import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import 'reflect-metadata';
import { clock, httpTransport } from '../../../core';
import { startEmulator } from '../../../emulator';
import { type Change, findingsOf, type Weakening } from '../../campaigns/lambdas/weakened';
import { SEEDED_FAULTS } from '../realNode/seeded';
import { runNode } from '../realNode/run';
import { reportOf } from '../realNode/report';
import { WEAKENINGS as ATTACK } from '../../campaigns/attack/weakenings';
import { CLASSES, runClass } from '../../campaigns/attack/campaign';
import { setStage } from '../../campaigns/attack/stage';
import { WEAKENINGS as SOAK } from '../../campaigns/soak/weakenings';
import { runCampaign } from '../../campaigns/soak/campaign';
import { faultsOf } from '../../campaigns/soak/report';
import { NODE_WEAKENINGS, FUNCTION_WEAKENINGS } from '../../campaigns/webhooks/weakenings';
import { nodeFindings } from '../../campaigns/webhooks/nodeHistory';
import { WEAKENINGS as NOTIFY } from '../../campaigns/notifyWorld/weakenings';
import { whyNoRuntimeClient } from '../../kit/lambda/runtimeClient';
import { killedExports } from '../../campaigns/lambdas/killedExports';
import { KILL_FAULT, SOURCE_FAULTS } from './faults';

/** The second opinions and the campaigns, each with its faults and the smallest run that has to find one. */

export interface Fault {
	name: string;
	/** The part of the judge that has to find it. Faults of one part share the run without a fault. */
	part: string;
	/** The findings, with the fault or without. Throws `NotRun` where it lacks a tool. */
	findings(isIn: boolean): Promise<string[]>;
}

/** A judge whose tools are prepared; `close` removes them. */
export interface Judge {
	faults: readonly Fault[];
	close?(): Promise<void> | void;
}

/** A judge lacks a tool or documents. */
export class NotRun extends Error {}

const ROOT = path.resolve(__dirname, '../../..');
const SOURCES = ['core', 'emulator', 'lab', 'lambdas', 'scripts', 'test/sdks'];
const NOT_RUN = 75;

/** A copy of the sources with the installed packages. */
function copyOfSources(): string {
	const folder = mkdtempSync(path.join(os.tmpdir(), 'judges-'));
	const packages = (name: string) => path.join(name, 'node_modules');
	for (const name of SOURCES) {
		cpSync(path.join(ROOT, name), path.join(folder, name), {
			recursive: true,
			filter: (file) => !/[/\\](node_modules|\.cache|cdk\.out)$/.test(file),
		});
	}
	for (const name of ['package.json', 'tsconfig.json']) {
		cpSync(path.join(ROOT, name), path.join(folder, name));
	}
	for (const name of ['', 'lab/opinions/openapi', 'test/sdks']) {
		symlinkSync(path.join(ROOT, packages(name)), path.join(folder, packages(name)), 'junction');
	}
	return folder;
}

const ofSources = (judge: 'openapi' | 'sdks' | 'upkeep') =>
	SOURCE_FAULTS.filter(({ judges }) => judges.includes(judge));

/** A command, run on a copy of the sources with the fault. */
function command(judge: 'openapi' | 'sdks', args: readonly string[]): Judge {
	let copy: string | undefined;
	function run(cwd: string): string[] {
		const given = ['--import', 'tsx', `lab/opinions/${judge}.ts`, ...args];
		const { status, stdout, stderr } = spawnSync(process.execPath, given, {
			cwd,
			encoding: 'utf8',
		});
		if (status === 0) return [];
		// A judge that breaks has not judged: Node.js ends with 1, too.
		if (status === 1 && / [1-9]\d* (findings|without a known reason)/.test(stdout))
			return stdout.split('\n');
		if (status === NOT_RUN) throw new NotRun(stdout);
		throw new Error(`status ${status}: ${stdout}${stderr}`);
	}
	const findings = (change: Change) => {
		copy ??= copyOfSources();
		const file = path.join(copy, change.file);
		const source = readFileSync(file, 'utf8');
		writeFileSync(
			file,
			source.replace(change.from, () => change.to),
		);
		try {
			return run(copy);
		} finally {
			writeFileSync(file, source);
		}
	};
	return {
		faults: ofSources(judge).map((fault) => ({
			name: fault.name,
			part: judge,
			// Without a fault where it is installed, so that what it needs stays.
			findings: async (isIn) => (isIn ? findings(fault) : run(ROOT)),
		})),
		close() {
			if (copy) rmSync(copy, { recursive: true });
		},
	};
}

/** A campaign whose sources are changed while they are bundled. */
const bundled = (entry: string, weakenings: readonly Weakening[]): Judge => ({
	faults: weakenings.map((weakening) => ({
		name: weakening.name,
		part: weakening.finds,
		findings: async (isIn) =>
			await findingsOf(
				path.join(ROOT, 'lab/campaigns', entry),
				[weakening.finds],
				isIn ? weakening : undefined,
			),
	})),
});

/** Kills of the exports under the runtime client, whose bundle lacks a safeguard. */
const killed: Fault = {
	name: KILL_FAULT.name,
	part: 'kills',
	async findings(isIn) {
		const reason = whyNoRuntimeClient();
		if (reason !== undefined) throw new NotRun(reason);
		const good = await killedExports({ kills: 60, seed: '1', ...(isIn && { change: KILL_FAULT }) });
		return good ? [] : ['a guarantee did not hold'];
	},
};

/** A campaign on the built package, which is changed in memory. */
const inMemory = <One extends { name: string; apply(): () => void }>(
	weakenings: readonly One[],
	partOf: (one: One) => string,
	run: (one: One) => Promise<string[]>,
): Judge => ({
	faults: weakenings.map((one) => ({
		name: one.name,
		part: partOf(one),
		async findings(isIn) {
			const restore = isIn ? one.apply() : () => undefined;
			try {
				return await run(one);
			} finally {
				restore();
			}
		},
	})),
});

/** The emulated node stands for a real one, which `npm run opinion -- node` needs. */
async function node(): Promise<Judge> {
	const emulator = await startEmulator({ dialect: 'live', realTime: false });
	const options = { node: { url: emulator.nodeUrl }, transport: httpTransport, clock, seed: 5 };
	return {
		faults: SEEDED_FAULTS.map((fault) => ({
			name: fault.what,
			part: fault.of,
			async findings(isIn) {
				const result = await runNode({ ...options, only: fault.of, ...(isIn && { fault }) });
				const operations = result.operations.filter(({ operation }) => operation === fault.of);
				const lines = reportOf({ ...result, operations }).split('\n');
				return lines.filter((line) => line.startsWith('FINDING'));
			},
		})),
		close: async () => await emulator.close(),
	};
}

async function attack(): Promise<Judge> {
	const stage = await setStage({ seed: 'judges', full: false });
	const { faults } = inMemory(
		ATTACK,
		({ finds }) => finds,
		async ({ finds }) => {
			const one = CLASSES.find(({ name }) => name === finds);
			if (!one) throw new Error(`There is no class ${finds}`);
			const { findings } = await runClass(one, stage, { measured: true, untilFinding: true });
			return findings.map(({ attack: by, what }) => `${by}: ${what}`);
		},
	);
	return { faults, close: stage.close };
}

const soak = async (): Promise<Judge> =>
	inMemory(
		SOAK,
		({ mode }) => mode,
		async ({ mode }) =>
			faultsOf(await runCampaign({ mode, polls: 150, seed: 'judges', restartEvery: 10 })),
	);

/** Opens a judge. `documents`: arguments of `npm run opinion -- openapi`. */
export const JUDGES: Readonly<Record<string, (documents: readonly string[]) => Promise<Judge>>> = {
	openapi: async (documents) => command('openapi', documents),
	sdks: async () => command('sdks', []),
	node,
	attack,
	soak,
	upkeep: async () =>
		bundled(
			'webhooks/functionModel.ts',
			ofSources('upkeep').map((fault) => ({ ...fault, finds: 'upkeep' })),
		),
	webhooks: async () => inMemory(NODE_WEAKENINGS, () => 'node', nodeFindings),
	receive: async () => bundled('webhooks/functionHistory.ts', FUNCTION_WEAKENINGS),
	notify: async () => bundled('notifyWorld/classes.ts', NOTIFY),
	exports: async () => ({ faults: [killed] }),
};
