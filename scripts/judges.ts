import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Fault, FAULTS } from './judges/faults';

const HELP = `npm run judges -- [--judge openapi|sdks] [--short] [--documents DIR ...]

Puts known faults into a copy of the sources, one at a time, and runs the second opinion that has to find each
(npm run test:openapi, npm run test:sdks). The copy without a fault has to have no findings. Exits with 1 if a
fault was not found, and with 75 if a tool or the documents are missing.

  --judge <name>     only faults of this one; repeated for several
  --short            one fault of each
  --documents <dir>  as for npm run test:openapi, which is left out without it
`;

const ROOT = path.resolve(__dirname, '..');
const SOURCES = [
	'campaigns',
	'core',
	'emulator',
	'kit',
	'lambdas',
	'scripts',
	'spec',
	'subjects',
	'test/sdks',
];
const NOT_RUN = 75;

/** A copy of the sources with the installed packages; `remove` deletes it. */
function copyOfSources() {
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
	for (const name of ['', 'scripts/openapi', 'test/sdks']) {
		symlinkSync(path.join(ROOT, packages(name)), path.join(folder, packages(name)), 'junction');
	}
	return { folder, remove: () => rmSync(folder, { recursive: true }) };
}

const print = (line: string) => process.stdout.write(`${line}\n`);

function main(): number {
	const { values } = parseArgs({
		options: {
			judge: { type: 'string', multiple: true },
			short: { type: 'boolean', default: false },
			documents: { type: 'string', multiple: true, default: [] },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) {
		print(HELP);
		return 0;
	}
	const documents = values.documents.map((folder) => path.resolve(folder));
	const commands: Record<Fault['judge'], string[]> = {
		openapi: ['scripts/openapi.ts', ...documents.flatMap((folder) => ['--documents', folder])],
		sdks: ['scripts/sdks.ts'],
	};
	const chosen = FAULTS.filter(
		({ judge, short }) =>
			(values.judge?.includes(judge) ?? (judge !== 'openapi' || documents.length > 0)) &&
			(!values.short || short),
	);
	// Installs what they need here, where it stays.
	const judges = [...new Set(chosen.map(({ judge }) => judge))];
	const run = (judge: Fault['judge'], cwd: string) =>
		spawnSync(process.execPath, ['--import', 'tsx', ...commands[judge]], { cwd, encoding: 'utf8' });
	for (const judge of judges) {
		const { status, stdout, stderr } = run(judge, ROOT);
		print(`${judge} without a fault: ${status === 0 ? 'no findings' : `status ${status}`}`);
		if (status === NOT_RUN) return NOT_RUN;
		if (status !== 0) {
			print(stdout + stderr);
			return 1;
		}
	}
	const copy = copyOfSources();
	let found = 0;
	try {
		for (const { judge, name, file, from, to } of chosen) {
			const at = path.join(copy.folder, file);
			const source = readFileSync(at, 'utf8');
			writeFileSync(
				at,
				source.replace(from, () => to),
			);
			const { status, stdout, stderr } = run(judge, copy.folder);
			writeFileSync(at, source);
			// A judge that breaks has not judged.
			if (status === 1) found++;
			else print(stdout + stderr);
			print(`${judge}: ${name}: ${status === 1 ? 'found' : `NOT FOUND, status ${status}`}`);
		}
	} finally {
		copy.remove();
	}
	print(`${found} of ${chosen.length} faults were found`);
	return found === chosen.length ? 0 : 1;
}

process.exitCode = main();
