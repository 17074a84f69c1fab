import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Before a release: the tag, the version of package.json, the changelog, the repository and the
 * tarball agree. GitHub sets GITHUB_REF_NAME (the tag) and GITHUB_REPOSITORY (owner/name).
 */

const ROOT = path.resolve(__dirname, '..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

interface Manifest {
	name: string;
	version: string;
	repository: { url: string };
}

interface Packed {
	name: string;
	version: string;
	files: Array<{ path: string }>;
}

/** Lines of README that a release takes out, as errors. */
export function notTakenOut(readme: string): string[] {
	const said = readme.match(/^.*not on npm yet.*$/gm) ?? [];
	return said.map((line) => `README.md still has the line: ${line}`);
}

/** The disagreements, one sentence each. */
export function disagreements(tag: string, repository: string): string[] {
	const { name, version, repository: own } = JSON.parse(read('package.json')) as Manifest;
	const found: string[] = [];
	if (tag !== version) found.push(`The tag is ${tag}, but package.json has version ${version}`);
	if (own.url !== `git+https://github.com/${repository}.git`) {
		found.push(`The repository is ${repository}, but package.json has ${own.url}`);
	}
	if (
		!new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\] - \\d{4}-\\d{2}-\\d{2}$`, 'm').test(
			read('CHANGELOG.md'),
		)
	) {
		found.push(`CHANGELOG.md has no section for ${version} with a date`);
	}
	const options = { cwd: ROOT, encoding: 'utf8' } as const;
	const { status, stdout, stderr } = spawnSync(
		'npm',
		['pack', '--ignore-scripts', '--dry-run', '--json'],
		options,
	);
	if (status !== 0) return [...found, `npm pack failed: ${stderr}`];
	const [packed] = JSON.parse(stdout) as [Packed];
	if (packed.name !== name || packed.version !== version) {
		found.push(
			`The tarball is ${packed.name} ${packed.version}, but package.json has ${name} ${version}`,
		);
	}
	const files = packed.files.map((file) => file.path);
	for (const file of ['dist/known/nodes.json', 'dist/nodes/Avalanche/Avalanche.node.js']) {
		if (!files.includes(file)) found.push(`${file} is not in the tarball`);
	}
	return found;
}

if (require.main === module) {
	const { GITHUB_REF_NAME: tag = '', GITHUB_REPOSITORY: repository = '' } = process.env;
	const found = [...disagreements(tag, repository), ...notTakenOut(read('README.md'))];
	process.stdout.write(found.length > 0 ? `${found.join('\n')}\n` : `${tag} can be released\n`);
	process.exitCode = found.length > 0 ? 1 : 0;
}
