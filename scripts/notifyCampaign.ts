import { parseArgs } from 'node:util';
import { CLASS_NAMES, type ClassName, runClass } from '../test/lambdas/notifyWorld/classes';
import { WEAKENINGS, findingsOf, findingsUnweakened } from '../test/lambdas/notifyWorld/selfTest';
import { crashCampaign } from './notify/crashes';
import { measure } from './notify/measure';

const HELP = `npm run campaign:notify -- [options]

Tries what notify promises: first one class after the other of what goes wrong around it, in virtual
time, then runs that die at every n-th write, over HTTP, the emulator and a table in dynalite. Ends
with 1 where a promise did not hold.

  --class <name>   only this class: ${CLASS_NAMES.join(', ')}
  --self-test      takes out one defence after the other: each must show as a finding
  --measure        measures events, table calls and cost; with --write into docs/lambdas.md
  --events <n>     events of the runs that die (default 10000; 0 leaves them out)
  --failing <p>    share of requests that the target answers with 500 (default 0.2)
  --crash <n>      a run dies at every n-th write (default 50)
  --seed <text>    of what is random (default 1)
  --help           this text
`;

async function classes(names: readonly ClassName[]): Promise<boolean> {
	let good = true;
	for (const name of names) {
		const findings = await runClass(name);
		console.log(`${findings.length === 0 ? 'holds  ' : 'BROKEN '} ${name}`);
		for (const finding of findings) console.log(`        ${finding}`);
		good &&= findings.length === 0;
	}
	return good;
}

async function selfTest(): Promise<boolean> {
	const alone = await findingsUnweakened(CLASS_NAMES);
	for (const finding of alone) console.log(`with all defences: ${finding}`);
	let good = alone.length === 0;
	for (const weakening of WEAKENINGS) {
		const findings = await findingsOf(weakening);
		const found = findings.length > 0;
		console.log(`${found ? 'found  ' : 'MISSED '} ${weakening.name} (${weakening.finds})`);
		if (found) console.log(`        ${findings[0]}`);
		good &&= found;
	}
	return good;
}

async function main(): Promise<boolean> {
	const { values } = parseArgs({
		options: {
			class: { type: 'string' },
			'self-test': { type: 'boolean', default: false },
			measure: { type: 'boolean', default: false },
			write: { type: 'boolean', default: false },
			events: { type: 'string', default: '10000' },
			failing: { type: 'string', default: '0.2' },
			crash: { type: 'string', default: '50' },
			seed: { type: 'string', default: '1' },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) {
		console.log(HELP);
		return true;
	}
	if (values['self-test']) return await selfTest();
	if (values.measure) {
		await measure(values.write);
		return true;
	}
	if (values.class !== undefined) {
		const name = CLASS_NAMES.find((one) => one === values.class);
		if (!name) throw new Error(`--class must be one of ${CLASS_NAMES.join(', ')}`);
		return await classes([name]);
	}
	const [events, failing, crash] = [values.events, values.failing, values.crash].map(Number);
	const good = await classes(CLASS_NAMES);
	if (events === 0) return good;
	return (await crashCampaign({ events, failing, crash, seed: values.seed })) && good;
}

main().then(
	(good) => {
		if (!good) process.exitCode = 1;
	},
	(error: unknown) => {
		console.error(error instanceof Error ? error.message : error);
		process.exitCode = 1;
	},
);
