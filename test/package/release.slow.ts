import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { disagreements, notTakenOut } from '../../scripts/checkRelease';

/** The release beside what n8n's own command writes (`n8n-node release --init-workflow`). */

const ROOT = path.resolve(__dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const TEMPLATE = 'node_modules/@n8n/node-cli/dist/template/templates/shared/default';

interface Job {
	environment?: string;
	permissions: object;
	steps: Array<{ run?: string; uses?: string }>;
}

interface Workflow {
	on: { push?: { tags?: string[] } };
	jobs: Record<string, Job>;
}

interface Manifest {
	version: string;
	engines: { n8n: string };
	scripts: Record<string, string>;
	publishConfig: object;
	repository: { url: string };
}

const workflow = (text: string) => parse(text) as Workflow;
const own = workflow(read('.github/workflows/publish.yml'));
const WORKFLOWS = readdirSync(path.join(ROOT, '.github/workflows')).map(
	(file) => `.github/workflows/${file}`,
);
const manifest = JSON.parse(read('package.json')) as Manifest;
const { version } = manifest;
const REPOSITORY = 'n8n-nodes-avalanche-network/n8n-nodes-avalanche-network';

test('publish.yml has the trigger and the rights of the template, and its last step', () => {
	const text = read(`${TEMPLATE}/.github/workflows/publish.yml`);
	const template = workflow(text.replaceAll('{{packageManager.name}}', 'npm'));
	expect(own.on).toEqual(template.on);
	expect(own.jobs.publish.permissions).toEqual(template.jobs.publish.permissions);
	const last = ({ steps }: Workflow['jobs'][string]) =>
		steps.at(-1)?.run?.trim().split('\n').at(-1);
	expect(last(own.jobs.publish)).toBe(last(template.jobs.publish));
	expect(manifest.scripts.release).toBe('n8n-node release');
	expect(manifest.scripts.prepublishOnly).toBe('n8n-node prerelease');
});

test('everything is checked before anything is published, and no secret is needed', () => {
	const runs = own.jobs.publish.steps.flatMap(({ run }) => run ?? []);
	expect(runs).toEqual(['.ci/run', 'npx tsx scripts/checkRelease.ts', 'npm run release']);
	expect(read('.github/workflows/publish.yml')).not.toContain('secrets.');
	// Without provenance npm publishes nothing: not from a machine of ours either.
	expect(manifest.publishConfig).toEqual({ access: 'public', provenance: true });
});

test('publishing waits at an environment, and only that job gets the token for npm', () => {
	for (const file of WORKFLOWS) {
		for (const { environment, permissions } of Object.values(workflow(read(file)).jobs)) {
			const publishes = JSON.stringify(permissions).includes('id-token');
			expect([file, environment]).toEqual([file, publishes ? 'npm' : undefined]);
		}
	}
	expect(own.jobs.publish.environment).toBe('npm');
});

test('every action of every workflow is named by its commit, with the version beside it', () => {
	for (const file of WORKFLOWS) {
		const uses = read(file).match(/^.*\buses:.*$/gm) ?? [];
		expect(uses.length).toBeGreaterThan(0);
		for (const line of uses) {
			expect(line).toMatch(/uses: [\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
		}
	}
});

test('tag, version, changelog, repository and tarball agree', () => {
	expect(disagreements(version, REPOSITORY)).toEqual([]);
});

test('a release takes out the line of README that the package is not on npm', () => {
	const line = 'The package is not on npm yet: until it is, install the tarball.';
	expect(notTakenOut(`## Install\n${line}\n`)).toEqual([expect.stringContaining(line)]);
	expect(notTakenOut('## Install\n')).toEqual([]);
});

test('README names the lowest n8n of package.json', () => {
	const [, lowest] = /^>=([\d.]+)$/.exec(manifest.engines.n8n) ?? [];
	expect(read('README.md')).toContain(`The package needs n8n ${lowest} or newer`);
});

test('a tag of another version and a fork are refused', () => {
	expect(disagreements('9.9.9', 'someone/fork')).toEqual([
		expect.stringContaining('The tag is 9.9.9'),
		expect.stringContaining('The repository is someone/fork'),
	]);
});

test('CHANGELOG.md keeps the form of Keep a Changelog', () => {
	const changelog = read('CHANGELOG.md');
	const versions = [...changelog.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
	expect(versions[0]).toBe('[Unreleased]');
	for (const heading of versions.slice(1)) {
		expect(heading).toMatch(/^\[\d+\.\d+\.\d+\] - \d{4}-\d{2}-\d{2}$/);
	}
	for (const heading of versions) {
		const name = /\[(.*)\]/.exec(heading)?.[1] ?? '';
		expect(changelog).toMatch(new RegExp(`^\\[${name.replaceAll('.', '\\.')}\\]: https://`, 'm'));
	}
	const [, newest] = changelog.split(/^## \[\d/m);
	const kinds = [...newest.matchAll(/^### (.*)$/gm)].map(([, kind]) => kind);
	const known = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
	expect(kinds.filter((kind) => !known.includes(kind))).toEqual([]);
});

test('the issue forms are forms, and those on faults ask for the report of npm run opinion -- live', () => {
	const folder = '.github/ISSUE_TEMPLATE';
	for (const file of readdirSync(path.join(ROOT, folder))) {
		const form = parse(read(`${folder}/${file}`)) as { body?: Array<{ id?: string }> };
		if (file === 'config.yml') continue;
		expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) });
		expect(form.body?.length).toBeGreaterThan(1);
		if (file !== 'feature.yml')
			expect(read(`${folder}/${file}`)).toContain('npm run opinion -- live');
	}
});
