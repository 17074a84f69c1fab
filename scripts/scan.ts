import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import { ensureBuilt } from './build/freshness';
import { isError, nodeWarnings, packageWarnings, warningLines } from './scan/comingRules';
import { WAIVED } from './scan/waived';

/**
 * Checks that n8n makes before it verifies a package, offline: its scanner's rules over the sources
 * and over the unpacked tarball. Warnings count as failures here, and the tarball may hold only
 * what it should.
 */

const ROOT = path.resolve(__dirname, '..');
const ALLOWED =
	/^(?:package\.json|README\.md|LICENSE|dist\/(?:core(?!\/(?:index|connect|transports)\b)|credentials|nodes|subjects(?!\/(?:rooms\b|\w+\/cases\b)))\/.+\.(?:js|json)|dist\/(?:known|types)\/(?:credentials|nodes)\.json|dist\/icons\/[\w.]+\.svg)$/;

interface Scanner {
	SOURCE_FILE_PATTERNS: string[];
	analyzePackage(
		folder: string,
		patterns: string[],
	): Promise<{ passed: boolean; message?: string; details?: string }>;
	buildScanConfig(): Promise<object[]>;
}

interface LintResult {
	filePath: string;
	messages: Array<{ ruleId: string | null; message: string; line: number; severity: number }>;
}

function run(command: string, args: string[]): string {
	const result = spawnSync(command, args, { cwd: ROOT, encoding: 'utf8' });
	if (result.status !== 0) throw new Error(`${command} ${args.join(' ')}:\n${result.stderr}`);
	return result.stdout;
}

/** Packs the package as `npm publish` would and unpacks it into `folder`. */
function packInto(folder: string): string {
	run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder]);
	const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
	if (!tarball) throw new Error('npm pack made no tarball');
	run('tar', ['-xzf', path.join(folder, tarball), '-C', folder]);
	return path.join(folder, tarball);
}

function filesUnder(folder: string, base = folder): string[] {
	return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
		const full = path.join(folder, entry.name);
		return entry.isDirectory() ? filesUnder(full, base) : [path.relative(base, full)];
	});
}

/** The scanner passes over warnings; this lists them, with its own rules and no inline exceptions. */
async function findings(scanner: Scanner, folder: string, patterns: string[]): Promise<string[]> {
	const { ESLint } = await import('eslint');
	const eslint = new ESLint({
		cwd: folder,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: (await scanner.buildScanConfig()) as never,
		errorOnUnmatchedPattern: false,
	});
	const results = (await eslint.lintFiles(patterns)) as LintResult[];
	return results.flatMap(({ filePath, messages }) =>
		messages.map(
			({ ruleId, message, line, severity }) =>
				`${path.relative(folder, filePath)}:${line}  ${severity === 2 ? 'error' : 'warning'}  ${message}  ${ruleId ?? ''}`,
		),
	);
}

async function scan(name: string, folder: string, patterns: string[], scanner: Scanner) {
	const verdict = await scanner.analyzePackage(folder, patterns);
	const found = await findings(scanner, folder, patterns);
	const passed = verdict.passed && found.length === 0;
	console.log(`${passed ? 'passed' : 'FAILED'}  ${name}: ${patterns.join(', ')}`);
	if (!verdict.passed && found.length === 0) console.log(verdict.details ?? verdict.message);
	for (const line of found) console.log(`  ${line}`);
	return passed;
}

/** Checks the rules that n8n's published scan does not have yet. Gives whether no error is among the findings. */
function passesComing(unpacked: string): boolean {
	const json = (file: string) =>
		JSON.parse(readFileSync(path.join(unpacked, file), 'utf8')) as never;
	const nodes: INodeTypeDescription[] = json('dist/types/nodes.json');
	const found = [...packageWarnings(json('package.json')), ...nodes.flatMap(nodeWarnings)];
	const errors = found.filter(isError);
	console.log(`\nupcoming rules of n8n's linter: ${errors.length} errors, ${found.length} in all`);
	for (const line of warningLines(errors)) console.log(`  error  ${line}`);
	const suggestions = found.filter((one) => !isError(one));
	for (const line of warningLines(suggestions)) console.log(`  suggestion  ${line}`);
	for (const [rule, reason] of Object.entries(WAIVED)) console.log(`  waived  ${rule}: ${reason}`);
	return errors.length === 0;
}

async function main(): Promise<boolean> {
	await ensureBuilt(console.log);
	// The scanner is an ES module without types.
	const location: string = '@n8n/scan-community-package/scanner/scanner.mjs';
	const scanner = (await import(location)) as Scanner;
	const folder = mkdtempSync(path.join(os.tmpdir(), 'avalanche-scan-'));
	try {
		const sources = await scan('sources', ROOT, scanner.SOURCE_FILE_PATTERNS, scanner);
		const tarball = packInto(folder);
		const unpacked = path.join(folder, 'package');
		const patterns = ['**/*.js', 'package.json'];
		const shipped = await scan('unpacked tarball', unpacked, patterns, scanner);
		const coming = passesComing(unpacked);

		const files = filesUnder(unpacked).map((file) => file.split(path.sep).join('/'));
		const strays = files.filter((file) => !ALLOWED.test(file));
		console.log(`\n${path.basename(tarball)}, ${Math.ceil(statSync(tarball).size / 1024)} KiB:`);
		for (const file of files.sort()) {
			console.log(
				`  ${file}${strays.includes(file) ? '  FAILED: not allowed in the package' : ''}`,
			);
		}
		const { dependencies = {}, exports } = JSON.parse(
			readFileSync(path.join(unpacked, 'package.json'), 'utf8'),
		) as { dependencies?: object; exports?: object };
		const bare = Object.keys(dependencies).length === 0 && exports === undefined;
		if (!bare) console.log('FAILED  dependencies must be empty, and exports must be absent');
		console.log(`\n${files.length} files in the tarball, ${strays.length} of them not allowed`);
		return sources && shipped && coming && strays.length === 0 && bare;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

main().then(
	(passed) => {
		console.log(passed ? 'Scan passed' : 'Scan FAILED');
		process.exitCode = passed ? 0 : 1;
	},
	(error: unknown) => {
		console.error(error);
		process.exitCode = 1;
	},
);
