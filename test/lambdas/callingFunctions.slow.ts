import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import ts from 'typescript';
import { buildLambdas } from '../../lambdas/build/lambdas';
import { arnOf } from '../../lab/kit/lambda/executionEnvironment';
import { CREDENTIALS, type FunctionUrl, startFunctionUrl } from '../../lab/kit/lambda/functionUrl';
import { runtimeClient, whyNoRuntimeClient } from '../../lab/kit/lambda/runtimeClient';
import { STACK_BUCKET, type Stack, startStack } from '../../lab/kit/lambda/stack';
import { unsignedHex } from '../../lab/kit/lambda/aggregateKit';

/** The programs and commands of docs/callingFunctions.md do what the page says. */

const ROOT = path.resolve(__dirname, '../..');
const page = readFileSync(path.join(ROOT, 'docs/callingFunctions.md'), 'utf8');
const blocks = (language: string) =>
	[...page.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'))].map(
		([, text]) => text,
	);
const programs = blocks('ts').filter((text) => text.includes('import '));
const [withSdk, overUrl] = programs;
const [curl] = blocks('sh');

test('the page has two programs, and a command', () => {
	expect([programs.length, blocks('sh').length]).toEqual([2, 1]);
});

test('what the page installs is what its programs import', () => {
	const installed = [...page.matchAll(/`npm install ([^`]+)`/g)].map(([, list]) => list.split(' '));
	const imported = programs.map((program) =>
		[...program.matchAll(/from '([^.'][^']*)'/g)].map(([, name]) => name),
	);
	expect(installed.map((list) => list.sort())).toEqual(imported.map((list) => list.sort()));
});

test('its programs are typed: they compile, and not with a wrong field', () => {
	const wrong = {
		chains: withSdk.replace('includeChains:', 'chains:'),
		massage: overUrl.replace('message: MESSAGE', 'massage: MESSAGE'),
	};
	// Beside the types that they import; only in memory.
	const texts = [...programs, ...Object.values(wrong)];
	const files = new Map(
		texts.map((text, at) => [path.join(ROOT, `lambdas/documentedProgram${at}.ts`), text]),
	);
	const options: ts.CompilerOptions = {
		strict: true,
		noEmit: true,
		skipLibCheck: true,
		target: ts.ScriptTarget.ES2022,
		module: ts.ModuleKind.NodeNext,
		moduleResolution: ts.ModuleResolutionKind.NodeNext,
		types: ['node'],
	};
	const host = ts.createCompilerHost(options);
	const { fileExists, readFile, getSourceFile } = host;
	host.readFile = (name) => files.get(name) ?? readFile(name);
	host.fileExists = (name) => files.has(name) || fileExists(name);
	host.getSourceFile = (name, ...rest) => {
		const text = files.get(name);
		if (text === undefined) return getSourceFile(name, ...rest);
		return ts.createSourceFile(name, text, ts.ScriptTarget.ES2022);
	};
	const found = ts.getPreEmitDiagnostics(ts.createProgram([...files.keys()], options, host));
	const messages = found.map(({ file, messageText }) => ({
		file: file && path.basename(file.fileName),
		text: ts.flattenDiagnosticMessageText(messageText, '\n'),
	}));
	expect(messages).toEqual(
		Object.keys(wrong).map((name, at) => ({
			file: `documentedProgram${programs.length + at}.ts`,
			text: expect.stringContaining(`'${name}' does not exist`) as string,
		})),
	);
});

const reason = whyNoRuntimeClient();
const here = reason === undefined ? describe : describe.skip;
if (reason) process.stderr.write(`Not run: the programs of the page (${reason})\n`);

here('the page', () => {
	let folder: string;
	let stack: Stack;
	let url: FunctionUrl;
	let environment: Record<string, string>;
	beforeAll(async () => {
		await runtimeClient();
		folder = mkdtempSync(path.join(os.tmpdir(), 'avalanche-calls-'));
		const names = ['exportTransactions', 'startExport', 'aggregateSignatures'];
		await buildLambdas({ outDir: folder, names, zip: false });
		const folderOf = (name: string) => path.join(folder, name);
		stack = await startStack({
			folderOf,
			emulator: { realTime: false, exports: { durationMs: 1_000 } },
			pass: (emulator) => (ms) => void emulator.control.moveClock({ ms }),
			others: [{ name: 'aggregateSignatures', folder: folderOf('aggregateSignatures') }],
		});
		url = await startFunctionUrl(stack.lambda, 'aggregateSignatures');
		environment = {
			PATH: process.env.PATH ?? '',
			AWS_REGION: 'us-east-1',
			AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
			AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
			AWS_SESSION_TOKEN: CREDENTIALS.sessionToken,
			AWS_ENDPOINT_URL_LAMBDA: stack.lambda.url,
			AGGREGATE_ARN: arnOf('aggregateSignatures'),
			AGGREGATE_URL: url.url,
			EXPORT_ARN: arnOf('exportTransactions'),
			ADDRESS: '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
			MESSAGE: unsignedHex(stack.emulator.world.node.subnets[1].blockchains[0].id),
		};
	}, 600_000);
	afterAll(async () => {
		await url?.close();
		await stack?.close();
		if (folder) rmSync(folder, { recursive: true, force: true });
	});

	/** Runs a command; its output, and its errors where it fails. */
	async function run(command: string, args: string[], changes: Record<string, string> = {}) {
		const child = spawn(command, args, { env: { ...environment, ...changes } });
		const output = { code: 0, out: '', error: '' };
		child.stdout.on('data', (chunk) => (output.out += chunk));
		child.stderr.on('data', (chunk) => (output.error += chunk));
		[output.code] = (await once(child, 'close')) as [number];
		return output;
	}
	async function runProgram(program: string, changes?: Record<string, string>) {
		const { outputFiles } = await build({
			stdin: { contents: program, resolveDir: path.join(ROOT, 'lambdas'), loader: 'ts' },
			bundle: true,
			platform: 'node',
			write: false,
		});
		const file = path.join(folder, 'program.cjs');
		writeFileSync(file, outputFiles[0].contents);
		return await run(process.execPath, [file], changes);
	}
	const SIGNED = /^message [1-9A-HJ-NP-Za-km-z]{40,}, verified: true$/m;

	it('invokes functions by the SDK, and finds an execution by its name', async () => {
		const { code, out, error } = await runProgram(withSdk);
		expect([code, error]).toEqual([0, '']);
		expect(out).toMatch(SIGNED);
		const [, key] = /^export SUCCEEDED: (\S+)$/m.exec(out) ?? [];
		expect(await stack.s3.keys(STACK_BUCKET)).toContain(key);
		// The same name and event once more: nothing else is started.
		expect((await runProgram(withSdk)).out).toContain(`export SUCCEEDED: ${key}`);
		expect(stack.lambda.durable.list()).toHaveLength(1);
	});

	it('throws errors by their names', async () => {
		const invalid = await runProgram(withSdk, { MESSAGE: 'zz' });
		expect([invalid.code, invalid.error]).toEqual([
			1,
			expect.stringMatching(/^InvalidInput: .*message/),
		]);
		const other = await runProgram(withSdk, { ADDRESS: `0x${'1'.repeat(40)}` });
		expect(other.error).toMatch(/^DurableExecutionAlreadyStartedException: /);
	});

	it('signs requests to the URL', async () => {
		const { code, out, error } = await runProgram(overUrl);
		expect([code, error]).toEqual([0, '']);
		expect(out).toMatch(SIGNED);
		const invalid = await runProgram(overUrl, { MESSAGE: 'zz' });
		expect(invalid.error).toMatch(/^InvalidInput: .*message/);
		const forbidden = await runProgram(overUrl, { AWS_SECRET_ACCESS_KEY: 'another' });
		expect(forbidden.error).toMatch(/^Status 403/);
		expect(url.statuses).toEqual([200, 400, 403]);
	});

	it('signs requests to the URL by curl', async () => {
		const { out, error } = await run('sh', ['-c', curl.replace('curl ', 'curl --silent ')]);
		expect(error).toBe('');
		expect(JSON.parse(out)).toMatchObject({ verified: true });
	});
});
