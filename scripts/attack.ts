import { writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { CLASSES, runClass } from '../test/attack/campaign';
import { selfTest } from '../test/attack/selfTest';
import { setStage, type Stage } from '../test/attack/stage';
import type { Figures, Finding } from '../test/attack/watch';
import { table } from './lib/table';

/** Attacks the package with all classes of attacks and counts findings. */

const HELP = `npm run attack -- [options]

Attacks every operation over both transports, the nodes in n8n's engine, the four functions, and the
packed tarball with hostile responses, servers, parameters, events and addresses. Everything except
npm audit runs on this machine. Exits with 1 if there is a finding.

  --seed <text>   other random attacks (default "attack")
  --short         a part of each class, in under a minute
  --rounds <n>    whole campaigns, each with another seed (default 1)
  --minutes <n>   starts new rounds for this many minutes
  --only <names>  only these classes, separated by commas
  --self-test     weakens the package in memory, and requires a finding for each weakening
  --json          the results as JSON
  --help          this text

Classes:
${CLASSES.map(({ name, about }) => `  ${name.padEnd(12)} ${about}`).join('\n')}
`;

/** Maximum time that the process may block (ms). */
const BLOCKED_MS = 60_000;
const PROGRESS_MS = 15_000;

interface Settings {
	seed: string;
	full: boolean;
	rounds: number;
	until: number;
	classes: typeof CLASSES;
	selfTest: boolean;
	json: boolean;
}

function settingsOf(args: string[]): Settings | undefined {
	const { values } = parseArgs({
		args,
		options: {
			seed: { type: 'string', default: 'attack' },
			short: { type: 'boolean', default: false },
			rounds: { type: 'string' },
			minutes: { type: 'string' },
			only: { type: 'string' },
			'self-test': { type: 'boolean', default: false },
			json: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return undefined;
	const positive = (name: 'rounds' | 'minutes') => {
		const value = Number(values[name]);
		if (!(value > 0)) throw new Error(`--${name} must be a number above 0`);
		return value;
	};
	const names = values.only?.split(',') ?? CLASSES.map(({ name }) => name);
	const stranger = names.find((name) => !CLASSES.some((one) => one.name === name));
	if (stranger !== undefined) throw new Error(`There is no class ${stranger}; see --help`);
	const minutes = values.minutes === undefined ? undefined : positive('minutes');
	const rounds = values.rounds === undefined ? undefined : positive('rounds');
	return {
		seed: values.seed,
		full: !values.short,
		rounds: rounds ?? (minutes === undefined ? 1 : Infinity),
		until: minutes === undefined ? Infinity : Date.now() + minutes * 60_000,
		classes: CLASSES.filter(({ name }) => names.includes(name)),
		selfTest: values['self-test'],
		json: values.json,
	};
}

/**
 * Kills the process when it blocks, which cannot be detected from within. Returns the function to
 * call before each attack.
 */
function startWatchdog(): { beat(name: string): void; end(): Promise<number> } {
	const shared = new SharedArrayBuffer(8 + 512);
	const times = new Float64Array(shared, 0, 1);
	const text = Buffer.from(shared, 8);
	times[0] = Date.now();
	const worker = new Worker(
		`const { workerData: { shared, limit } } = require('node:worker_threads');
		const { writeSync } = require('node:fs');
		setInterval(() => {
			if (Date.now() - new Float64Array(shared, 0, 1)[0] < limit) return;
			const name = Buffer.from(Buffer.from(shared, 8)).toString().replace(/\\0+$/, '');
			writeSync(2, 'FINDING: the process is blocked by: ' + name + '\\n');
			process.kill(process.pid, 'SIGKILL');
		}, 1000);`,
		{ eval: true, workerData: { shared, limit: BLOCKED_MS } },
	);
	const beating = setInterval(() => (times[0] = Date.now()), 500);
	return {
		beat(name) {
			times[0] = Date.now();
			text.fill(0);
			text.write(name);
		},
		end() {
			clearInterval(beating);
			return worker.terminate();
		},
	};
}

/** Adds the figures of a later round. */
function joined(before: Figures | undefined, later: Figures): Figures {
	if (!before) return later;
	const slower = later.slowestMs > before.slowestMs ? later : before;
	const refused = { ...before.refused };
	for (const [kind, count] of Object.entries(later.refused)) {
		refused[kind] = (refused[kind] ?? 0) + count;
	}
	return {
		cases: before.cases + later.cases,
		answered: before.answered + later.answered,
		refused,
		slowestMs: slower.slowestMs,
		slowest: slower.slowest,
		peakMemory: Math.max(before.peakMemory, later.peakMemory),
		findings: [...before.findings, ...later.findings],
		notes: [...new Set([...before.notes, ...later.notes])],
	};
}

const SHOWN = 20;

function report(results: ReadonlyMap<string, Figures>): string {
	const rows = [...results].map(([name, figures]) => ({
		class: name,
		cases: figures.cases,
		answered: figures.answered,
		'slowest ms': Math.round(figures.slowestMs),
		'peak MB': figures.peakMemory,
		findings: figures.findings.length,
		'errors by kind': Object.entries(figures.refused)
			.sort(([, a], [, b]) => b - a)
			.map(([kind, count]) => `${kind} ${count}`)
			.join(', '),
	}));
	const all = [...results.values()];
	const notes = all.flatMap((figures) => figures.notes).map((note) => `Note: ${note}`);
	const findings = all.flatMap((figures) => figures.findings);
	const listed = findings.slice(0, SHOWN).map(({ attack, what }) => `FINDING ${attack}\n  ${what}`);
	const left = findings.length - listed.length;
	const cases = all.reduce((sum, figures) => sum + figures.cases, 0);
	return [
		...table(rows, { width: 160, rows: 100 }),
		'',
		...notes,
		...listed,
		...(left > 0 ? [`and ${left} more`] : []),
		`${cases} attacks, ${findings.length} findings`,
	].join('\n');
}

async function attack(settings: Settings): Promise<number> {
	const say = (line: string) => void process.stderr.write(`${line}\n`);
	const results = new Map<string, Figures>();
	const watchdog = startWatchdog();
	const seeds: string[] = [];
	for (let round = 0; round < settings.rounds && Date.now() < settings.until; round++) {
		const seed = round === 0 ? settings.seed : `${settings.seed}-${round}`;
		seeds.push(seed);
		const stage = await setStage({ seed, full: settings.full, say });
		for (const one of settings.classes) {
			let told = Date.now();
			let count = 0;
			say(`${one.name}: ${one.about}`);
			const figures = await runClass(one, stage, (name) => {
				watchdog.beat(name);
				count++;
				if (Date.now() - told < PROGRESS_MS) return;
				told = Date.now();
				say(`  ${count} attacks, now ${name.slice(0, 100)}`);
			});
			results.set(one.name, joined(results.get(one.name), figures));
		}
		await stage.close();
	}
	await watchdog.end();
	const findings: Finding[] = [...results.values()].flatMap((figures) => figures.findings);
	const text = settings.json
		? JSON.stringify({ seeds, classes: Object.fromEntries(results), findings: findings.length })
		: report(results);
	writeSync(1, `${text}\n`);
	return findings.length > 0 ? 1 : 0;
}

async function weakened(settings: Settings): Promise<number> {
	const say = (line: string) => void process.stderr.write(`${line}\n`);
	const stage: Stage = await setStage({ seed: settings.seed, full: false, say });
	const results = await selfTest(stage, ({ name }) => say(`weakened: ${name}`));
	await stage.close();
	const rows = results.map(({ example, ...figures }) => ({ ...figures, example }));
	const text = settings.json
		? JSON.stringify(results)
		: table(rows, { width: 160, rows: 50 }).join('\n');
	writeSync(1, `${text}\n`);
	const missed = results.filter(({ findings }) => findings === 0);
	for (const { name } of missed) writeSync(1, `MISSED: ${name}\n`);
	return missed.length > 0 ? 1 : 0;
}

async function main(): Promise<number> {
	const settings = settingsOf(process.argv.slice(2));
	if (!settings) {
		writeSync(1, HELP);
		return 0;
	}
	return settings.selfTest ? await weakened(settings) : await attack(settings);
}

main().then(
	(code) => process.exit(code),
	(error: unknown) => {
		process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
		process.exit(2);
	},
);
