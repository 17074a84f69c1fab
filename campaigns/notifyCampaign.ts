import path from 'node:path';
import { parseArgs } from 'node:util';
import { CLASS_NAMES, type ClassName, runClass } from './notifyWorld/classes';
import { WEAKENINGS } from './notifyWorld/weakenings';
import { crashCampaign } from './lambdas/crashes';
import { killedNotify } from './lambdas/killedNotify';
import { killSettings, killsHelp, weakKills } from './lambdas/kills';
import { measure } from './lambdas/measure';
import { type Campaign, ending, runClasses, selfTest } from './lambdas/campaign';

const HELP = `npm run campaign:notify -- [options]

Tests the guarantees of notify: first with one class of faults after the other, in virtual time, then
with runs that crash at every n-th write, over HTTP, with the emulator and a table in dynalite, and with
the function under AWS's own runtime client, killed at random moments. Exits with 1 if a guarantee did
not hold.

  --class <name>   only this class: ${CLASS_NAMES.join(', ')}
  --self-test      removes one safeguard after the other and requires a finding for each
  --measure        measures events, table calls and cost; --write updates docs/lambdas.md
  --events <n>     events of the runs that crash (default 10000; 0: none)
  --failing <p>    share of requests that the target answers with 500 (default 0.2)
  --crash <n>      a run crashes at every n-th write (default 50)
  --without-classes  skips the classes
${killsHelp(60)}  --help           this text
`;

const campaign: Campaign = {
	entry: path.join(__dirname, 'notifyWorld/classes.ts'),
	names: CLASS_NAMES,
	weakenings: WEAKENINGS,
	runClass: (name) => runClass(name as ClassName),
};

async function main(): Promise<boolean> {
	const { values } = parseArgs({
		options: {
			class: { type: 'string' },
			'self-test': { type: 'boolean', default: false },
			measure: { type: 'boolean', default: false },
			write: { type: 'boolean', default: false },
			'without-classes': { type: 'boolean', default: false },
			events: { type: 'string', default: '10000' },
			failing: { type: 'string', default: '0.2' },
			crash: { type: 'string', default: '50' },
			kills: { type: 'string', default: '60' },
			seed: { type: 'string', default: '1' },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) {
		console.log(HELP);
		return true;
	}
	const kills = killSettings(values);
	if (values['self-test']) {
		const found = await selfTest(campaign, values.class);
		if (values.class !== undefined) return found;
		return (
			(await weakKills(killedNotify, kills, {
				name: 'a source goes on before its events are kept',
				file: 'lambdas/notify/collect.ts',
				from: 'cursor.version, { state, batch })',
				to: 'cursor.version, { state })',
			})) && found
		);
	}
	if (values.measure) {
		await measure(values.write);
		return true;
	}
	let good = values['without-classes'] || (await runClasses(campaign, values.class));
	if (values.class !== undefined) return good;
	const [events, failing, crash] = [values.events, values.failing, values.crash].map(Number);
	if (events > 0) {
		good = (await crashCampaign({ events, failing, crash, seed: values.seed })) && good;
	}
	if (kills.kills > 0) good = (await killedNotify(kills)) && good;
	return good;
}

ending(main());
