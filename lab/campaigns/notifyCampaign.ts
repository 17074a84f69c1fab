import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { CLASS_NAMES, runClass } from './notifyWorld/classes';
import { fanOutOfOne } from './notifyWorld/fanOutOfOne';
import { slowRows } from './notifyWorld/slowOfThousand';
import { type SubscribedOptions, subscribedCrashes } from './notifyWorld/subscribedCrashes';
import { exitWith } from '../kit/system/exit';
import { withMeasured } from '../kit/text/measuredText';
import { measure, measureShapes } from './lambdas/measure';
import { type Check, printRows } from './lambdas/classes';

/** Parts of the campaign after the classes. */
const PARTS = ['subscriptions', 'fan-out', 'slow'] as const;

const DOCUMENT = path.resolve(__dirname, '../../docs/lambdas.md');
const COMMAND = 'npm run campaign -- notify --write';

const HELP = `npm run campaign -- notify [options]

Tests the guarantees of notify in virtual time: first with one class of faults after the other, then
with runs that crash at every n-th call, with subscriptions as receivers. Exits with 1 if a guarantee did not hold.

  --class <name>   only this class: ${CLASS_NAMES.join(', ')}
  --measure        measures events, table calls and cost; --write updates docs/lambdas.md
  --shapes         measures the costs by rate and targets; --write as above
  --events <n>     events of the runs that crash (default 10000; 0: none)
  --failing <p>    share of requests that the target answers with 500 (default 0.2)
  --crash <n>      a run crashes at every n-th call (default 50)
  --without-classes  skips the classes
  --only <part>    of what follows the classes, only: ${PARTS.join(', ')}
  --subscriptions <n>  subscriptions of the fan-out of one event (default 100000; 0: none), after a 20th of them
  --seed <text>    seed of all random choices (default 1)
  --write          also writes the results to docs/lambdas.md; only with the whole campaign, and with
                   no other option than --seed
  --help           this text
`;

/** Runs classes one after the other, and prints their findings. Returns true if all guarantees held. */
async function runClasses(only?: string): Promise<boolean> {
	const names = CLASS_NAMES.filter((name) => only === undefined || name === only);
	if (names.length === 0) throw new Error(`--class must be one of ${CLASS_NAMES.join(', ')}`);
	let good = true;
	for (const name of names) {
		const findings = await runClass(name);
		console.log(`${findings.length === 0 ? 'holds  ' : 'BROKEN '} ${name}`);
		for (const finding of findings) console.log(`        ${finding}`);
		good &&= findings.length === 0;
	}
	return good;
}

/** Runs a part; prints its findings. */
async function holds(part: (check: Check) => Promise<void>): Promise<boolean> {
	let good = true;
	await part((ok, finding) => {
		if (!ok) console.log(`BROKEN  ${finding}`);
		good &&= ok;
	});
	return good;
}

/** Lines of the parts after the classes, for docs/lambdas.md. */
const said: string[] = [];

function say(line: string): void {
	console.log(line);
	said.push(line);
}

const subscribed = async (options: SubscribedOptions) =>
	await holds(async (check) => {
		const counts = await subscribedCrashes(check, options);
		const { failing, crash } = options;
		printRows(say, `subscriptions: ${failing} failing, a crash every ${crash} calls`, counts);
	});

const fannedOut = async (count: number) =>
	await holds(async (check) => {
		const title = `one event for ${count.toLocaleString('en')} subscriptions, 10 % slow, 10 % dead`;
		printRows(say, title, (await fanOutOfOne(check, count)).rows);
	});

const OPTIONS = {
	class: { type: 'string' },
	measure: { type: 'boolean', default: false },
	shapes: { type: 'boolean', default: false },
	write: { type: 'boolean', default: false },
	'without-classes': { type: 'boolean', default: false },
	only: { type: 'string' },
	subscriptions: { type: 'string', default: '100000' },
	events: { type: 'string', default: '10000' },
	failing: { type: 'string', default: '0.2' },
	crash: { type: 'string', default: '50' },
	seed: { type: 'string', default: '1' },
	help: { type: 'boolean', default: false },
} as const;

const DEFAULTS = Object.fromEntries(
	Object.entries(OPTIONS).map(([name, option]) => [name, 'default' in option && option.default]),
);

async function main(): Promise<boolean> {
	const { values } = parseArgs({ options: OPTIONS });
	if (values.help) {
		console.log(HELP);
		return true;
	}
	if (values.measure) {
		await measure(values.write);
		return true;
	}
	if (values.shapes) {
		await measureShapes(values.write);
		return true;
	}
	if (values.write) checkWhole(values);
	let good = values['without-classes'] || (await runClasses(values.class));
	if (values.class !== undefined) return good;
	const [events, failing, crash, subscriptions] = [
		values.events,
		values.failing,
		values.crash,
		values.subscriptions,
	].map(Number);
	const { only } = values;
	if (only !== undefined && !PARTS.some((part) => part === only)) {
		throw new Error(`--only must be one of ${PARTS.join(', ')}`);
	}
	const runs = (part: (typeof PARTS)[number]) => only === undefined || only === part;
	if (runs('subscriptions') && events > 0) {
		good = (await subscribed({ events, failing, crash, seed: values.seed })) && good;
	}
	if (runs('fan-out') && subscriptions > 0) {
		for (const count of [subscriptions / 20, subscriptions]) {
			good = (await fannedOut(count)) && good;
		}
	}
	if (runs('slow')) {
		good = (await holds(async (check) => say(`\n${(await slowRows(check)).join('\n')}`))) && good;
	}
	if (good && values.write) {
		const page = readFileSync(DOCUMENT, 'utf8');
		writeFileSync(DOCUMENT, withMeasured(page, COMMAND, said.join('\n').trim()));
	}
	return good;
}

/** Checks that the options make the whole campaign. Throws an error that names the others. */
function checkWhole(given: Record<string, unknown>): void {
	const options = Object.keys(given).filter((name) => given[name] !== DEFAULTS[name]);
	const others = options.filter((name) => name !== 'write' && name !== 'seed');
	if (others.length > 0) {
		throw new Error(`--write needs the whole campaign: not with --${others.join(', --')}`);
	}
}

exitWith(main().then((good) => (good ? 0 : 1)));
