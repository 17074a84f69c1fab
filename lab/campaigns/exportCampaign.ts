import { parseArgs } from 'node:util';
import { whyNoRuntimeClient } from '../kit/lambda/runtimeClient';
import { exitWith } from '../kit/system/exit';
import { killedExports } from './lambdas/killedExports';

const HELP = `npm run campaign -- exports [options]

Tests the guarantees of startExport and exportTransactions: the functions run under AWS's own runtime client and are
killed at random moments. Exits with 1 if a guarantee did not hold, and with 75 if the runtime client cannot be compiled.

  --kills <n>      executions to kill (default 60)
  --seed <text>    seed of all random choices (default 1)
  --help           this text
`;

const NOT_RUN = 75;

async function main(): Promise<number> {
	const { values } = parseArgs({
		options: {
			kills: { type: 'string', default: '60' },
			seed: { type: 'string', default: '1' },
			help: { type: 'boolean', default: false },
		},
	});
	const kills = Number(values.kills);
	if (!Number.isInteger(kills) || kills < 0) throw new Error('--kills must be a whole number');
	const reason = whyNoRuntimeClient();
	if (!values.help && reason === undefined)
		return (await killedExports({ kills, seed: values.seed, say: console.log })) ? 0 : 1;
	console.log(values.help ? HELP : `NOT RUN: kills under the runtime client (${reason})`);
	return values.help ? 0 : NOT_RUN;
}

exitWith(main());
