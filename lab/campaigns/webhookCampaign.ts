import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import 'reflect-metadata';
import { createRandom } from '../../core/testing/random';
import { logLines } from '../kit/engine';
import { ENGINE_MODES } from '../kit/pollHost';
import { exitWith } from '../kit/system/exit';
import { withMeasured } from '../kit/text/measuredText';
import { ensureBuilt } from '../../scripts/build/freshness';
import { playFunction } from './webhooks/functionHistory';
import type { Outcome } from './webhooks/history';
import { playModel } from './webhooks/model';
import { KINDS } from './webhooks/kinds';
import { playNode } from './webhooks/nodeHistory';
import { functionPair } from './webhooks/functionModel';
import { nodePair } from './webhooks/nodePair';
import { absentClasses, reportOf } from './webhooks/report';

const DOCUMENT = path.resolve(__dirname, '../../docs/webhooks.md');
const COMMAND = 'npm run campaign -- webhooks --write';

const [FULL, SHORT] = [10_000, 900];
/** Share of the deliveries that the node gets, in all modes and with all events. */
const NODE_SHARE = 0.7;

const HELP = `npm run campaign -- webhooks [options]

Sends messages of webhooks to Avalanche Webhook Trigger in n8n's three engine modes and to the function
receive, over a network that loses, delays, reorders and repeats them, while webhooks are deactivated and
redirected, the secret is rotated, the receivers are killed, and somebody forges and replays messages.
Exits with 1 if a forged message was accepted, an event came twice or under two ids, or one was lost that
a list has.

  --deliveries <n>  requests to the receivers (default ${FULL})
  --sequences <n>   only the model of upkeep: so many random sequences of forms, publications, plans,
                    outages and what others do, for two instances; exits with 1 if the service ever has
                    other webhooks than the forms say, or an event comes to another instance
  --short           ${SHORT} requests
  --seed <text>     another campaign (default "webhooks")
  --write           also writes the tables of docs/webhooks.md; with the default number
  --help            this text
`;

async function campaign(deliveries: number, seed: string, write: boolean): Promise<boolean> {
	const outcomes: Outcome[] = [];
	const began = performance.now();
	const done = (outcome: Outcome) => {
		outcomes.push(outcome);
		logLines.length = 0;
		const { receiver, deliveries: requests, findings } = outcome;
		const seconds = ((performance.now() - began) / 1000).toFixed(0);
		console.log(
			`${findings.length === 0 ? 'holds  ' : 'BROKEN '} ${receiver}: ${requests} requests, ${seconds} s`,
		);
		for (const finding of findings) console.log(`        ${finding}`);
	};
	const each = Math.round((deliveries * NODE_SHARE) / (ENGINE_MODES.length * KINDS.length));
	for (const mode of ENGINE_MODES) {
		for (const kind of KINDS) done(await playNode(mode, kind, each, `${seed} ${kind.event}`));
	}
	done(await playFunction(Math.round(deliveries * (1 - NODE_SHARE)), seed));
	const absent = absentClasses(outcomes);
	if (absent.length > 0) console.log(`BROKEN  never tried: ${absent.join(', ')}`);
	const report = reportOf(outcomes);
	const good = absent.length === 0 && outcomes.every(({ findings }) => findings.length === 0);
	console.log(
		`\n${report}\n\n${good ? 'All guarantees hold.' : `A guarantee does not hold. Seed: ${seed}`}`,
	);
	if (write) writeFileSync(DOCUMENT, withMeasured(readFileSync(DOCUMENT, 'utf8'), COMMAND, report));
	return good;
}

/** The shares of the sequences by kind of instance. */
const PAIRS = [
	[0.3, async () => await nodePair('default')],
	[0.1, async () => await nodePair('scheduler')],
	[0.2, async () => await nodePair('durable')],
	[0.4, functionPair],
] as const;

/** Plays the model of upkeep. */
async function model(sequences: number, seed: string): Promise<boolean> {
	let good = true;
	for (const [share, open] of PAIRS) {
		const pair = await open();
		const count = Math.ceil(sequences * share);
		try {
			const began = performance.now();
			const steps = await playModel(pair, {
				sequences: count,
				seed: seedOf(`${seed} ${pair.name}`),
			});
			const seconds = ((performance.now() - began) / 1000).toFixed(0);
			const listed = [...steps].sort().map(([name, many]) => `${name} ${many}`);
			console.log(`holds   ${pair.name}: ${count} sequences, ${seconds} s (${listed.join(', ')})`);
		} catch (error) {
			good = false;
			console.log(`BROKEN  ${(error as Error).message}`);
		} finally {
			await pair.close();
		}
	}
	return good;
}

const seedOf = (text: string) =>
	createRandom(text)
		.stream('model')
		.whole(0, 2 ** 31 - 1);

async function main(): Promise<boolean> {
	const { values } = parseArgs({
		options: {
			deliveries: { type: 'string' },
			sequences: { type: 'string' },
			short: { type: 'boolean', default: false },
			seed: { type: 'string', default: 'webhooks' },
			write: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) {
		console.log(HELP);
		return true;
	}
	const deliveries = Number(values.deliveries ?? (values.short ? SHORT : FULL));
	const sequences = Number(values.sequences);
	if (values.sequences !== undefined && !(Number.isInteger(sequences) && sequences > 0)) {
		throw new Error('--sequences must be a whole number, 1 or more');
	}
	if (!Number.isInteger(deliveries) || deliveries < 90) {
		throw new Error('--deliveries must be a whole number, 90 or more');
	}
	if (values.write && deliveries !== FULL) throw new Error('--write needs the default number');
	await ensureBuilt((line) => console.error(line));
	if (values.sequences !== undefined) return await model(sequences, values.seed);
	return await campaign(deliveries, values.seed, values.write);
}

exitWith(main().then((good) => (good ? 0 : 1)));
