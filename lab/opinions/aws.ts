import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { type Server, startDynamoDbLocal, startMotoS3 } from '../kit/aws/servers';
import { BACKEND_VARIABLES } from '../kit/lambda/backends';
import { ended } from '../kit/system/tools';

/**
 * `npm run opinion -- aws [--short | PATTERN …]`: runs the suites of notify and of the exports, and the campaign of the exports
 * on DynamoDB Local and on moto's S3, SQS and KMS, one after the other. `--short`: only the suites, with the rounds
 * that `npm test` has. With patterns, only the suites of these names. Installs its tools the first time (Java 17, Maven and Python 3 with pip are required);
 * exits with status 75 if they are not available.
 */
const ROOT = path.resolve(__dirname, '../..');

const SUITES = [
	'test/lambdas/notify.test.ts',
	'test/lambdas/notifyActions.slow.ts',
	'test/lambdas/notifyClaims.test.ts',
	'test/lambdas/notifyCrashes.slow.ts',
	'test/lambdas/notifyFailures.test.ts',
	'test/lambdas/aggregateNotifyRuntime.slow.ts',
	'test/lambdas/exportTransactions.slow.ts',
	'test/lambdas/exportCrashes.slow.ts',
	'test/lambdas/multipart.test.ts',
	'test/lambdas/lostUploads.test.ts',
	'test/lambdas/memoryTable.slow.ts',
	'test/lambdas/subscriptions/',
	'test/aws/',
];
/** The campaign that runs against the emulator of AWS, in a short form; left out with `--short`. */
const CAMPAIGN = ['lab/campaigns/exportCampaign.ts', '--kills', '10'];

/** Runs a command of this package; its exit status. */
async function run(args: readonly string[], environment: Record<string, string>): Promise<number> {
	console.log(`\n== ${args.join(' ')}`);
	const [command, ...rest] = args;
	const child = spawn(path.join(ROOT, 'node_modules/.bin', command), rest, {
		cwd: ROOT,
		stdio: 'inherit',
		env: { ...process.env, ...environment },
	});
	const [code] = (await once(child, 'exit')) as [number | null];
	return code ?? 1;
}

async function main(): Promise<void> {
	const isShort = process.argv[2] === '--short';
	const patterns = process.argv.slice(isShort ? 3 : 2);
	const servers: Server[] = [];
	try {
		const dynamo = await startDynamoDbLocal();
		servers.push(dynamo);
		const s3 = await startMotoS3();
		servers.push(s3);
		console.log('DynamoDB Local 2.5.3 and the S3, SQS and KMS of moto 5.2.5 are ready');
		const environment = {
			[BACKEND_VARIABLES.dynamo]: dynamo.url,
			[BACKEND_VARIABLES.s3]: s3.url,
			...(isShort && { TEST_TIER: 'part' }),
		};
		const jest = ['jest', '--runInBand', '--selectProjects', 'sources', '--testPathPatterns'];
		const codes = [await run([...jest, ...(patterns.length > 0 ? patterns : SUITES)], environment)];
		if (!isShort && patterns.length === 0)
			codes.push(await run(['node', '--import', 'tsx', ...CAMPAIGN], environment));
		if (codes.some((code) => code !== 0)) process.exitCode = 1;
	} finally {
		for (const server of servers) await server.close();
	}
}

main().catch(ended);
