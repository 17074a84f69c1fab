import { spawnSync } from 'node:child_process';
import {
	cpSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * The examples of CONTRIBUTING.md are followed literally, in a copy of the sources: three files in the folder of
 * a resource, two in the folder of an event, and nothing else. The emulated node answers the operation by
 * its transcription.
 */

const ROOT = path.resolve(__dirname, '../..');
const COPIED = ['core', 'credentials', 'emulator', 'lab', 'lambdas', 'nodes', 'scripts', 'test'];
const FILES = ['package.json', 'tsconfig.json', 'jest.config.js', '.prettierrc.json', 'icons'];

const PROGRAM = `import { clientWith } from './core/client';
import { clock, httpTransport, info, servicesOf, isFailure } from './core';
import { startEmulator } from './emulator';

async function main() {
	const emulator = await startEmulator({ realTime: false });
	const { nodeUrl } = emulator;
	const services = servicesOf({ nodeUrl, dataUrl: '', metricsUrl: '' });
	const client = clientWith({ services, transport: httpTransport, clock });
	const { getManyPorts } = info as any;
	const answers = [await client.call(getManyPorts, {}), await client.call(getManyPorts, {})];
	const wrong = { ...getManyPorts, call: { ...getManyPorts.call, method: 'info.port' } };
	const refused = await client.call(wrong, {}).catch((error) => isFailure(error) && error.message);
	await emulator.close();
	console.log(JSON.stringify({ answers, refused }));
}
void main();
`;

/** The files of the examples: path and text. */
const EXAMPLE = [
	...readFileSync(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8').matchAll(
		/^`(core\/subjects\/\S+)`:\n\n```\w+\n([^]*?)^```/gm,
	),
];

const folder = mkdtempSync(path.join(os.tmpdir(), 'avalanche-method-'));
const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);

function run(...args: string[]): string {
	const { status, stdout, stderr } = spawnSync(process.execPath, args, {
		cwd: folder,
		encoding: 'utf8',
		// Not the tier of the run that this file is in.
		env: { ...process.env, TEST_TIER: 'all' },
	});
	if (status !== 0) throw new Error(`${args.join(' ')}:\n${stdout}${stderr}`);
	return `${stdout}${stderr}`;
}

beforeAll(() => {
	for (const name of [...COPIED, ...FILES]) {
		cpSync(path.join(ROOT, name), path.join(folder, name), {
			recursive: true,
			filter: (file) => !/[/\\](node_modules|\.cache)$/.test(file),
		});
	}
	symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
	expect(EXAMPLE).toHaveLength(5);
	for (const [, file, text] of EXAMPLE) {
		mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
		write(file, text);
	}
	run('--import', 'tsx', 'scripts/generate.ts');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the indexes have operation and event under their names', () => {
	const text = (file: string) => readFileSync(path.join(folder, file), 'utf8');
	expect(text('core/subjects/info/index.ts')).toContain("export { getManyPorts } from './ports';");
	expect(text('core/subjects/events/loaders.ts')).toContain('walletEmpty: async () =>');
});

test('the emulated node answers by the transcription, and only what is transcribed', () => {
	write('program.ts', PROGRAM);
	const { answers, refused } = JSON.parse(run('--import', 'tsx', 'program.ts')) as {
		answers: Array<{ ports: Array<{ nodeID: string; port: number }> }>;
		refused: string;
	};
	expect(answers[1]).toEqual(answers[0]);
	const [{ ports }] = answers;
	expect(ports.length).toBeGreaterThan(1);
	expect(new Set(ports.map(({ nodeID }) => nodeID)).size).toBe(ports.length);
	for (const { nodeID, port } of ports) {
		expect(nodeID).toMatch(/^NodeID-\w{20,40}$/);
		expect(Number.isInteger(port) && port >= 1 && port <= 65_535).toBe(true);
	}
	expect(refused).toMatch(/does not have info\.port:/);
});

test('the tests of the operation and of the event pass', () => {
	const said = run(
		require.resolve('jest/bin/jest'),
		'--selectProjects',
		'sources',
		'--runInBand',
		'--verbose',
		'test/operations/operations.test.ts',
		'test/events',
		'-t',
		'info.getManyPorts|walletEmpty|Wallet Empty|every declared event',
	);
	for (const passed of [
		'info.getManyPorts, case ',
		'every declared event has in its folder what its tests and documents need',
		'fires for each change, once',
		'is a source of the notify function by the same names',
		'ids of Wallet Empty',
		'has a sample of the subjects and thresholds of the settings, which says so',
		'a record that cannot be read ends nothing',
	])
		expect(said).toContain(`✓ ${passed}`);
});
