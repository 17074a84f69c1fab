'use strict';

const path = require('node:path');

const { displayName: _, ...sources } = require('../../jest.config.js').projects[0];

/** The tests on the sources of one room (`MUTANT_TESTS`), in the environment of mutants. */
module.exports = {
	...sources,
	rootDir: path.resolve(__dirname, '../..'),
	testEnvironment: path.join(__dirname, 'environment.js'),
	testMatch: [`<rootDir>/${process.env.MUTANT_TESTS}`],
	testPathIgnorePatterns: ['/node_modules/'],
	testTimeout: 60_000,
	// Tests of the nodes run the build: here the sources.
	moduleNameMapper: {
		...sources.moduleNameMapper,
		'^(.*)/dist/((?:nodes|credentials)/.*)\\.js$': '$1/$2',
	},
};
