import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { AttackClass } from '../stage';
import type { Watch } from '../watch';

/**
 * Attacks by the package itself: the files of the tarball, their content, and known vulnerabilities
 * of its dependencies.
 */

const ROOT = path.resolve(__dirname, '../../../..');
const ALLOWED =
	/^(?:package\.json|README\.md|LICENSE|dist\/(?:core|credentials|nodes|subjects)\/[\w./-]+\.(?:js|json)|dist\/(?:known|types)\/(?:nodes|credentials)\.json|dist\/icons\/[\w.]+\.svg)$/;
/** Scripts that npm runs where the package is installed. */
const SCRIPTS = /^(?:pre|post)?(?:install|prepare|uninstall)$/;

/** Texts that look like a secret, or tell of a machine. */
const SECRETS: ReadonlyArray<readonly [string, RegExp]> = [
	['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY/],
	['an AWS key', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
	['a token of GitHub, npm or Slack', /\b(?:gh[pousr]_\w{30,}|npm_\w{30,}|xox[abpr]-[\w-]{10,})/],
	['a webhook secret', /\bwhsec_[A-Za-z0-9+/]{20,}/],
	['a JSON web token', /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\./],
	[
		'a key in an assignment',
		/(?:api_?key|secret|password|token)['"]?\s*[:=]\s*['"][\w/+=-]{16,}['"]/i,
	],
	['a path of a machine', /(?:\/home\/|\/Users\/|\/root\/|[A-Z]:\\Users\\)\w/],
	['a URL with a password', /https?:\/\/[^\s/:'"`]+:[^\s/@'"`]+@/],
];

function run(command: string, args: string[], cwd = ROOT) {
	const options = { cwd, encoding: 'utf8', shell: process.platform === 'win32', timeout: 120_000 };
	return spawnSync(command, args, options as { encoding: 'utf8' });
}

function filesUnder(folder: string): string[] {
	return (readdirSync(folder, { recursive: true, withFileTypes: true }) as unknown as Entry[])
		.filter((entry) => entry.isFile())
		.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
		.map((file) => file.split(path.sep).join('/'));
}

interface Entry {
	name: string;
	parentPath: string;
	isFile(): boolean;
}

async function inspect(watch: Watch, unpacked: string): Promise<void> {
	const broken = (name: string, wrong: string | undefined) =>
		watch.attack(name, async () => ({ kind: 'answered', text: '', ...(wrong && { wrong }) }));
	for (const file of filesUnder(unpacked)) {
		await broken(`${file} belongs`, ALLOWED.test(file) ? undefined : 'does not belong there');
		const text = readFileSync(path.join(unpacked, file), 'utf8');
		const found = SECRETS.find(([, pattern]) => pattern.test(text));
		await broken(`${file} holds no secret`, found && `holds ${found[0]}`);
	}
	const about = JSON.parse(readFileSync(path.join(unpacked, 'package.json'), 'utf8')) as {
		scripts?: Record<string, string>;
		dependencies?: object;
	};
	for (const name of Object.keys(about.scripts ?? {})) {
		await broken(`script ${name}`, SCRIPTS.test(name) ? 'runs on its own' : undefined);
	}
	const count = Object.keys(about.dependencies ?? {}).length;
	await broken('dependencies', count > 0 ? `there are ${count}` : undefined);
}

interface Audit {
	error?: object;
	metadata?: { vulnerabilities?: { total?: number } };
}

/** The packages whose dependencies ship; the n8n package has none. */
const SHIPPED = ['--omit=dev', '--workspace=core', '--workspace=lambdas'];

/** Vulnerabilities that the registry knows, or undefined where it does not say. */
function audit(cwd: string, args: string[]): number | undefined {
	try {
		const answer = JSON.parse(run('npm', ['audit', '--json', ...args], cwd).stdout) as Audit;
		return answer.error ? undefined : answer.metadata?.vulnerabilities?.total;
	} catch {
		return undefined;
	}
}

/** A package with known holes: a registry that has none to tell of it does not answer audits. */
function knowsHoles(folder: string): boolean {
	const cwd = path.join(folder, 'canary');
	mkdirSync(cwd);
	const dependencies = { minimist: '0.0.8' };
	const about = { name: 'canary', version: '1.0.0', dependencies };
	const packages = { '': about, 'node_modules/minimist': { version: '0.0.8' } };
	writeFileSync(path.join(cwd, 'package.json'), JSON.stringify(about));
	const lock = { name: 'canary', version: '1.0.0', lockfileVersion: 3, requires: true, packages };
	writeFileSync(path.join(cwd, 'package-lock.json'), JSON.stringify(lock));
	return (audit(cwd, ['--package-lock-only']) ?? 0) > 0;
}

export const packageClass: AttackClass = {
	name: 'package',
	about: 'the packed tarball, and npm audit on what ships',
	async run({ full }, watch) {
		const folder = mkdtempSync(path.join(os.tmpdir(), 'avalanche-attack-'));
		try {
			const packed = run('npm', [
				'pack',
				'--silent',
				'--ignore-scripts',
				'--pack-destination',
				folder,
			]);
			const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
			if (!tarball) {
				watch.finding('npm pack', `made no tarball: ${packed.stderr}`);
				return;
			}
			run('tar', ['-xzf', path.join(folder, tarball), '-C', folder]);
			await inspect(watch, path.join(folder, 'package'));
			// It asks the registry: a test does not.
			if (!full) return;
			const holes = audit(ROOT, SHIPPED);
			if (holes === undefined) watch.note('npm audit: NOT checked, the registry gave no answer');
			else if (holes > 0) watch.finding('npm audit --omit=dev', `${holes} known vulnerabilities`);
			else if (!knowsHoles(folder)) {
				watch.note('npm audit: NOT checked, the registry does not know of holes that there are');
			} else watch.note('npm audit --omit=dev: checked, none known');
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	},
};
