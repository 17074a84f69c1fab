import path from 'node:path';
import { parseArgs } from 'node:util';
import { CLASS_NAMES, type ClassName, runClass } from './exportWorld/classes';
import { WEAKENINGS } from './exportWorld/weakenings';
import { killedExports } from './lambdas/killedExports';
import { killSettings, killsHelp, weakKills } from './lambdas/kills';
import { type Campaign, ending, runClasses, selfTest } from './lambdas/campaign';

const HELP = `npm run campaign -- exports [options]

Tests the guarantees of startExport and exportTransactions: first with one class of faults after the
other, in virtual time, then with functions under AWS's own runtime client that are killed at random
moments. Exits with 1 if a guarantee did not hold.

  --class <name>   only this class: ${CLASS_NAMES.join(', ')}
  --self-test      removes one safeguard after the other and requires a finding for each
${killsHelp(60)}  --help           this text
`;

const campaign: Campaign = {
	entry: path.join(__dirname, 'exportWorld/classes.ts'),
	names: CLASS_NAMES,
	weakenings: WEAKENINGS,
	runClass: (name) => runClass(name as ClassName),
};

async function main(): Promise<boolean> {
	const { values } = parseArgs({
		options: {
			class: { type: 'string' },
			'self-test': { type: 'boolean', default: false },
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
			(await weakKills(killedExports, kills, {
				name: 'a start that was cut off is made again',
				file: 'lambdas/exportTransactions/workflow.ts',
				from: 'StepSemantics.AtMostOncePerRetry',
				to: 'StepSemantics.AtLeastOncePerRetry',
			})) && found
		);
	}
	const good = await runClasses(campaign, values.class);
	if (values.class !== undefined || kills.kills === 0) return good;
	return (await killedExports(kills)) && good;
}

ending(main());
