import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Child, startChild } from './child';
import type { Group } from './report';

/** Inside the project: packages that are made there find its node_modules. */
const CACHE = path.resolve(__dirname, '../../../.cache');

/** Scope of a measurement. */
export interface Plan {
	/** Rounds that count. */
	rounds: number;
	/** True for a run that only tests the benchmark: smaller data, no result on speed. */
	quick: boolean;
}

/** Tools for a row; all of them are closed after the row. */
export interface Bench extends Plan {
	say(line: string): void;
	/** A process of this row: see `startChild`. */
	start(module: string, setup?: unknown): Promise<Child>;
	/** An empty folder of this row. */
	folder(): string;
}

/** One row of the comparison. */
export interface Row {
	number: number;
	title: string;
	/** True where the packages of lab/bench/package.json are needed. */
	peers: boolean;
	run(bench: Bench): Promise<Group[]>;
}

/** Runs a row and always stops what it started. */
export async function runRow(row: Row, plan: Plan, say: Bench['say']): Promise<Group[]> {
	const children: Child[] = [];
	const folders: string[] = [];
	try {
		return await row.run({
			...plan,
			say,
			async start(module, setup) {
				const child = await startChild(module, setup);
				children.push(child);
				return child;
			},
			folder() {
				mkdirSync(CACHE, { recursive: true });
				const folder = mkdtempSync(path.join(CACHE, 'bench-'));
				folders.push(folder);
				return folder;
			},
		});
	} finally {
		await Promise.all(children.map((child) => child.close()));
		for (const folder of folders) rmSync(folder, { recursive: true, force: true });
	}
}
