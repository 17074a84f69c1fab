import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { CLASS_NAMES, type ClassName, runClass } from './notifyWorld/classes';
import { fanOutOfOne } from './notifyWorld/fanOutOfOne';
import { slowRows } from './notifyWorld/slowOfThousand';
import { subscribedCrashes } from './notifyWorld/subscribedCrashes';
import { exitWith } from '../kit/system/exit';
import { withMeasured } from '../kit/text/measuredText';
import { measure, measureShapes } from './lambdas/measure';
import { type Check, printRows } from './lambdas/classes';

/** The parts of the campaign, in their order. */
const PARTS: Readonly<
	Record<string, (options: { events: number; seed: string }) => Promise<boolean>>
> = {
	classes: async () => await runClasses(CLASS_NAMES),
	subscriptions: async (given) =>
		await holds(async (check) => {
			const counts = await subscribedCrashes(check, { ...given, failing: 0.2, crash: 50 });
			printRows(say, 'subscriptions: 0.2 failing, a crash every 50 calls', counts);
		}),
	'fan-out': async () => {
		let good = true;
		for (const count of [5_000, 100_000]) good = (await fannedOut(count)) && good;
		return good;
	},
	slow: async () => await holds(async (check) => say(`\n${(await slowRows(check)).join('\n')}`)),
};

const DOCUMENT = path.resolve(__dirname, '../../docs/lambdas.md');
const COMMAND = 'npm run campaign -- notify --write';

const HELP = `npm run campaign -- notify [options]

Tests the guarantees of notify in virtual time: first with one class of faults after the other, then
with runs that crash at every 50th call, with subscriptions as receivers. Exits with 1 if a guarantee did not hold.

  --class <name>   only this class: ${CLASS_NAMES.join(', ')}
  --only <part>    only this part: ${Object.keys(PARTS).join(', ')}
  --events <n>     events of the runs that crash (default 10000)
  --seed <text>    seed of all random choices (default 1)
  --write          also writes the results to docs/lambdas.md; with no other option than --seed
  --measure        measures events, table calls and cost; --write updates docs/lambdas.md
  --shapes         measures the costs by rate and targets; --write as above
  --help           this text
`;

/** Runs classes one after the other, and prints their findings. Returns true if all guarantees held. */
async function runClasses(names: readonly ClassName[]): Promise<boolean> {
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

const fannedOut = async (count: number) =>
	await holds(async (check) => {
		const title = `one event for ${count.toLocaleString('en')} subscriptions, 10 % slow, 10 % dead`;
		printRows(say, title, (await fanOutOfOne(check, count)).rows);
	});

/** One of these names. Throws an error that lists them. */
function chosen<Name extends string>(option: string, given: string, names: readonly Name[]): Name {
	const name = names.find((one) => one === given);
	if (name === undefined) throw new Error(`--${option} must be one of ${names.join(', ')}`);
	return name;
}

async function main(): Promise<boolean> {
	const { values } = parseArgs({
		options: {
			...{ class: { type: 'string' }, only: { type: 'string' }, events: { type: 'string' } },
			seed: { type: 'string', default: '1' },
			write: { type: 'boolean', default: false },
			measure: { type: 'boolean' },
			shapes: { type: 'boolean' },
			help: { type: 'boolean' },
		},
	});
	const { only, write, seed, events = '10000' } = values;
	if (values.help) {
		console.log(HELP);
		return true;
	}
	if (values.measure || values.shapes) {
		await (values.measure ? measure(write) : measureShapes(write));
		return true;
	}
	if (write && (values.class ?? only ?? values.events) !== undefined)
		throw new Error('--write needs the whole campaign');
	if (values.class !== undefined)
		return await runClasses([chosen('class', values.class, CLASS_NAMES)]);
	const names = Object.keys(PARTS);
	let good = true;
	for (const name of only === undefined ? names : [chosen('only', only, names)])
		good = (await PARTS[name]({ events: Number(events), seed })) && good;
	if (good && write) {
		const page = readFileSync(DOCUMENT, 'utf8');
		writeFileSync(DOCUMENT, withMeasured(page, COMMAND, said.join('\n').trim()));
	}
	return good;
}

exitWith(main().then((good) => (good ? 0 : 1)));
