'use strict';

const shared = {
	testEnvironment: '<rootDir>/scripts/jest-environment.ts',
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

/** Tests of the built package, as n8n loads it; they build it first where it is stale. */
const built = ['<rootDir>/test/nodes/**/*.test.ts', '<rootDir>/test/package/**/*.test.ts'];

/** Tests that need what AWS's services really do: `npm run test:aws` runs them. */
const onAws = process.env.TEST_S3_URL ? [] : ['/test/aws/'];

module.exports = {
	maxWorkers: '100%',
	// A large file leaves memory behind that makes the garbage collections of later ones slow.
	workerIdleMemoryLimit: '500MB',
	reporters: ['default', './scripts/jest-slowest.js'],
	testSequencer: './scripts/jest-sequencer.js',
	// A bound against hanging, not a measure: a busy machine may take its time.
	testTimeout: 300_000,
	projects: [
		{
			...shared,
			displayName: 'sources',
			testMatch: ['<rootDir>/{bench/test,test}/**/*.test.ts'],
			testPathIgnorePatterns: ['/node_modules/', '/test/nodes/', '/test/package/', ...onAws],
		},
		{
			...shared,
			displayName: 'package',
			testMatch: built,
			globalSetup: '<rootDir>/scripts/jest-build.ts',
		},
	],
};
