import { fork } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { exitWith } from '../kit/system/exit';
import 'reflect-metadata';
import { ENGINE_MODES, type EngineMode } from '../kit/pollHost';
import { ensureBuilt } from '../../scripts/build/freshness';
import { withMeasured } from '../kit/text/measuredText';
import { runCampaign } from './soak/campaign';
import { faultsOf, LEGEND, reportOf } from './soak/report';
import type { EventResult } from './soak/runner';

/**
 * Runs every event of the trigger through n8n's poll executor in its three engine modes, against
 * faulty services on this machine, and counts lost and repeated events. Another campaign
 * creates more events than the polls can deliver, and all of them must be delivered when it stops.
 */

const DOCUMENT = path.resolve(__dirname, '../../docs/triggers.md');
const COMMAND = 'npm run campaign -- soak --write';

const FULL = 5000;
const SHORT = 300;
/** Share of the polls that the campaigns after the main one have. */
const SHARE = 0.2;

const HELP = `npm run campaign -- soak [options]

Polls the Avalanche Trigger in n8n's three engine modes against local services that fail about a
quarter of all requests, restarts n8n every 50 polls of a trigger, and counts lost and repeated events:
first at up to half of the capacity of the polls, then above it, until the backlog is delivered. Workers
are killed during executions, executions do not start although their state was saved, and a workflow
overwrites the state. Time is simulated: the same seed gives the same tables on any machine. Exits with
1 if an event was lost or repeated, except for events that n8n loses with a worker, and for threshold
events that fire again after their state was lost.

  --polls <n>    polls per mode of the main campaign, which polls its three events in turn
                 (default ${FULL}: with 20,000 staking transactions, 2,000 validator changes
                 and 500 changes of health). The other campaigns have a fifth of its rounds;
                 the one of shared events has 300 items of each list and 50 crossings of
                 each threshold event
  --short        ${SHORT} polls per mode
  --mode <mode>  default, scheduler, durable, or all (default)
  --seed <text>  another campaign (default "soak")
  --write        also writes the tables of docs/triggers.md; with all modes and ${FULL} polls
  --help         this text
`;

interface Settings {
	polls: number;
	seed: string;
	modes: readonly EngineMode[];
	write: boolean;
	/** Run by another process of this script, which gets the results. */
	child: boolean;
}

function settingsOf(args: string[]): Settings | undefined {
	const { values } = parseArgs({
		args,
		options: {
			polls: { type: 'string' },
			seed: { type: 'string', default: 'soak' },
			mode: { type: 'string', default: 'all' },
			short: { type: 'boolean', default: false },
			write: { type: 'boolean', default: false },
			child: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return undefined;
	const polls = Number(values.polls ?? (values.short ? SHORT : FULL));
	if (!Number.isInteger(polls) || polls < 30)
		throw new Error('--polls must be a number, 30 or more');
	const modes = ENGINE_MODES.filter((mode) => values.mode === 'all' || values.mode === mode);
	if (modes.length === 0) throw new Error(`--mode must be ${ENGINE_MODES.join(', ')} or all`);
	const { seed, write, child } = values;
	if (write && (polls !== FULL || modes.length < ENGINE_MODES.length)) {
		throw new Error('--write needs all modes and the default number of polls');
	}
	return { polls, modes, seed, write, child };
}

/** Results of the two campaigns of a mode. */
interface Results {
	main: EventResult[];
	declared: EventResult[];
	overload: EventResult[];
}

type Message = { progress: number } | { results: Results };

/** A mode in a process of its own: the modes share nothing, and a machine has several cores. */
function inProcess(mode: EngineMode, { polls, seed }: Settings): Promise<Results> {
	const args = ['--child', '--mode', mode, '--polls', String(polls), '--seed', seed];
	const child = fork(__filename, args, { execArgv: process.execArgv });
	return new Promise((resolve, reject) => {
		child.on('message', (message: Message) => {
			if ('results' in message) resolve(message.results);
			else process.stderr.write(`${mode}: ${Math.round(message.progress * 100)} %\n`);
		});
		child.on('error', reject);
		child.on('exit', (code) => reject(new Error(`The campaign of ${mode} ended with ${code}`)));
	});
}

async function runChild({ modes: [mode], polls, seed }: Settings): Promise<void> {
	let printed = 0;
	const onProgress = (progress: number) => {
		if (progress < printed + 0.2) return;
		printed = progress;
		process.send?.({ progress } satisfies Message);
	};
	const main = await runCampaign({ mode, polls, seed, onProgress });
	const few = Math.max(150, Math.round(polls * SHARE));
	const declared = await runCampaign({ mode, polls: few, seed, declared: true });
	const overload = await runCampaign({ mode, polls: few, seed, overload: true });
	const results: Results = { main, declared, overload };
	process.send?.({ results } satisfies Message);
	process.disconnect();
}

async function main(): Promise<number> {
	const settings = settingsOf(process.argv.slice(2));
	if (!settings) {
		process.stdout.write(HELP);
		return 0;
	}
	if (settings.child) {
		await runChild(settings);
		return 0;
	}
	await ensureBuilt((line) => process.stderr.write(`${line}\n`));
	const waiting = [...settings.modes];
	const byMode = new Map<EngineMode, Results>();
	const worker = async () => {
		for (let mode = waiting.shift(); mode; mode = waiting.shift()) {
			byMode.set(mode, await inProcess(mode, settings));
		}
	};
	await Promise.all(Array.from({ length: availableParallelism() }, worker));
	const all = settings.modes.flatMap((mode) => byMode.get(mode) ?? []);
	const main = all.flatMap((results) => results.main);
	const declared = all.flatMap((results) => results.declared);
	const overload = all.flatMap((results) => results.overload);
	const faults = [...faultsOf(main), ...faultsOf(declared), ...faultsOf(overload, true)];
	const report = [
		'At up to half of the capacity of the polls:',
		reportOf(main),
		'Events that the trigger and notify share:',
		reportOf(declared),
		'Above the capacity of the polls, until the backlog is delivered:',
		reportOf(overload),
		LEGEND,
	].join('\n\n');
	const verdict = faults.length === 0 ? 'All guarantees hold.' : 'A guarantee does not hold.';
	process.stdout.write(`${[report, ...faults, verdict].join('\n\n')}\n`);
	if (settings.write) {
		writeFileSync(DOCUMENT, withMeasured(readFileSync(DOCUMENT, 'utf8'), COMMAND, report));
	}
	return faults.length === 0 ? 0 : 1;
}

exitWith(main(), () => 2);
