import { type ChildProcess, spawn } from 'node:child_process';
import { Session } from 'node:inspector/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Profiler } from 'node:inspector';
import { makeWorld } from '../lab/campaigns/notifyWorld/world';
import { createClient, evm } from '../core';
import { createEngine } from '../lab/kit/engine';
import { MINE, startReceiveBench } from '../lab/kit/lambda/receiveKit';

/**
 * Prints the files and functions of this package that one warm call enters, counted by V8's precise coverage of a
 * call after one that has loaded everything: of the core, of a node in n8n, of a webhook's message to the queue, and
 * of notify and sender from a poll to the message. `--files` lists the files, each with its functions.
 */

const ROOT = path.resolve(__dirname, '..');
/** The folders that are shipped, as sources and as n8n loads them. */
const SHIPPED = /^(?:dist\/)?(core|nodes|credentials|lambdas)\//;
/** Test cases, emulated parts, what tests need, and the file that holds libraries. */
const OTHERS = /\/(cases|emulated|testing)\b|core\/formats\/base\./;

/** Functions that the compiler adds, and those by which the kit makes n8n's process a new one. */
const NOT_CALLED = new Set(['get', '__name', 'clear', 'forget', 'forgetSecrets', 'forgetUrls']);

/** The reading of an export under its name, which the compiler adds as a function. */
const EXPORT = /^\(\)\s*=>\s*(?:[\w$]+\.)?([\w$]+)$/;

type Entered = Map<string, Set<string>>;

/** The functions of shipped files that the work enters, by file. Functions without a name count by their place. */
async function entered(work: () => Promise<unknown>): Promise<Entered> {
	const session = new Session();
	session.connect();
	await session.post('Debugger.enable');
	await session.post('Profiler.enable');
	await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
	await work();
	const { result } = (await session.post(
		'Profiler.takePreciseCoverage',
	)) as unknown as Profiler.TakePreciseCoverageReturnType;
	const found: Entered = new Map();
	for (const { scriptId, url, functions } of result) {
		const file = path.relative(ROOT, url.startsWith('file:') ? fileURLToPath(url) : url);
		if (!SHIPPED.test(file) || OTHERS.test(file)) continue;
		const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId });
		const called = functions
			.filter(({ ranges: [{ startOffset, endOffset, count }], functionName }) => {
				const [, exported] = EXPORT.exec(scriptSource.slice(startOffset, endOffset)) ?? [];
				const isOurs = !NOT_CALLED.has(functionName) && exported !== (functionName || ' ');
				return count > 0 && startOffset > 0 && isOurs;
			})
			.map(({ functionName, ranges: [{ startOffset }] }) => functionName || `at ${startOffset}`);
		if (called.length > 0) found.set(file.replace(/^dist\//, ''), new Set(called));
	}
	session.disconnect();
	return found;
}

const functionsIn = (found: Entered) =>
	[...found.values()].reduce((sum, { size }) => sum + size, 0);

async function main(): Promise<void> {
	const { emulator, nodeUrl } = await startEmulator();
	const rows: Array<[string, Entered]> = [];
	try {
		const address = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC';
		const client = createClient({ nodeUrl });
		const balance = async () => await client.call(evm.getBalance, { blockchainId: 'C', address });
		await balance();
		rows.push(['core: evm.getBalance', await entered(balance)]);

		const engine = await createEngine({ nodeUrl });
		const node = {
			node: 'avalancheRpc',
			parameters: { resource: 'evm', operation: 'getBalance', address },
		} as never;
		const form = async () => {
			const { error } = await engine.execute(node);
			if (error) throw error;
		};
		await form();
		rows.push(["the same from n8n's form, one item", await entered(form)]);

		rows.push(['a webhook message to the queue', await ofWebhook()]);
		rows.push(['notify and sender, poll to Discord', await ofNotify()]);
	} finally {
		emulator.kill();
	}
	console.log('| One warm call | Files | Functions |\n|---|---:|---:|');
	for (const [name, found] of rows) {
		console.log(`| ${name} | ${found.size} | ${functionsIn(found)} |`);
		const own = new Map([...found].filter(([file]) => file.startsWith('lambdas/')));
		if (own.size > 0) console.log(`| of these in lambdas | ${own.size} | ${functionsIn(own)} |`);
	}
	if (!process.argv.includes('--files')) return;
	for (const [name, found] of rows) {
		console.log(`\n${name}`);
		for (const [file, names] of [...found].sort()) {
			console.log(`  ${file} (${names.size}): ${[...names].join(', ')}`);
		}
	}
}

/** The emulator in a process of its own: it has functions of the core, too. */
async function startEmulator(): Promise<{ emulator: ChildProcess; nodeUrl: string }> {
	const cli = path.join(ROOT, 'emulator', 'cli.ts');
	const emulator = spawn(process.execPath, ['--import', 'tsx', cli, '--port', '0'], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	for await (const line of createInterface({ input: emulator.stdout })) {
		const [, nodeUrl] = /^Node +(\S+)$/.exec(line) ?? [];
		if (nodeUrl) return { emulator, nodeUrl };
	}
	throw new Error('The emulator did not start');
}

async function ofNotify(): Promise<Entered> {
	const discord = {
		name: 'discord',
		url: 'https://discord.com/api/webhooks/1/abc',
		format: 'discord',
	};
	const world = makeWorld({ targets: [discord] });
	for (let at = 0; at < 3; at++) {
		world.clock.time += 60_000;
		world.add(1);
		await world.pass();
	}
	world.clock.time += 60_000;
	world.add(1);
	const before = world.arrivals.length;
	const found = await entered(() => world.pass());
	if (world.arrivals.length !== before + 1) throw new Error('No message was sent');
	return found;
}

async function ofWebhook(): Promise<Entered> {
	const bench = await startReceiveBench();
	try {
		await bench.check();
		const pay = async () => {
			const before = (await bench.outbox()).length;
			bench.emulator.control.addTransfers({ transfers: [{ to: MINE, value: 1n }] });
			await bench.emulator.webhooksSettled();
			if ((await bench.outbox()).length === before) throw new Error('No event was queued');
		};
		await pay();
		const { invoke } = bench;
		let found: Entered = new Map();
		bench.invoke = async (event) => {
			let answer: unknown;
			found = await entered(async () => (answer = await invoke(event)));
			return answer as Awaited<ReturnType<typeof invoke>>;
		};
		await pay();
		return found;
	} finally {
		await bench.close();
	}
}

void main();
