import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { conditionMutator } from './mutants/conditions';
import { DECIDING, EQUIVALENT } from './mutants/deciding';

const MOST_CHANGED = 60;
const HELP = `npm run mutants -- --deciding | --sample N | --changed BASE [--only WORD ...]

Puts mutants into the sources, and runs those of npm test's files on each that reach it and test its folder: it
survives if all pass. Exits with 1 if one survives in a deciding function (scripts/mutants/deciding.ts) that is not
named there as equivalent.

  --deciding         all mutants of the deciding functions
  --sample <n>       a sample of the mutants of all sources, by the shares of the folders, without texts
  --changed <base>   the deciding functions in files that differ from a commit, at most ${MOST_CHANGED} mutants
  --only <word>      only files whose path contains it; repeated for several
  --conditions       only mutants of conditions that are text, as DynamoDB reads them
  --seed <n>         of the sample; default 1
  --concurrency <n>  default 1
`;
const ROOT = path.resolve(__dirname, '..');
/** Of this process: several may run at the same time. */
const OWN = path.join(ROOT, `.cache/mutants-${process.pid}`);
const DRAWN = path.join(OWN, 'drawn.json');

/** Folders of the sample, with the tests that judge them. */
const SAMPLED: Readonly<Record<string, string>> = {
	'core/events': 'test/{core/events,events}/*.test.ts',
	'core/protocol': 'test/core/protocol/*.test.ts',
	'core/webhooks': 'test/{core/webhooks,webhooks}/*.test.ts',
	'lambdas/notify': 'test/lambdas/**/*.test.ts',
	'lambdas/sender': 'test/lambdas/**/*.test.ts',
	'lambdas/receive': 'test/lambdas/**/*.test.ts',
};
const DECIDING_FILES = new Map(Object.values(DECIDING).flatMap((group) => Object.entries(group)));
/** The tests that judge a mutant of a deciding function. */
const judgesOf = ({ file }: Drawn) =>
	Object.keys(DECIDING).find((tests) => file in DECIDING[tests]) as string;

const sourceOf = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const load = async <T>(file: string) =>
	(await import(pathToFileURL(path.join(ROOT, file)).href)) as T;

interface Position {
	line: number;
	column: number;
}

/** A mutant of Stryker; lines and columns count from 0. */
interface Mutant {
	fileName: string;
	location: { start: Position; end: Position };
	mutatorName: string;
	replacement: string;
	status?: string;
}

interface Drawn extends Mutant {
	/** Relative to the project. */
	file: string;
	/** The text that is replaced, in one line. */
	from: string;
	key: string;
}

const inOneLine = ({ replacement }: Pick<Mutant, 'replacement'>) =>
	replacement.replace(/\s*\n\s*/g, ' ');

/** All mutants of some files, as Stryker makes them. */
async function mutantsOf(files: readonly string[]): Promise<Drawn[]> {
	const instrumenter = 'node_modules/@stryker-mutator/instrumenter/dist/src';
	const { allMutators } = await load<{ allMutators: object[] }>(
		`${instrumenter}/mutators/index.js`,
	);
	if (!allMutators.includes(conditionMutator)) allMutators.push(conditionMutator);
	const { Instrumenter } = await load<{ Instrumenter: new (logger: object) => Instrumenting }>(
		`${instrumenter}/index.js`,
	);
	const { mutantKey } = await load<{ mutantKey(mutant: Mutant): string }>(
		'scripts/mutants/runner.mjs',
	);
	const given = files.map((file) => ({
		...{ name: path.join(ROOT, file), mutate: true, content: sourceOf(file) },
	}));
	const quiet = { info: () => undefined, debug: () => undefined, isDebugEnabled: () => false };
	const options = { ...EXCLUDED, plugins: [], ignorers: [] };
	const { mutants } = await new Instrumenter(quiet).instrument(given, options);
	return mutants
		.filter(({ status }) => status !== 'Ignored')
		.map((mutant) => {
			const file = path.relative(ROOT, mutant.fileName);
			const { start, end } = mutant.location;
			const lines = sourceOf(file)
				.split('\n')
				.slice(start.line, end.line + 1);
			lines[lines.length - 1] = lines[lines.length - 1].slice(0, end.column);
			lines[0] = lines[0].slice(start.column);
			const from = lines.map((line) => line.trim()).join(' ');
			return { ...mutant, file, from, key: mutantKey(mutant) };
		});
}
interface Instrumenting {
	instrument(files: object[], options: object): Promise<{ mutants: Mutant[] }>;
}
const EXCLUDED = { excludedMutations: ['StringLiteral'] };

