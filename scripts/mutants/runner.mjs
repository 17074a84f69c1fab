import { readFileSync, statSync } from 'node:fs';
import { strykerPlugins as jestPlugins } from '@stryker-mutator/jest-runner';

/**
 * Stryker's runner for jest, by files: it runs those that reach a mutant, the smallest first, until one fails. The
 * original runs all files for each mutant, and picks tests by their names, without those that they rely on.
 */
function byFile(injector) {
	const runner = injector.injectFunction(jestPlugins[0].factory);
	const { run, mutantRun, processTestResults } = runner;
	let only;
	return Object.assign(runner, {
		run: (settings) => run.call(runner, { ...settings, ...(only && { testFiles: only }) }),
		/** One result for each file: it has failed (1) if one of its tests has. */
		processTestResults: (files) =>
			files.map((file) => {
				const id = file.testFilePath;
				const results = processTestResults.call(runner, [file]);
				const timeSpentMs = results.reduce((sum, one) => sum + one.timeSpentMs, 0);
				const whole = { id, name: id, fileName: id, timeSpentMs, status: 0 };
				return { ...whole, ...results.find(({ status }) => status === 1), id };
			}),
		async mutantRun({ testFilter = [], ...options }) {
			const files = testFilter.map((file) => ({ file, size: statSync(file).size }));
			let result;
			for (const { file } of files.sort((a, b) => a.size - b.size)) {
				only = [file];
				result = await mutantRun.call(runner, options);
				if (result.status !== 'survived') break;
			}
			return result;
		},
	});
}
byFile.inject = ['$injector'];

/** A mutant, however often Stryker numbers them anew. */
export const mutantKey = ({ fileName, location: { start, end }, mutatorName, replacement }) =>
	[fileName, start.line, start.column, end.line, end.column, mutatorName, replacement].join(' ');

/** Only the mutants that were drawn (`MUTANTS_DRAWN`, a file) are run. */
function drawn() {
	const keys = new Set(JSON.parse(readFileSync(process.env.MUTANTS_DRAWN, 'utf8')));
	return {
		init: async () => undefined,
		group: async (mutants) => [mutants.map(({ id }) => id)],
		check: async (mutants) =>
			Object.fromEntries(
				mutants.map((one) => [
					one.id,
					keys.has(mutantKey(one))
						? { status: 'passed' }
						: { status: 'compileError', reason: 'not drawn' },
				]),
			),
	};
}

/** Prints what survives at once: a run may be long. */
function survivors() {
	return {
		onMutantTested({ status, fileName, location: { start }, replacement }) {
			if (status === 'Survived' || status === 'NoCoverage')
				process.stdout.write(
					`\nsurvived: ${fileName}:${start.line} ${JSON.stringify(replacement)}\n`,
				);
		},
	};
}

export { strykerValidationSchema } from '@stryker-mutator/jest-runner';
export const strykerPlugins = [
	{ kind: 'TestRunner', name: 'byFile', factory: byFile },
	{ kind: 'Checker', name: 'drawn', factory: drawn },
	{ kind: 'Reporter', name: 'survivors', factory: survivors },
];
