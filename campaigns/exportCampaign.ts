import { parseArgs } from 'node:util';
import { CLASS_NAMES, type ClassName, runClass } from './exportWorld/classes';
import { killedExports } from './lambdas/killedExports';
import { killSettings, killsHelp } from './lambdas/kills';
import { type Campaign, ending, runClasses } from './lambdas/campaign';

const HELP = `npm run campaign -- exports [options]

Tests the guarantees of startExport and exportTransactions: first with one class of faults after the
other, in virtual time, then with functions under AWS's own runtime client that are killed at random
moments. Exits with 1 if a guarantee did not hold.

  --class <name>   only this class: ${CLASS_NAMES.join(', ')}
${killsHelp(60)}  --help           this text
`;

const campaign: Campaign = {
	names: CLASS_NAMES,
	runClass: (name) => runClass(name as ClassName),
};

async function main(): Promise<boolean> {
	const { values } = parseArgs({
		options: {
			class: { type: 'string' },
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
	const good = await runClasses(campaign, values.class);
	if (values.class !== undefined || kills.kills === 0) return good;
	return (await killedExports(kills)) && good;
}

ending(main());
