import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';
import type { Loaded } from '../contestants/load';
import { PEERS, requirePeer } from '../lib/peers';
import type { Line } from '../lib/report';
import type { Row } from '../lib/row';
import { interleaved, quotients } from '../lib/stats';
import { makeStarter } from '../lib/starter';

const ROOT = path.resolve(__dirname, '../..');

/** A package of one of n8n's own nodes, in the place where its package lies. */
function makeOne(folder: string, node: string, credentials: readonly string[]): void {
	mkdirSync(folder, { recursive: true });
	const base = path.dirname(requirePeer.resolve('n8n-nodes-base/package.json'));
	symlinkSync(path.join(base, 'dist'), path.join(folder, 'dist'));
	const n8n = {
		nodes: [`dist/nodes/${node}`],
		credentials: credentials.map((name) => `dist/credentials/${name}.credentials.js`),
	};
	const manifest = { name: 'one-node', version: '0.0.0', n8n };
	writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
}

/** Loads a package in a new process. Throws what the process wrote where that fails. */
function loaded(script: string, folder: string): Loaded {
	const args = ['--expose-gc', script, folder, PEERS];
	const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
	if (status !== 0) throw new Error(`The loader failed on ${folder}:\n${stderr}`);
	const result = JSON.parse(stdout) as Loaded;
	if (result.nodes === 0) throw new Error(`No node of ${folder} was loaded`);
	return result;
}

/** What a package adds to n8n's start. */
export const row: Row = {
	number: 9,
	title: 'Loading the package in n8n',
	peers: true,
	async run({ rounds, folder, say }) {
		const place = folder();
		const folders = {
			own: ROOT,
			starter: path.join(place, 'starter'),
			large: path.join(place, 'large'),
		};
		makeStarter(folders.starter);
		makeOne(folders.large, 'Hubspot/Hubspot.node.js', [
			'HubspotApi',
			'HubspotAppToken',
			'HubspotOAuth2Api',
		]);
		say('row 9: loading in turn, in a new process each time');
		const script = path.join(place, 'load.cjs');
		const entryPoints = [path.resolve(__dirname, '../contestants/load.ts')];
		buildSync({
			entryPoints,
			outfile: script,
			bundle: true,
			packages: 'external',
			platform: 'node',
		});
		const load = (name: keyof typeof folders) => async () => loaded(script, folders[name]);
		const results = await interleaved(rounds, {
			own: load('own'),
			starter: load('starter'),
			large: load('large'),
		});
		const ms = (name: keyof typeof folders) => results[name].map((each) => each.ms);
		const megabytes = (name: keyof typeof folders) =>
			results[name].map((each) => each.bytes / 1024 ** 2);
		const names = {
			own: `this package, ${results.own[0].nodes} nodes`,
			starter: `the starter's package, ${results.starter[0].nodes} nodes`,
			large: "n8n's own HubSpot node",
		};
		const both = (name: keyof typeof folders): Line[] => [
			{ name: `${names[name]}: time`, unit: 'ms', values: ms(name) },
			{ name: `${names[name]}: heap`, unit: 'MB', values: megabytes(name) },
		];
		const against = (name: 'starter' | 'large', label: string): Line[] => [
			{
				name: `time of this package / ${label}`,
				unit: '×',
				values: quotients(ms('own'), ms(name)),
			},
			{
				name: `heap of this package / ${label}`,
				unit: '×',
				values: quotients(megabytes('own'), megabytes(name)),
			},
		];
		return [
			{
				row: 9,
				title: "Loading by n8n's directory loader",
				lines: [
					...both('own'),
					...both('starter'),
					...both('large'),
					...against('starter', "starter's"),
					...against('large', 'HubSpot'),
				],
			},
		];
	},
};
