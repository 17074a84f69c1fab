import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../scripts/build/freshness';
import { ensurePeers } from './lib/peers';
import { type Group, markdownTable, textTable, toJson, verdictOf } from './lib/report';
import { type Plan, runRow } from './lib/row';
import { rows } from './rows';

/**
 * `npm run bench`: this package beside its peers and beside what is possible, on this machine, over
 * loopback. Ends with 0 where everything ran, whether goals were met or not.
 */

const DOCUMENT = path.resolve(__dirname, '../docs/performance.md');
const LEAST_ROUNDS = 7;

const HELP = `npm run bench -- [options]

Measures this package beside its peers over loopback HTTP and prints one table: medians of
interleaved rounds, the least and the greatest, quotients, goals. Installs the peers (bench/) and
builds the package where needed, starts its own servers, and ends with 0 unless something broke.

  --rows <list>  rows to run, such as 1,5 (default all):
${rows.map(({ number, title }) => `                   ${String(number).padStart(2)}  ${title}`).join('\n')}
  --rounds <n>   rounds that count (default ${LEAST_ROUNDS})
  --quick        2 rounds of small sizes: shows that all works, says nothing on speed
  --json         the figures of every round as JSON
  --write        also puts the table into docs/performance.md; needs all rows, not --quick
  --help         this text
`;

interface Settings extends Plan {
	numbers: number[];
	json: boolean;
	write: boolean;
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
		throw new Error(`--rows must be numbers from 1 to ${rows.length} with commas between them`);
	}
	const rounds = Number(values.rounds ?? (quick ? 2 : LEAST_ROUNDS));
	if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds must be 1 or more');
	if (write && (quick || values.rows !== undefined || rounds < LEAST_ROUNDS)) {
		throw new Error('--write wants a whole run');
	}
	if (write && !TABLE.test(readFileSync(DOCUMENT, 'utf8'))) {
		throw new Error('docs/performance.md has no place for the table');
	}
	return { numbers, rounds, quick, json, write };
}

/** The kind of machine; no name of it. */
function machine(): string {
	const model = os.cpus()[0]?.model.replace(/\s+/g, ' ').trim();
	const memory = Math.round(os.totalmem() / 1024 ** 3);
	return `${os.availableParallelism()} cores (${model}), ${memory} GB, ${os.platform()} ${os.arch()}, Node ${process.versions.node}`;
}

const TABLE = /(<!-- table -->)[^]*(<!-- end of table -->)/;

function writeDocument(groups: readonly Group[], rounds: number): void {
	const text = readFileSync(DOCUMENT, 'utf8');
	const block = [
		`Medians of ${rounds} rounds on ${machine()}. ${verdictOf(groups)}.`,
		'',
		markdownTable(groups),
	].join('\n');
	const marked = (_: string, begin: string, end: string) => `${begin}\n\n${block}\n\n${end}`;
	writeFileSync(DOCUMENT, text.replace(TABLE, marked));
}

async function main(): Promise<void> {
	const settings = settingsOf(process.argv.slice(2));
	if (!settings) {
		process.stdout.write(HELP);
		return;
	}
	const { numbers, rounds, quick, json, write } = settings;
	const say = (line: string) => void process.stderr.write(`${line}\n`);
	const chosen = rows.filter(({ number }) => numbers.includes(number));
	await ensureBuilt(say);
	if (chosen.some(({ peers }) => peers)) ensurePeers(say);
	const groups: Group[] = [];
	for (const row of chosen) groups.push(...(await runRow(row, { rounds, quick }, say)));
	if (json) {
		const report = { machine: machine(), rounds, quick, groups: toJson(groups) };
		process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
	} else {
		process.stdout.write(`${machine()}\n\n${textTable(groups)}\n\n${verdictOf(groups)}\n`);
	}
	if (write) writeDocument(groups, rounds);
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
