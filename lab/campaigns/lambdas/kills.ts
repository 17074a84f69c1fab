import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Plugin } from 'esbuild';
import { setTimeout as wait } from 'node:timers/promises';
import { type Change, changing } from './weakened';
import { runtimeClient, whyNoRuntimeClient } from '../../kit/lambda/runtimeClient';
import { buildLambdas } from '../../../lambdas/build/lambdas';

/** Functions under AWS's own runtime client whose processes are killed (SIGKILL) at random moments. */

export interface KillSettings {
	/** Number of invocations to kill; 0: none. */
	kills: number;
	seed: string;
	/** A change that removes a safeguard from the bundles. */
	change?: Change;
	/** Prints a line; by default nothing is printed. */
	say?: (line: string) => void;
}

/** Returns whether all guarantees held. */
export type Killed = (settings: KillSettings) => Promise<boolean>;

export const killsHelp = (
	kills: number,
) => `  --kills <n>      invocations to kill under the runtime client (default ${kills}; 0: none)
  --seed <text>    seed of all random choices (default 1)
`;

export function killSettings({ kills, seed }: { kills: string; seed: string }): KillSettings {
	const count = Number(kills);
	if (!Number.isInteger(count) || count < 0) throw new Error('--kills must be a whole number');
	return { kills: count, seed, say: (line) => console.log(line) };
}

/**
 * Bundles functions and removes the bundles after the work. Returns true without running if the
 * tools are missing.
 */
export async function withBundles(
	names: readonly string[],
	{ change }: KillSettings,
	work: (folderOf: (name: string) => string) => Promise<boolean>,
	plugins: readonly Plugin[] = [],
): Promise<boolean> {
	const reason = whyNoRuntimeClient();
	if (reason !== undefined) {
		console.log(`NOT RUN: kills under the runtime client (${reason})`);
		return true;
	}
	await runtimeClient();
	const outDir = mkdtempSync(path.join(os.tmpdir(), 'avalanche-kills-'));
	try {
		await buildLambdas({ outDir, names, zip: false, plugins: [...plugins, changing(change)] });
		return await work((name) => path.join(outDir, name));
	} finally {
		rmSync(outDir, { recursive: true, force: true });
	}
}

/** Calls `kill` after `ms`, unless the work has ended before. */
export async function killedAfter<T>(
	ms: number,
	kill: () => void,
	work: () => Promise<T>,
): Promise<{ result: T; killed: boolean }> {
	const ended = new AbortController();
	let killed = false;
	const killer = wait(ms, undefined, { signal: ended.signal }).then(
		() => {
			killed = true;
			kill();
		},
		() => undefined,
	);
	const result = await work();
	ended.abort();
	await killer;
	return { result, killed };
}

/** Prints rows as a table of Markdown, after an empty line. */
export function printRows(say: KillSettings['say'], title: string, rows: object): void {
	say?.(`\n| ${title} | |\n|---|---:|`);
	for (const [name, value] of Object.entries(rows)) say?.(`| ${name} | ${value} |`);
}
