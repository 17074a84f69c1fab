import { parseArgs } from 'node:util';
import { UNSCHEDULED } from './world/upgrades';
import { LOCAL_KEY, startEmulator } from './index';

const HELP = `Serves the Avalanche data, metrics and node services from generated data, on this machine.

Usage: npm run emulator -- [options]

  --port <n>           Port of the data service; metrics, node, control and downloads take the
                       next four. 0 takes free ports (default 8080)
  --seed <text>        Seed of the generated data (default avalanche)
  --validators <n>     Validators of the primary network and of the largest L1 (default 40)
  --transactions <n>   Active staking transactions (default 500)
  --before-helicon     The network before the upgrade Helicon: blocks are executed when they are accepted
  --dialect <name>     spec: as documented (default); live: as the deployed services do
  --api-key <key>      The key that the data service accepts (default ${LOCAL_KEY}). Any other key
                       gets 401; a request without a key is served
  --key-required       Answer 401 to requests without a key
  --help               This text
`;

function whole(name: string, text: string | undefined, max: number): number | undefined {
	if (text === undefined) return undefined;
	const value = Number(text);
	if (!/^\d+$/.test(text) || value > max) {
		throw new RangeError(`--${name} must be a whole number from 0 to ${max}`);
	}
	return value;
}

function readOptions(args: string[]) {
	const { values } = parseArgs({
		args,
		options: {
			port: { type: 'string' },
			seed: { type: 'string' },
			validators: { type: 'string' },
			transactions: { type: 'string' },
			'before-helicon': { type: 'boolean' },
			dialect: { type: 'string' },
			'api-key': { type: 'string' },
			'key-required': { type: 'boolean' },
			help: { type: 'boolean', short: 'h' },
		},
	});
	const { dialect = 'spec', 'api-key': apiKey } = values;
	if (dialect !== 'spec' && dialect !== 'live') {
		throw new RangeError('--dialect must be spec or live');
	}
	const validators = whole('validators', values.validators, 1_000_000);
	if (validators === 0) throw new RangeError('--validators must be 1 or more');
	return {
		help: values.help ?? false,
		port: whole('port', values.port, 65_530) ?? 8080,
		seed: values.seed,
		validators,
		transactions: whole('transactions', values.transactions, 1_000_000),
		helicon: values['before-helicon'] ? UNSCHEDULED : undefined,
		dialect: dialect as 'spec' | 'live',
		apiKeys: apiKey === undefined ? undefined : [apiKey],
		keyRequired: values['key-required'] ?? false,
	};
}

async function main(): Promise<void> {
	const { help, ...options } = readOptions(process.argv.slice(2));
	if (help) {
		process.stdout.write(HELP);
		return;
	}
	const emulator = await startEmulator(options);
	const { dataUrl, metricsUrl, nodeUrl, controlUrl, downloadUrl } = emulator;
	const address = emulator.world.node.address(0);
	const lines = [
		`Data service     ${dataUrl}`,
		`Metrics service  ${metricsUrl}`,
		`Node             ${nodeUrl}`,
		`Control          ${controlUrl}`,
		`Downloads        ${downloadUrl}`,
		'',
		'Try:',
		`  curl '${dataUrl}/v1/networks/mainnet/blockchains/p-chain/transactions:listStaking?addresses=${address}'`,
		`  curl '${metricsUrl}/v1/avg_tps/43114'`,
		`  curl -H 'content-type: application/json' -d '{"jsonrpc":"2.0","id":1,"method":"platform.getCurrentValidators","params":{}}' ${nodeUrl}/ext/bc/P`,
		`  curl -d '{"healthy":false}' ${controlUrl}/setHealth`,
		'',
		'Press Ctrl+C to stop.',
	];
	process.stdout.write(`${lines.join('\n')}\n`);
	const stop = () => {
		process.removeListener('SIGINT', stop);
		process.removeListener('SIGTERM', stop);
		void emulator.close();
	};
	process.on('SIGINT', stop);
	process.on('SIGTERM', stop);
}

main().catch((error: unknown) => {
	const reason = error instanceof Error ? error.message : String(error);
	process.stderr.write(`${reason}\nSee --help.\n`);
	process.exitCode = 1;
});
