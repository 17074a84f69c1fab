import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { catalogue } from '../../../core/subjects/catalogue';
import type { Loaded } from '../contestants/load';
import { PEERS, requirePeer } from '../lib/peers';
import type { Line } from '../lib/report';
import type { Row } from '../lib/row';
import { interleaved, quotients } from '../lib/stats';

const ROOT = path.resolve(__dirname, '../../..');

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
function loaded(script: string, folder: string, node?: string): Loaded {
	const args = ['--expose-gc', script, folder, PEERS, ...(node ? [node] : [])];
	const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
	if (status !== 0) throw new Error(`The loader failed on ${folder}:\n${stderr}`);
	const result = JSON.parse(stdout) as Loaded;
	if (result.nodes === 0) throw new Error(`No node of ${folder} was loaded`);
	return result;
}

const MEGABYTE = 1024 ** 2;
/** KB of descriptions that an operation may hold until n8n releases them. */
const KILOBYTES_AN_OPERATION = 5;

/** Cost of a package at n8n's start, and at the first execution of one of its nodes. */
export const row: Row = {
	number: 9,
	title: 'Loading the package in n8n',
	peers: true,
	async run({ rounds, folder, say }) {
		const directory = folder();
		const large = path.join(directory, 'large');
		makeOne(large, 'Hubspot/Hubspot.node.js', [
			'HubspotApi',
			'HubspotAppToken',
			'HubspotOAuth2Api',
		]);
		say('row 9: loading in turn, in a new process each time');
		const script = path.join(directory, 'load.cjs');
		const entryPoints = [path.resolve(__dirname, '../contestants/load.ts')];
		buildSync({
			entryPoints,
			outfile: script,
			bundle: true,
			packages: 'external',
			platform: 'node',
		});
		const results = await interleaved(rounds, {
			own: async () => loaded(script, ROOT, 'avalanche'),
			large: async () => loaded(script, large),
		});
		type Name = keyof typeof results;
		const of = (name: Name, figure: keyof Loaded, unit = 1) =>
			results[name].map((each) => each[figure] / unit);
		const names: Record<Name, string> = {
			own: 'this package',
			large: "n8n's own HubSpot node",
		};
		const both = (name: Name): Line[] => [
			{ name: `${names[name]}: time`, unit: 'ms', values: of(name, 'ms') },
			{ name: `${names[name]}: heap`, unit: 'MB', values: of(name, 'bytes', MEGABYTE) },
		];
		const against = (what: string, figure: 'ms' | 'bytes'): Line => ({
			name: `${what} of this package / HubSpot`,
			unit: '×',
			values: quotients(of('own', figure), of('large', figure)),
		});
		return [
			{
				row: 9,
				title: "Loading by n8n's directory loader",
				lines: [
					...both('own'),
					{
						name: 'this package: heap an operation',
						unit: 'KB',
						values: of('own', 'bytes', 1024 * catalogue.length),
						goal: { most: KILOBYTES_AN_OPERATION },
					},
					{
						name: 'this package: heap after n8n has released the descriptions',
						unit: 'MB',
						values: of('own', 'releasedBytes', MEGABYTE),
						goal: { most: 0.1 },
					},
					...both('large'),
					against('time', 'ms'),
					against('heap', 'bytes'),
				],
			},
			{
				row: 9,
				title: 'Loading the code of a node at its first execution',
				lines: [
					{
						name: 'the node Avalanche: time',
						unit: 'ms',
						values: of('own', 'firstMs'),
						goal: { most: 25 },
					},
					{
						name: 'the node Avalanche: heap',
						unit: 'MB',
						values: of('own', 'firstBytes', MEGABYTE),
					},
				],
			},
		];
	},
};
