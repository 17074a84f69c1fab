import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { startLocalServer } from '../../../lab/kit/system/localServer';
import { DEFAULT_URLS } from '../../../core/access';
import { type Emulator, startEmulator } from '../../../emulator';
import { PATIENT } from '../../../lab/kit/n8n/copies';
import { run } from '../../../lab/kit/n8n/install';
import { createInstance, type Instance, OWNER } from '../../../lab/kit/n8n/instance';
import { type ChatModel, startChatModel } from './chatModel';
import { openWindow, type Window } from './editor';
import { type PublicHosts, servePublicHosts } from './publicHosts';
import { sectionOf } from './words';

/** A channel: the webhook URL of a team, and the messages that arrived there. */
export const CHANNEL = 'https://hooks.slack.com/services/T0000/B0000/XXXX';

interface Channel {
	url: string;
	messages: string[];
	close(): void;
}

/** A new n8n as a user has it: the tarball installed as docs/install.md says, the owner made in the browser. */
export interface FreshHost {
	n8n: Instance;
	emulator: Emulator;
	hosts: PublicHosts;
	model: ChatModel;
	channel: Channel;
	window: Window;
	close(): Promise<void>;
}

async function startChannel(): Promise<Channel> {
	const messages: string[] = [];
	const server = await startLocalServer((_incoming, outgoing, read) => {
		messages.push((JSON.parse(String(read)) as { text: string }).text);
		outgoing.end('ok');
	});
	return { url: server.url, messages, close: () => void server.close() };
}

/** Packs the package, and runs the commands of docs/install.md for a tarball where the home folder is that of n8n. */
async function installAsWritten(home: string): Promise<void> {
	const root = path.resolve(__dirname, '../../..');
	const work = path.join(home, 'downloads');
	mkdirSync(work);
	await run('npm', ['pack', '--ignore-scripts', '--pack-destination', work], { cwd: root });
	const section = sectionOf('docs/install.md', 'Install in n8n');
	const commands = [...section.matchAll(/^```sh\n([^]*?)^```/gm)].map(([, block]) => block);
	const install = commands.find((block) => block.includes('~/.n8n/nodes'));
	if (!install) throw new Error('docs/install.md does not say how a tarball is installed');
	const env = { PATH: process.env.PATH, HOME: home };
	const { status, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', install], {
		cwd: work,
		env,
		encoding: 'utf8',
	});
	if (status !== 0) throw new Error(`${install}\nended with ${status}:\n${stderr}`);
	rmSync(work, { recursive: true });
}

/** Fills in the form that n8n shows at its first start. */
async function makeOwner({ page }: Window, url: string): Promise<void> {
	await page.goto(url);
	for (const [label, text] of [
		['Email', OWNER.email],
		['First Name', OWNER.firstName],
		['Last Name', OWNER.lastName],
		['Password', OWNER.password],
	]) {
		await page.getByLabel(label).fill(text);
	}
	await page.getByRole('button', { name: 'Next' }).click();
	await page.getByRole('button', { name: 'Add new item' }).waitFor();
}

/** Starts everything. Public hosts are served by the local services, under their own names. */
export async function startFreshHost(tool: { name: string; args: object }): Promise<FreshHost> {
	const command = process.env.E2E_N8N;
	if (!command) throw new Error('Run these tests by npm run test:e2e');
	const emulator = await startEmulator({ dialect: 'live', exports: { durationMs: 1000 } });
	const [model, channel] = [await startChatModel(tool), await startChannel()];
	const served = (['dataUrl', 'metricsUrl', 'nodeUrl'] as const).map((name) => [
		new URL(DEFAULT_URLS[name]).hostname,
		emulator[name],
	]);
	const hosts = await servePublicHosts({
		...(Object.fromEntries(served) as Record<string, string>),
		[new URL(CHANNEL).hostname]: channel.url,
		'api.openai.com': model.url,
	});
	const n8n = await createInstance(command, {
		variables: { ...PATIENT, ...hosts.environment },
	});
	let window: Window | undefined;
	const close = async () => {
		await window?.close();
		await n8n.remove();
		await hosts.close();
		model.close();
		channel.close();
		await emulator.close();
	};
	try {
		await installAsWritten(n8n.folder);
		await n8n.start();
		window = await openWindow();
		await makeOwner(window, n8n.url);
	} catch (error) {
		await close();
		throw error;
	}
	return { n8n, emulator, hosts, model, channel, window, close };
}
