import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { exitWith } from '../kit/system/exit';
import { ensureBuilt } from '../../scripts/build/freshness';
import { ensurePeers } from './lib/peers';
import { type Run, written } from './lib/document';
import { type Group, markdownTable, toJson, verdictOf } from './lib/report';
import { type Plan, runRow } from './lib/row';
import { rows } from './rows';

/**
 * `npm run bench`: compares this package with other clients and with lower bounds, on this machine,
 * over loopback. Exits with 0 if everything ran, whether goals were met or not.
 */

const DOCUMENT = path.resolve(__dirname, '../../docs/performance.md');
const LEAST_ROUNDS = 7;

const HELP = `npm run bench -- [options]

Compares this package with other clients over loopback HTTP and prints one table: medians of
interleaved rounds, minimum and maximum, quotients, goals. Installs the other clients (bench/) and
builds the package if needed, starts its own servers, and exits with 0 unless a measurement failed.

  --rows <list>  rows to run, such as 1,3 (default all):
${rows.map(({ number, title }) => `                   ${String(number).padStart(2)}  ${title}`).join('\n')}
  --rounds <n>   measured rounds (default ${LEAST_ROUNDS})
  --quick        2 rounds of small sizes: tests the benchmark itself, not the speed
  --json         the figures of every round as JSON
  --write        also writes each row, once it is measured, to the table of docs/performance.md; not
                 with --quick. With all rows the table begins anew; with --rows, they replace these
                 rows in a table of the same machine and number of rounds
  --help         this text
`;

interface Settings extends Plan {
	numbers: number[];
	json: boolean;
	write: boolean;
	/** True where all rows run, which begins the table anew. */
	whole: boolean;
}

function settingsOf(args: string[]): Settings | undefined {
	const { values } = parseArgs({
		args,
		options: {
			rows: { type: 'string' },
			rounds: { type: 'string' },
			quick: { type: 'boolean', default: false },
			json: { type: 'boolean', default: false },
			write: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return undefined;
	const { quick, json, write } = values;
	const numbers = values.rows?.split(',').map(Number) ?? rows.map(({ number }) => number);
	if (numbers.some((number) => !rows.some((row) => row.number === number))) {
		throw new Error(
			`--rows must be numbers of rows, separated by commas: ${rows.map(({ number }) => number).join(', ')}`,
		);
	}
	const rounds = Number(values.rounds ?? (quick ? 2 : LEAST_ROUNDS));
	if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds must be 1 or more');
	if (write && (quick || rounds < LEAST_ROUNDS)) {
		throw new Error(`--write needs ${LEAST_ROUNDS} rounds or more, and not --quick`);
	}
	const whole = rows.every(({ number }) => numbers.includes(number));
	// Throws before anything is measured where the page cannot take the rows.
	if (write)
		written(readFileSync(DOCUMENT, 'utf8'), { rounds, machine: machine(), groups: [], whole });
	return { numbers, rounds, quick, json, write, whole };
}

/** The kind of machine; no name of it. */
function machine(): string {
	const model = os.cpus()[0]?.model.replace(/\s+/g, ' ').trim();
	const memory = Math.round(os.totalmem() / 1024 ** 3);
	return `${os.availableParallelism()} cores (${model}), ${memory} GB, ${os.platform()} ${os.arch()}, Node ${process.versions.node}`;
}

async function main(): Promise<void> {
	const settings = settingsOf(process.argv.slice(2));
	if (!settings) {
		process.stdout.write(HELP);
		return;
	}
	const { numbers, rounds, quick, json, write, whole } = settings;
	const say = (line: string) => void process.stderr.write(`${line}\n`);
	const chosen = rows.filter(({ number }) => numbers.includes(number));
	await ensureBuilt(say);
	if (chosen.some(({ peers }) => peers)) ensurePeers(say);
	const groups: Group[] = [];
	for (const row of chosen) {
		const measured = await runRow(row, { rounds, quick }, say);
		if (write)
			writeRows({
				rounds,
				machine: machine(),
				groups: measured,
				whole: whole && groups.length === 0,
			});
		groups.push(...measured);
	}
	if (json) {
		const report = { machine: machine(), rounds, quick, groups: toJson(groups) };
		process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
	} else {
		process.stdout.write(`${machine()}\n\n${markdownTable(groups)}\n\n${verdictOf(groups)}\n`);
	}
}

/** Writes measured rows, at once: a run that ends early keeps what it has measured. */
function writeRows(run: Run): void {
	writeFileSync(DOCUMENT, written(readFileSync(DOCUMENT, 'utf8'), run));
}

exitWith(main());
