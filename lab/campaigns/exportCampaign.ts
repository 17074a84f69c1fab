import { parseArgs } from 'node:util';
import { ending } from './lambdas/campaign';
import { killedExports } from './lambdas/killedExports';
import { killSettings, killsHelp } from './lambdas/kills';

const HELP = `npm run campaign -- exports [options]

Tests the guarantees of startExport and exportTransactions: the functions run under AWS's own runtime client and are
killed at random moments. Exits with 1 if a guarantee did not hold.

${killsHelp(60)}  --help           this text
`;

async function main(): Promise<boolean> {
	const { values } = parseArgs({
		options: {
			kills: { type: 'string', default: '60' },
			seed: { type: 'string', default: '1' },
			help: { type: 'boolean', default: false },
		},
	});
	if (!values.help) return await killedExports(killSettings(values));
	console.log(HELP);
	return true;
}

ending(main());
