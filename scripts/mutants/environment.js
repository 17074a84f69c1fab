'use strict';

const { mixinJestEnvironment } = require('@stryker-mutator/jest-runner');
const { default: PlainEnvironment } = require('../jest-environment.ts');

/** The project's environment, which says which file of tests has run a mutant, also while the file is loaded. */
module.exports = class MutantEnvironment extends mixinJestEnvironment(PlainEnvironment) {
	constructor(config, context) {
		super(config, context);
		let hasFailed = false;
		// In place of Stryker's, which would name each test. The first failure decides about a file.
		this.handleTestEvent = ({ name, test }) => {
			if (name === 'test_done') hasFailed ||= test.errors.length > 0;
			if (name === 'test_start' && hasFailed) test.mode = 'skip';
		};
		this.global.__stryker__.currentTestId = context.testPath;
	}
};
