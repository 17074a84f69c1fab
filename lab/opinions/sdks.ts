import { parseArgs } from 'node:util';
import { startEmulator } from '../../emulator';
import { installSdks } from './sdks/install';
import { glacierSdk } from './sdks/glacier';
import { judge } from './sdks/judge';
import { unjudgedReason } from './sdks/known';
import { goodRequests, type Sent } from './sdks/requests';
import { speakeasySdk } from './sdks/speakeasy';
import { judgeWebhooks } from './sdks/webhooks';
import { ended } from '../kit/system/tools';

const HELP = `npm run opinion -- sdks [--short]

The services' own clients (chainkit, the AvaCloud SDK and glacier-sdk, pinned in test/sdks) as
clients of the emulator: every function, in both dialects, and their verifiers of webhook messages. A
finding is a response or a signature that a client rejects, another query for the same values, or a function
that no request reaches. Ends with 1 if there are findings, with 75 if npm cannot install the clients.

  --short   one request for each function
`;

const KEY = 'key-of-the-test-with-sdks';
const KEY_HEADERS = ['x-data-api-key', 'x-glacier-api-key'] as const;

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: { short: { type: 'boolean', default: false }, help: { type: 'boolean' } },
	});
	if (values.help) return void process.stdout.write(HELP);
	const modules = installSdks(console.log);
	const sdks = [
		speakeasySdk(modules, '@avalanche-sdk/chainkit', 'AvalancheCore'),
		speakeasySdk(modules, '@avalabs/avacloud-sdk', 'AvaCloudSDKCore'),
		glacierSdk(modules),
	];
	let findings = 0;
	for (const dialect of ['spec', 'live'] as const) {
		const emulator = await startEmulator({
			port: 0,
			dialect,
			seed: 'sdks',
			sparse: true,
			apiKeys: [KEY],
			keyHeaders: KEY_HEADERS,
		});
		try {
			const { short } = values;
			const [keyHeader] = KEY_HEADERS;
			const requests = await goodRequests({ emulator, key: KEY, keyHeader, short });
			const operations = new Set(requests.map(({ id }) => id)).size;
			console.log(`${dialect}: ${requests.length} requests of ${operations} operations`);
			const judged = new Set<Sent>();
			for (const sdk of sdks) {
				const figures = await judge(sdk, requests, KEY, emulator.control);
				if (sdk.checks) for (const sent of figures.judged) judged.add(sent);
				findings += figures.findings.length;
				const { functions, called, calls, notTaken, untried } = figures;
				console.log(
					`  ${sdk.name}: ${called} of ${functions} functions, ${calls} calls, ${notTaken} refused by its own input check, ${figures.findings.length} findings`,
				);
				if (!short && untried.length > 0)
					console.log(`    not offered here: ${untried.join(', ')}`);
				for (const [why, count] of figures.known) console.log(`    known, ${count} times: ${why}`);
				for (const finding of figures.findings) console.log(`    ${finding}`);
			}
			const unjudged = requests.filter((sent) => !judged.has(sent));
			const unknown = unjudged.filter((sent) => unjudgedReason(sent) === undefined);
			findings += unknown.length;
			console.log(
				`  ${unjudged.length} answers that no client checked, ${unknown.length} without a known reason`,
			);
			for (const { id, method, url } of unknown) console.log(`    ${id}: ${method} ${url}`);
			const webhooks = await judgeWebhooks(modules, emulator);
			findings += webhooks.findings.length;
			console.log(
				`  signatures of webhooks: ${webhooks.checks} checks, ${webhooks.findings.length} findings`,
			);
			for (const finding of webhooks.findings) console.log(`    ${finding}`);
		} finally {
			await emulator.close();
		}
	}
	if (findings > 0) process.exitCode = 1;
}

main().catch(ended);
