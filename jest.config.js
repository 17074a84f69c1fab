'use strict';

const { readdirSync, readFileSync } = require('node:fs');
const path = require('node:path');

const shared = {
	testEnvironment: '<rootDir>/scripts/jest-environment.ts',
	runtime: '<rootDir>/scripts/jest-runtime.js',
	transform: {
		'^.+\\.[cm]?[jt]s$': [
			'@swc/jest',
			{
				jsc: { parser: { syntax: 'typescript', decorators: true }, target: 'es2022' },
				module: { type: 'commonjs' },
				sourceMaps: 'inline',
			},
		],
	},
	// Modules that are loaded when they are needed name the compiled file.
	moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
	// Installed programs of other tests lie there, with packages of the same names.
	modulePathIgnorePatterns: ['<rootDir>/.cache/', '<rootDir>/infrastructure/cdk.out/'],
	// These are ES modules only.
	transformIgnorePatterns: ['/node_modules/(?!(@noble|@scure)/)'],
};

/**
 * Files of which `npm test` or `npm run test:slow` runs a part: a generic rule on a covering set of the catalogue (lab/kit/selection.ts),
 * or a tenth of the rounds of a property (core/testing/properties.ts). `npm run test:slow -- --all` runs them whole.
 */
const inPart = readdirSync(path.join(__dirname, 'test'), { recursive: true })
	.filter((file) => /\.(test|slow)\.ts$/.test(file))
	.filter((file) => {
		const text = readFileSync(path.join(__dirname, 'test', file), 'utf8');
		return /\b(selected|covering|rounds|anew|crashPoints)\(|\bisWhole\b/.test(text);
	})
	.map((file) => `<rootDir>/test/${file}`);
const inPartIn = (folders) =>
	inPart.filter((file) => /\/(nodes|package)\//.test(file) === folders.includes('nodes'));

/**
 * The files of a tier below these folders. `npm test` runs `*.test.ts`; `npm run test:slow` runs `*.slow.ts`, which
 * pack, install, compile, crash at every call or draw histories; with `-- --all` it runs whole what both run in part,
 * and `*.nightly.ts`, which take long and rarely find a fault.
 */
const TIERS = {
	fast: (folders) => [`<rootDir>/${folders}/**/*.test.ts`],
	slow: (folders) => [`<rootDir>/${folders}/**/*.slow.ts`],
	whole: (folders) => [`<rootDir>/${folders}/**/*.nightly.ts`, ...inPartIn(folders)],
	// Any of them, with the rounds that `npm test` has.
	part: (folders) => TIERS.all(folders),
	all: (folders) => [`<rootDir>/${folders}/**/*.{test,slow,nightly}.ts`],
};
const tier = process.env.TEST_TIER ?? 'all';
const filesIn = TIERS[tier];

/** Tests that need what AWS's services really do: `npm run opinion -- aws` runs them. */
const onAws = process.env.TEST_S3_URL ? [] : ['/test/aws/'];

module.exports = {
	maxWorkers: '100%',
	// A large file leaves memory behind that makes the garbage collections of later ones slow; a new worker
	// reads and compiles all modules again.
	workerIdleMemoryLimit: '1GB',
	reporters: ['default', './scripts/jest-slowest.js'],
	testSequencer: './scripts/jest-sequencer.js',
	// A bound against hanging, not a measure: a busy machine may take its time.
	testTimeout: tier === 'fast' ? 60_000 : 300_000,
	projects: [
		{
			...shared,
			displayName: 'sources',
			testMatch: filesIn('{lab/bench/test,test}'),
			testPathIgnorePatterns: ['/node_modules/', '/test/nodes/', '/test/package/', ...onAws],
		},
		{
			...shared,
			displayName: 'package',
			// As n8n loads it; they build it first where it is stale.
			testMatch: filesIn('test/{nodes,package}'),
			globalSetup: '<rootDir>/scripts/jest-build.ts',
		},
	],
};
