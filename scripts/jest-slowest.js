'use strict';

const path = require('node:path');

const SHOWN = 10;

/** The lines about the files that took longest; none for a run of a few files. */
function slowestFiles(results) {
	if (results.length <= SHOWN) return [];
	const timed = results.map(({ testFilePath, perfStats }) => ({
		name: path.relative(process.cwd(), testFilePath).split(path.sep).join('/'),
		seconds: (perfStats.end - perfStats.start) / 1000,
	}));
	const slowest = timed.sort((a, b) => b.seconds - a.seconds).slice(0, SHOWN);
	return [
		'Slowest files:',
		...slowest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`),
	];
}

/** A reporter of jest that names the slowest files at the end of a run. */
module.exports = class {
	onRunComplete(_contexts, { testResults }) {
		const lines = slowestFiles(testResults);
		if (lines.length > 0) process.stderr.write(`\n${lines.join('\n')}\n`);
	}
};
