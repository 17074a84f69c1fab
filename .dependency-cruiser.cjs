'use strict';

// The arrows of docs/architecture.md inside the core and between packages, and no circles of imports
// anywhere. eslint checks the arrows between the folders of the root package.

const { readFileSync } = require('node:fs');
const path = require('node:path');

const manifest = (folder) => JSON.parse(readFileSync(path.join(__dirname, folder, 'package.json')));

const { workspaces } = manifest('.');

/** The folders of the root package that a package may import; no package.json can state these. */
const ofRoot = {
	lab: ['scripts'],
};

/** The folders that a package may import: its own, and those of the packages in its package.json. */
function foldersFor(folder) {
	const { dependencies } = manifest(folder);
	const declared = workspaces.filter((other) => manifest(other).name in dependencies);
	return [folder, ...declared, ...(ofRoot[folder] ?? [])];
}

/** Parts of the core that each part may import, beside itself and packages. */
const arrows = {
	formats: [],
	fields: ['formats', 'failure'],
	operations: ['fields', 'formats', 'service'],
	protocol: ['formats', 'fields', 'operations', 'failure', 'networkFailure', 'service'],
	warp: ['formats', 'fields', 'failure'],
	transactions: ['warp', 'formats', 'fields', 'failure'],
	abi: ['formats', 'fields'],
	exports: ['operations', 'protocol', 'failure', 'networkFailure', 'client', 'formats', 'fields'],
	events: ['operations', 'protocol', 'failure', 'client', 'formats', 'fields', 'service'],
	webhooks: ['events', 'operations', 'protocol', 'failure', 'client', 'formats', 'fields'],
	channels: ['events', 'fields', 'formats'],
	transports: ['exports', 'protocol', 'failure', 'networkFailure'],
};

/** The tests that test a script itself. */
const SCRIPT_TESTS = '^test/(scripts/|package/|nodes/savedValues[.]test)';

module.exports = {
	forbidden: [
		{
			name: 'no-circles',
			comment: 'Put what both files share into a third one.',
			severity: 'error',
			from: {},
			to: { circular: true },
		},
		{
			name: 'core-names-no-subject',
			comment: 'What is about one resource or event belongs into its room.',
			severity: 'error',
			from: {
				path: '^core/',
				pathNot: '^core/(subjects/|commands/|(index|connectExports|exports/wait)[.]ts$)',
			},
			to: { path: '^core/subjects/' },
		},
		...workspaces.map((folder) => ({
			name: `package-${folder}`,
			comment: 'A package imports the packages that its package.json declares.',
			severity: 'error',
			from: { path: `^${folder}/`, pathNot: '^lab/bench/' },
			to: {
				path: '^[^/]+/',
				pathNot: `^(node_modules|${foldersFor(folder).join('|')})/`,
				dependencyTypesNot: ['core'],
			},
		})),
		{
			name: 'declared',
			comment: 'Declare it in the package.json of the importing package.',
			severity: 'error',
			// The bench measures what the root has installed; its package.json has the peers only.
			from: { pathNot: '^(lab/bench|infrastructure)/' },
			to: {
				dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined'],
				// peerDependenciesMeta makes a peer "npm-no-pkg" as well.
				dependencyTypesNot: ['npm', 'npm-dev', 'npm-peer'],
			},
		},
		{
			name: 'kit-is-below',
			comment: 'Campaigns, the bench and scripts use the kit.',
			severity: 'error',
			from: { path: '^lab/kit/' },
			to: { path: '^(lab/(campaigns|bench)|scripts)/' },
		},
		{
			name: 'tests-are-not-imported',
			comment: 'Put what tests share with others into lab/kit/.',
			severity: 'error',
			from: { pathNot: '^(test|jest[.]config)' },
			to: { path: '^test/' },
		},
		{
			name: 'tests-of-the-core-import-the-core',
			comment:
				'The core is tested alone: tests of the core with others are in other folders of test/.',
			severity: 'error',
			from: { path: '^test/core/' },
			to: {
				path: '^[^/]+/',
				pathNot: '^(core|test/core|node_modules)/',
				dependencyTypesNot: ['core'],
			},
		},
		{
			name: 'tests-of-the-bench-are-in-it',
			severity: 'error',
			from: { path: '^test/' },
			to: { path: '^lab/bench/' },
		},
		{
			name: 'scripts-are-imported-by-their-tests',
			comment: 'Put what a script shares with tests into lab/kit/.',
			severity: 'error',
			from: { path: '^test/', pathNot: SCRIPT_TESTS },
			to: { path: '^scripts/' },
		},
		{
			name: 'emulator-knows-no-declaration',
			comment:
				'The emulator would repeat the mistakes of declarations. It imports encodings by core/index.ts.',
			severity: 'error',
			from: { path: '^emulator/' },
			to: { path: '^core/subjects/', pathNot: '^core/subjects/rooms[.]ts$' },
		},
		...Object.entries(arrows).map(([part, allowed]) => ({
			name: `arrows-of-${part}`,
			comment: 'The arrows of docs/architecture.md run one way.',
			severity: 'error',
			from: { path: `^core/${part}/` },
			to: {
				path: '^core/(?!subjects/)',
				pathNot: `^core/(${[part, ...allowed].join('|')})(/|[.]ts$)`,
			},
		})),
	],
	options: {
		tsPreCompilationDeps: true,
		enhancedResolveOptions: {
			exportsFields: ['exports'],
			conditionNames: ['import', 'require', 'node', 'default', 'types'],
		},
		tsConfig: { fileName: 'tsconfig.check.json' },
		doNotFollow: { path: 'node_modules' },
		exclude: { path: '^dist|[.]cache|cdk[.]out' },
	},
};