/** The lines (from 0) of functions, methods and constants by their names; all lines if there is no name. */
function linesOf(file: string, names: readonly string[]): Array<[first: number, last: number]> {
	if (names.length === 0) return [[0, Infinity]];
	const source = ts.createSourceFile(file, sourceOf(file), ts.ScriptTarget.Latest, true);
	const found = new Map<string, [number, number]>();
	const visit = (node: ts.Node): void => {
		const name = (node as ts.NamedDeclaration).name?.getText();
		if (name !== undefined && names.includes(name) && !ts.isTypeElement(node)) {
			const lineAt = (at: number) => source.getLineAndCharacterOfPosition(at).line;
			const own: [number, number] = [lineAt(node.getStart()), lineAt(node.end)];
			const [first, last] = found.get(name) ?? own;
			// Parameters and imports may have the name of a function.
			if (own[1] - own[0] >= last - first) found.set(name, own);
		}
		node.forEachChild(visit);
	};
	visit(source);
	const missing = names.filter((name) => !found.has(name));
	if (missing.length > 0) throw new Error(`${file} has no ${missing.join(', ')}`);
	return [...found.values()];
}

/** The mutants of deciding functions, without those that are named as equivalent. */
async function decidingMutants(files: readonly string[]): Promise<Drawn[]> {
	const lines = new Map(files.map((file) => [file, linesOf(file, DECIDING_FILES.get(file) ?? [])]));
	const isIn = ({ file, location: { start, end } }: Drawn) =>
		lines.get(file)?.some(([first, last]) => start.line >= first && end.line <= last);
	const all = (await mutantsOf(files)).filter(isIn);
	const named = new Set(EQUIVALENT.map(([file, from, to]) => [file, from, to].join('\n')));
	const isNamed = ({ file, from, replacement }: Drawn) =>
		named.has([file, from, inOneLine({ replacement })].join('\n'));
	const left = all.filter((one) => !isNamed(one));
	print(`${all.length} mutants of deciding functions, ${all.length - left.length} equivalent`);
	return left;
}

/** The files that differ from a commit. */
function filesSince(commit: string): string[] {
	const given = ['diff', '--name-only', commit];
	return execFileSync('git', given, { cwd: ROOT, encoding: 'utf8' }).split('\n');
}

/** Draws from a list with a seed (mulberry32). */
function drawnFrom<T>(list: readonly T[], count: number, seed: number): T[] {
	let state = seed;
	const random = () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	const keyed = list.map((one) => [random(), one] as const).sort(([a], [b]) => a - b);
	return keyed.slice(0, count).map(([, one]) => one);
}

async function sampleOf(files: readonly string[], count: number, seed: number): Promise<Drawn[]> {
	const all = await mutantsOf(files);
	print(`${all.length} mutants of ${files.length} files, a sample of ${count} with seed ${seed}`);
	const byFolder = Map.groupBy(all, ({ file }) => path.dirname(file));
	return [...byFolder.values()].flatMap((list) =>
		drawnFrom(list, Math.round((count * list.length) / all.length), seed),
	);
}

