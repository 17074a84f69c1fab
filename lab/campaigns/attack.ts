import { readFileSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { exitWith } from '../kit/system/exit';
import { CLASSES } from './attack/campaign';
import type { Figures } from './attack/watch';
import { runAll } from './attack/processes';
import { joined, page, report } from './attack/report';
import { ensureBuilt } from '../../scripts/build/freshness';
import { withMeasured } from '../kit/text/measuredText';

/** Attacks the package with all classes of attacks and counts findings. */

const DOCUMENT = path.resolve(__dirname, '../../docs/security.md');
const COMMAND = 'npm run campaign -- attack --write';

const HELP = `npm run campaign -- attack [options]

Attacks every operation over both transports, the nodes in n8n's engine, the four functions, and the
packed tarball with hostile responses, events and names. Everything except npm audit runs on this
machine. Exits with 1 if there is a finding.

  --seed <text>       other random attacks (default "attack")
  --short             a part of each class, in minutes
  --processes <n>     classes that run at the same time, each in a process (default 1)
  --rounds <n>        whole campaigns, each with another seed (default 1)
  --minutes <n>       starts new rounds for this many minutes
  --only <names>      only these classes, separated by commas
  --results <folder>  keeps the figures of each class there, and does not run a class again whose
                      figures are there: continues a campaign that was stopped
  --json              the results as JSON
  --write             also writes the table of docs/security.md; only with all of every class
  --help              this text

Classes:
${CLASSES.map(({ name, about }) => `  ${name.padEnd(12)} ${about}`).join('\n')}
`;

interface Settings {
	seed: string;
	full: boolean;
	processes: number;
	rounds: number;
	until: number;
	names: readonly string[];
	results?: string;
	json: boolean;
	write: boolean;
}

function settingsOf(args: string[]): Settings | undefined {
	const { values } = parseArgs({
		args,
		options: {
			seed: { type: 'string', default: 'attack' },
			short: { type: 'boolean', default: false },
			processes: { type: 'string' },
			rounds: { type: 'string' },
			minutes: { type: 'string' },
			only: { type: 'string' },
			results: { type: 'string' },
			json: { type: 'boolean', default: false },
			write: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return undefined;
	const positive = (name: 'rounds' | 'minutes' | 'processes') => {
		const value = Number(values[name]);
		if (!(value > 0)) throw new Error(`--${name} must be a number above 0`);
		return value;
	};
	const names = values.only?.split(',') ?? CLASSES.map(({ name }) => name);
	const stranger = names.find((name) => !CLASSES.some((one) => one.name === name));
	if (stranger !== undefined) throw new Error(`There is no class ${stranger}; see --help`);
	if (values.write && (values.short || values.only !== undefined)) {
		throw new Error('--write needs all of every class: not with --short or --only');
	}
	const minutes = values.minutes === undefined ? undefined : positive('minutes');
	const rounds = values.rounds === undefined ? undefined : positive('rounds');
	return {
		seed: values.seed,
		full: !values.short,
		processes: values.processes === undefined ? 1 : Math.ceil(positive('processes')),
		rounds: rounds ?? (minutes === undefined ? 1 : Infinity),
		until: minutes === undefined ? Infinity : Date.now() + minutes * 60_000,
		names,
		results: values.results,
		json: values.json,
		write: values.write,
	};
}

const say = (line: string) => void process.stderr.write(`${line}\n`);

async function attack(settings: Settings): Promise<number> {
	const { names, full, processes, json, write } = settings;
	const results = new Map<string, Figures>();
	const seeds: string[] = [];
	// The processes share the build.
	await ensureBuilt(say);
	for (let round = 0; round < settings.rounds && Date.now() < settings.until; round++) {
		const seed = round === 0 ? settings.seed : `${settings.seed}-${round}`;
		seeds.push(seed);
		const orders = names.map((name) => ({ name, seed, full }));
		const figures = await runAll(orders, processes, say, settings.results);
		names.forEach((name, at) => results.set(name, joined(results.get(name), figures[at])));
	}
	const findings = [...results.values()].flatMap((figures) => figures.findings);
	const text = json
		? JSON.stringify({ seeds, classes: Object.fromEntries(results), findings: findings.length })
		: report(results);
	writeSync(1, `${text}\n`);
	if (write) {
		const before = readFileSync(DOCUMENT, 'utf8');
		writeFileSync(DOCUMENT, withMeasured(before, COMMAND, page(results)));
	}
	return findings.length > 0 ? 1 : 0;
}

async function main(): Promise<number> {
	const settings = settingsOf(process.argv.slice(2));
	if (!settings) {
		writeSync(1, HELP);
		return 0;
	}
	return await attack(settings);
}

exitWith(main(), () => 2);
