#!/usr/bin/env node
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readJson } from '../fields/jsonText';
import { importMonitors } from './openZeppelinMonitor';

/** The command of the core package. */

const USAGE = `avalanche-network-core from-openzeppelin-monitor FOLDER OUT [--chain EVM_CHAIN_ID=BLOCKCHAIN_ID …]

FOLDER has the folders monitors, networks and triggers of OpenZeppelin Monitor. Into the folder OUT it writes
workflow.json for n8n, sources-<EVM chain ID>.json for notify, and report.md: what was mapped and what was not.`;

/** The JSON files of a folder, by their names. */
function filesOf(folder: string): Record<string, unknown> {
	const names = existsSync(folder) ? readdirSync(folder).sort() : [];
	const files = names.filter((name) => name.endsWith('.json'));
	return Object.fromEntries(files.map((name) => [name, contentOf(path.join(folder, name))]));
}

function contentOf(file: string): unknown {
	try {
		return readJson(readFileSync(file, 'utf8'));
	} catch (error) {
		throw new Error(`${file} cannot be read: ${(error as Error).message}`);
	}
}

function main([command, folder, out, ...options]: string[]): void {
	const pairs = options.filter((option) => option !== '--chain').map((pair) => pair.split('='));
	const isUsed = options.every((option, at) => at % 2 === 1 || option === '--chain');
	if (command !== 'from-openzeppelin-monitor' || !out || !isUsed || pairs.some((one) => !one[1]))
		throw new Error(USAGE);
	const monitors = filesOf(path.join(folder, 'monitors'));
	if (Object.keys(monitors).length === 0)
		throw new Error(`${path.join(folder, 'monitors')} has no JSON files`);
	const [networks, triggers] = ['networks', 'triggers'].map((one) =>
		filesOf(path.join(folder, one)),
	);
	const chains = Object.fromEntries(pairs) as Record<string, string>;
	const made = importMonitors({ monitors, networks, triggers, chains });
	mkdirSync(out, { recursive: true });
	const write = (name: string, content: object) =>
		writeFileSync(path.join(out, name), `${JSON.stringify(content, null, 2)}\n`);
	write('workflow.json', made.workflow);
	for (const [chainId, all] of Object.entries(made.sources)) write(`sources-${chainId}.json`, all);
	writeFileSync(path.join(out, 'report.md'), made.report);
	console.log(made.report);
}

try {
	main(process.argv.slice(2));
} catch (error) {
	console.error((error as Error).message);
	process.exitCode = 1;
}