/** Runs mutants of one folder; the result of each. */
async function run(drawn: readonly Drawn[], tests: string, concurrency: number): Promise<Mutant[]> {
	mkdirSync(OWN, { recursive: true });
	writeFileSync(DRAWN, JSON.stringify(drawn.map(({ key }) => key)));
	Object.assign(process.env, { MUTANTS_DRAWN: DRAWN, MUTANT_TESTS: tests });
	const { Stryker } = await import('@stryker-mutator/core');
	const results = await new Stryker({
		...{ testRunner: 'byFile', checkers: ['drawn'], coverageAnalysis: 'perTest', concurrency },
		plugins: [path.join(ROOT, 'scripts/mutants/runner.mjs')],
		jest: { configFile: 'scripts/mutants/jest.config.js', enableFindRelatedTests: false },
		mutate: [...new Set(drawn.map(({ file }) => file))],
		mutator: EXCLUDED,
		tempDirName: path.relative(ROOT, OWN),
		cleanTempDir: 'always',
		ignorePatterns: ['.cache', 'dist', 'dist-lambdas', 'infrastructure/cdk.out', '*.tgz'],
		disableTypeChecks: false,
		reporters: ['progress-append-only', 'survivors'],
		logLevel: 'error',
		timeoutMS: 30_000,
		dryRunTimeoutMinutes: 30,
	} as object).runMutationTest();
	// Results count lines and columns from 1.
	const fromZero = ({ line, column }: Position) => ({
		...{ line: line - 1, column: column - 1 },
	});
	return results.map(({ location: { start, end }, ...result }) => {
		return { ...result, location: { start: fromZero(start), end: fromZero(end) } };
	});
}

const print = (line: string) => process.stdout.write(`${line}\n`);
const KILLED = ['Killed', 'Timeout', 'RuntimeError'];

async function main(): Promise<number> {
	const text = { type: 'string' } as const;
	const flag = { type: 'boolean', default: false } as const;
	const { values } = parseArgs({
		options: {
			...{ deciding: flag, sample: text, changed: text, conditions: flag, help: flag },
			only: { ...text, multiple: true },
			seed: { ...text, default: '1' },
			concurrency: { ...text, default: '1' },
		},
	});
	const { deciding, sample, changed, only = [''] } = values;
	if (values.help || !(deciding || sample || changed)) {
		print(HELP);
		return values.help ? 0 : 2;
	}
	const isWanted = (file: string) => only.some((word) => file.includes(word));
	let drawn: Drawn[];
	if (sample) {
		const files = Object.keys(SAMPLED).flatMap((folder) =>
			globSync(`${folder}/*.ts`, { cwd: ROOT }),
		);
		drawn = await sampleOf(files.sort(), Number(sample), Number(values.seed));
		drawn = drawn.filter(({ file }) => isWanted(file));
	} else {
		const differing = changed === undefined ? undefined : filesSince(changed);
		const files = [...DECIDING_FILES.keys()].filter(
			(file) => !differing || differing.includes(file),
		);
		drawn = await decidingMutants(files.filter(isWanted));
		if (changed) drawn = drawnFrom(drawn, MOST_CHANGED, Number(values.seed));
	}
	if (values.conditions) {
		drawn = drawn.filter(({ mutatorName }) => mutatorName === conditionMutator.name);
	}
	const { mutantKey } = await load<{ mutantKey(mutant: Mutant): string }>(
		'scripts/mutants/runner.mjs',
	);
	const judges = sample ? ({ file }: Drawn) => SAMPLED[path.dirname(file)] : judgesOf;
	const tallies = new Map<string, [killed: number, all: number]>();
	for (const [tests, own] of Map.groupBy(drawn, judges)) {
		const byKey = new Map(own.map((one) => [one.key, one]));
		for (const result of await run(own, tests, Number(values.concurrency))) {
			const one = byKey.get(mutantKey(result));
			if (!one) continue;
			const { file, from, location } = one;
			const tally = tallies.get(path.dirname(file)) ?? [0, 0];
			tallies.set(path.dirname(file), tally);
			tally[1]++;
			if (KILLED.includes(String(result.status))) tally[0]++;
			else print(`${file}:${location.start.line + 1} ${JSON.stringify([from, inOneLine(result)])}`);
		}
	}
	let survived = 0;
	for (const [folder, [killed, all]] of tallies) {
		survived += all - killed;
		print(`${folder}: ${killed} of ${all} killed (${((100 * killed) / all).toFixed(0)} %)`);
	}
	print(`${drawn.length - survived} of ${drawn.length} killed`);
	return sample || survived === 0 ? 0 : 1;
}

main().then(
	(code) => {
		process.exitCode = code;
	},
	(error: unknown) => {
		process.stderr.write(
			`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
		);
		process.exitCode = 2;
	},
);
