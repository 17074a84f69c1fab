'use strict';

const { projects } = require('../../jest.config.js');

const { transform, transformIgnorePatterns } = projects[0];

/** Tests of a real n8n; `npm run test:e2e` installs what they need and runs them. */
module.exports = {
	rootDir: '../..',
	testEnvironment: 'node',
	transform,
	transformIgnorePatterns,
	testSequencer: '<rootDir>/scripts/jest-sequencer.js',
	// Not .cache, where a whole n8n lies.
	roots: ['core', 'emulator', 'lab', 'lambdas', 'scripts', 'test'].map(
		(folder) => `<rootDir>/${folder}`,
	),
	testMatch: ['<rootDir>/test/e2e/*.e2e.ts'],
	// n8n polls at most once a minute: the trigger's tests wait while the others work.
	maxWorkers: 3,
	testTimeout: 900_000,
};
