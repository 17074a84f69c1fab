'use strict';

const { mixinJestEnvironment } = require('@stryker-mutator/jest-runner');
const { default: PlainEnvironment } = require('../jest-environment.ts');

/** The project's environment, which says which file of tests has run a mutant, also while the file is loaded. */
module.exports = class MutantEnvironment extends mixinJestEnvironment(PlainEnvironment) {
	constructor(config, context) {
		super(config, context);
		// Stryker's own handler would name each test.
		delete this.handleTestEvent;
		this.global.__stryker__.currentTestId = context.testPath;
	}
};
