import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

/** Every command that the documents name is run by a test or by .ci/run, or needs an AWS account. */

const ROOT = path.resolve(__dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

function documents(): string[] {
	const pages = readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.md'))
		.map((file) => path.join('docs', file));
	return ['README.md', 'CONTRIBUTING.md', 'emulator/README.md', 'examples/README.md', ...pages];
}

/** The commands of a shell text: one a line, or joined by &&, without comments. */
function split(text: string): string[] {
	return text
		.replace(/\\\n\s*/g, ' ')
		.split(/\n|&&/)
		.map((line) => line.replace(/\s#\s.*$/, '').trim())
		.filter((line) => line !== '' && !line.startsWith('#'));
}

/** Shell blocks whole; of other text what begins with npm. */
function commandsOf(document: string): string[] {
	const text = read(document);
	const blocks = [...text.matchAll(/^```(?:sh|bash)\n([\s\S]*?)^```/gm)].map(([, block]) => block);
	const rest = text.replace(/^```[\s\S]*?^```/gm, '');
	const inline = [...rest.matchAll(/`(npm [^`]+)`|^ {4}(npm .*)$/gm)].map(([, a, b]) => a ?? b);
	return [...blocks, ...inline].flatMap(split);
}

const all = [...new Set(documents().flatMap(commandsOf))].sort();

/** File that runs a command, and a word of that file that shows it. */
type Evidence = { file: string; word: string };
const ci = (word: string): Evidence => ({ file: '.ci/run', word });
const nightly = (word: string): Evidence => ({ file: '.ci/nightly', word: `nightly ${word}` });
const tests = (file: string, word: string): Evidence => ({ file: `test/${file}`, word });

/** Begun in these tests, below. */
const HERE: Readonly<Record<string, RegExp>> = {
	'npm run -s operations': /^\[/,
	'npm run emulator -- --help': /Usage: npm run emulator/,
	'npm run campaign -- soak --help': /npm run campaign -- soak/,
	'npm run campaign -- scale --help': /npm run campaign -- scale/,
	'npm run campaign -- attack --help': /npm run campaign -- attack/,
	'npm run mutants -- --help': /npm run mutants/,
	'npm run n8n -- --help': /Usage: npm run n8n/,
	'npm run opinion -- live --help': /Usage: npm run opinion -- live/,
	'npm run opinion -- node --help': /Usage: npm run opinion -- node/,
};

const ELSEWHERE: ReadonlyArray<[RegExp, Evidence]> = [
	[/^npm ci --ignore-scripts$/, ci('npm ci --ignore-scripts')],
	[/^npm start$/, ci('npm start')],
	[/^npm test$/, ci('npm test')],
	[/^npm run test:slow$/, ci('npm run test:slow')],
	[/^npm test -- staking$/, tests('scripts/selection.test.ts', 'staking')],
	[
		/^npm run (build|typecheck|lint|scan|infrastructure -- (?:synth|test|lint|oncall)|lambdas|test:e2e)$/,
		ci('npm run $1'),
	],
	[
		/^(npm run pack:core|npm install \.\/avalanche-network-core-\*\.tgz|npx avalanche-network-core .*)$/,
		tests('scripts/door.slow.ts', 'packCore'),
	],
	[
		/^(npm pack$|mkdir -p ~\/\.n8n\/nodes|npm (un)?install --(offline|prefix) |sed )/,
		tests('package/install.slow.ts', 'docs/install.md'),
	],
	[/^export POSTGRES_PASSWORD=|^docker compose /, tests('package/docker.test.ts', 'compose.yaml')],
	[/^npm run generate$/, tests('package/generated.slow.ts', 'generate')],
	[/^npm run campaign -- scale --short$/, nightly('campaign -- scale --short')],
	[/^npm run opinion -- judges --short$/, nightly('opinion -- judges --short')],
	[/^npm run test:slow -- --all$/, nightly('test:slow -- --all')],
	[/^npm run test:e2e -- --all$/, nightly('test:e2e -- --all')],
	[/^npm run opinion -- aws$/, nightly('opinion -- aws')],
	[/^npm run opinion -- aws --short$/, ci('npm run opinion -- aws --short')],
	[/^npm run opinion -- sdks$/, ci('npm run opinion -- sdks')],
	[
		/^npm run pack:core$|^npm install \.\/avalanche-network-core-\*\.tgz$/,
		tests('scripts/door.slow.ts', 'install'),
	],
	[
		/^npm run pack:core -- emulator$|^npx \.\/avalanche-network-emulator/,
		tests('scripts/packedEmulator.slow.ts', 'packEmulator'),
	],
	[/^npm run docs$/, tests('package/docs.slow.ts', 'referencePages')],
	[/^npm run emulator -- --port \d+$/, tests('emulator/dataCli.slow.ts', '--port')],
	[
		/^npm run campaign -- attack( --(short|only \w+|minutes \d+|processes \d+))?$/,
		tests('attack/attack.nightly.ts', 'runClass'),
	],
	[
		/^curl --aws-sigv4 |^npm install @aws-sdk\//,
		tests('lambdas/callingFunctions.slow.ts', 'docs/callingFunctions.md'),
	],
	[
		/^curl (--request \w+ )?--header "authorization: Bearer \$TOKEN"/,
		tests('lambdas/subscriptions/page.test.ts', 'docs/subscriptions.md'),
	],
	[/^npm run (-s )?lambdas -- tokens /, tests('scripts/tokens.test.ts', 'tokens')],
	[/^npm audit$/, { file: 'lab/campaigns/attack/classes/package.ts', word: 'audit' }],
	[/^npm run campaign -- soak$/, tests('nodes/soak.slow.ts', 'soak')],
	[/^npm run opinion -- live$/, tests('scripts/live.slow.ts', 'lab/opinions/live.ts')],
	[/^npm run opinion -- node$/, { file: 'lab/opinions/judges/judges.ts', word: 'runNode' }],
	[/^npm run n8n( -- --fresh)?$/, tests('e2e/n8nCommand.e2e.ts', 'scripts/n8n.ts')],
	[/^npm run dev$/, tests('scripts/devPackage.slow.ts', 'keepUpToDate')],
	[/^npm run lambdas -- notify --url /, tests('scripts/notifyTest.slow.ts', 'notifyTest.ts')],
	[/^npm run lambdas -- build$/, tests('lambdas/runtime.slow.ts', 'buildLambdas')],
	[/^npm run campaign -- notify$/, tests('lambdas/notifyCrashes.slow.ts', 'crash')],
	[/^npm run campaign -- webhooks( --short)?$/, ci('npm run campaign -- webhooks --short')],
	[
		/^npm run campaign -- properties$/,
		{ file: 'core/testing/properties.ts', word: 'campaign -- properties' },
	],
	[/^npm run campaign -- exports$/, { file: 'lab/opinions/aws.ts', word: 'exportCampaign' }],
];

/**
 * Commands that need an account of AWS; test/lambdas/documented.test.ts checks payloads and
 * options.
 */
const ACCOUNT = [
	/^(?:\w+=\$\()?aws (lambda|ssm|secretsmanager|sqs) [a-z-]+ /,
	/^npm run infrastructure -- deploy$/,
];

/** Measurements are run by hand, on a quiet machine, and so is what needs foreign documents and packages. */
const BY_HAND = [
	/^npm run bench( .*)?$/,
	/^npm run campaign -- scale( --only (confirmed|webhooks|waiting))?$/,
	/^npm run opinion -- alertmanager( .*)?$/,
	/^npm run opinion -- openapi( .*)?$/,
	/^npm run opinion -- rules( .*)?$/,
	/^npm run opinion -- (sdks|topUp)( .*)?$/,
	/^npm run bench -- stairs$/,
	/^npm run opinion -- judges( --judge \w+)?$/,
	/^npm run campaign -- webhooks --sequences \d+$/,
];

function evidenceOf(command: string): Evidence | undefined {
	const found = ELSEWHERE.find(([pattern]) => pattern.test(command));
	if (!found) return undefined;
	const [pattern, { file, word }] = found;
	return { file, word: word.replace('$1', pattern.exec(command)?.[1] ?? '') };
}

test('there are commands in the documents', () => {
	expect(all.length).toBeGreaterThan(20);
	expect(all).toContain('npm ci --ignore-scripts');
	expect(all.some((command) => command.startsWith('aws lambda invoke'))).toBe(true);
});

test.each(all)('%s', (command) => {
	const script = /^npm run (?:-s )?([\w:]+)/.exec(command)?.[1];
	if (script) expect(Object.keys(scripts)).toContain(script);
	if (command in HERE) return;
	if ([...ACCOUNT, ...BY_HAND].some((pattern) => pattern.test(command))) return;
	const evidence = evidenceOf(command);
	if (!evidence) throw new Error(`"${command}" is in no list of where commands are run`);
	expect(existsSync(path.join(ROOT, evidence.file))).toBe(true);
	expect(read(evidence.file)).toContain(evidence.word);
});

test.each(Object.entries(HERE))('%s runs', async (command, expected) => {
	const [program, ...args] = command.split(' ');
	const { stdout } = await promisify(execFile)(program, args, { cwd: ROOT, maxBuffer: 2 ** 24 });
	expect(stdout).toMatch(new RegExp(expected.source, 'm'));
});
