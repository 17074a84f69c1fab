import path from 'node:path';
import { parseArgs } from 'node:util';
import { exitWith } from '../kit/system/exit';
import { ensureBuilt } from '../../scripts/build/freshness';
import { SHORT } from './judges/faults';
import { JUDGES, NotRun } from './judges/judges';

const HELP = `npm run opinion -- judges [--judge NAME ...] [--short] [--documents DIR ...]

Puts known faults into the package, one at a time, and runs the smallest form of the second opinion or the
campaign that has to find each. Without a fault there has to be no finding. Exits with 1 if a fault was not
found, and with 75 if a tool or the documents are missing.

  --judge <name>     only faults of this one; repeated for several: ${Object.keys(JUDGES).join(', ')}
  --short            one fault of each
  --documents <dir>  as for npm run opinion -- openapi, which is left out without it
`;

const print = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
	const { values } = parseArgs({
		options: {
			judge: { type: 'string', multiple: true },
			short: { type: 'boolean', default: false },
			documents: { type: 'string', multiple: true, default: [] },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) {
		print(HELP);
		return 0;
	}
	const documents = values.documents.flatMap((folder) => ['--documents', path.resolve(folder)]);
	const all = Object.keys(JUDGES).filter((name) => name !== 'openapi' || documents.length > 0);
	const names = values.judge ?? all;
	const stranger = names.find((name) => !(name in JUDGES));
	if (stranger !== undefined) throw new Error(`There is no judge ${stranger}; see --help`);
	await ensureBuilt(print);
	const tally = { tried: 0, found: 0, wrong: 0 };
	let notRun = false;
	for (const name of names) {
		const began = performance.now();
		const judge = await JUDGES[name](documents);
		const judged = new Set<string>();
		const faults = judge.faults.filter((fault) => !values.short || fault.name === SHORT[name]);
		if (faults.length === 0) throw new Error(`${name} has no fault "${SHORT[name]}"`);
		try {
			for (const fault of faults) {
				const { part } = fault;
				if (!judged.has(part)) {
					const findings = await fault.findings(false);
					for (const finding of findings) print(`${name}, ${part}, without a fault: ${finding}`);
					if (findings.length > 0) tally.wrong++;
					judged.add(part);
				}
				tally.tried++;
				const findings = await fault.findings(true).catch((error: unknown) => {
					if (error instanceof NotRun) throw error;
					print(String(error));
					return [];
				});
				if (findings.length > 0) tally.found++;
				print(`${name}: ${fault.name}: ${findings.length > 0 ? 'found' : 'NOT FOUND'}`);
			}
		} catch (error) {
			if (!(error instanceof NotRun)) throw error;
			notRun = true;
			print(`${name}: NOT RUN: ${error.message}`);
		} finally {
			await judge.close?.();
		}
		print(`${name}: ${((performance.now() - began) / 1000).toFixed(0)} s`);
	}
	print(`${tally.found} of ${tally.tried} faults were found`);
	if (tally.found < tally.tried || tally.wrong > 0) return 1;
	return notRun ? NOT_RUN : 0;
}

const NOT_RUN = 75;

exitWith(main(), () => 2);
