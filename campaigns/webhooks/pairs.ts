import type { INodeParameters } from 'n8n-workflow';
import { startEmulator } from '../../emulator';
import { createEngine, logLines } from '../../kit/engine';
import { HOOK, type ReceiveBench, startReceiveBench } from '../../kit/lambda/receiveKit';
import { moveNodeClock } from '../../kit/movedClock';
import { type EngineMode, createPollHost } from '../../kit/pollHost';
import { type WebhookServer, startWebhookServer } from '../../kit/webhookServer';
import type { Instance, Pair } from './model';

/** Pairs of instances for the model of upkeep. */

const WORLD = { realTime: false, start: 1_794_052_800_000, transactions: 10, validators: 6 };
const UNKNOWN = 'idle';
/** The report of a state that was taken away. */
const LOSS = /saved state of this trigger/;

/** Two n8n with the same workflow: the node in an engine mode. */
export async function nodePair(mode: EngineMode): Promise<Pair> {
	const emulator = await startEmulator(WORLD);
	const { dataUrl, metricsUrl, nodeUrl } = emulator;
	const engine = await createEngine({ dataUrl, metricsUrl, nodeUrl });
	const clock = moveNodeClock(emulator);
	const servers = [await startWebhookServer(), await startWebhookServer()];

	function instance(server: WebhookServer): Instance {
		const webhookId = 'of-the-workflow';
		const parameters = {};
		const type = 'avalancheWebhookTrigger';
		const host = createPollHost(engine, { mode, parameters, type, baseUrl: server.url, webhookId });
		server.route.webhook = host;
		const worked = async (act: () => Promise<unknown>) => {
			const errors = () => host.errors.filter(({ message }) => !LOSS.test(message)).length;
			const before = errors();
			logLines.length = 0;
			await act().catch((error: unknown) => host.errors.push(error as never));
			return errors() === before && !logLines.some(isAboutWebhooks);
		};
		return {
			url: `${server.url}/webhook/${webhookId}/webhook`,
			publish: async (settings, takeOver) => {
				const form = { ...settings, options: { retries: 0, takeOver } };
				return await worked(async () => await host.publish(form as INodeParameters));
			},
			unpublish: async () => await worked(async () => await host.unpublish()),
			check: async () => {
				return await worked(async () => await (host.alive ? host.poll() : host.restart()));
			},
			restart: async () => await worked(async () => await host.restart()),
			loseState: async () => host.wipeStaticData(),
			received: async () =>
				host.emitted.filter(({ txHash }) => txHash).map(({ txHash }) => String(txHash)),
		};
	}
	return {
		name: `node, ${mode}`,
		emulator,
		instances: async () => [instance(servers[0]), instance(servers[1])],
		async settled() {
			await emulator.webhooksSettled();
			for (const server of servers) await server.idle();
		},
		async close() {
			clock.restore();
			await Promise.all([emulator.close(), ...servers.map(async (one) => await one.close())]);
		},
	};
}

const isAboutWebhooks = ({ level, message }: { level: string; message: string }) =>
	level === 'warn' && message.includes('webhooks are not');

/** Two functions with the same settings, each with a table of its own. */
export async function functionPair(): Promise<Pair> {
	const first = await startReceiveBench(WORLD);
	const benches = [first, await startReceiveBench({}, first)];

	function instance(bench: ReceiveBench): Instance {
		const worked = async () => {
			// The claim of a check that failed has to expire.
			bench.emulator.control.moveClock({ ms: 10 * 60_000 });
			return await bench.check().then(
				() => true,
				() => false,
			);
		};
		const set = async (entry: object) => {
			bench.settings = { webhooks: [entry], targets: [HOOK] };
			bench.newProcess();
			return await worked();
		};
		const unpublish = async () =>
			await set({ name: UNKNOWN, event: 'transfer', addresses: `0x${'9'.repeat(40)}` });
		return {
			url: `${bench.url}watched`,
			// Settings that are refused in part are kept: the next check tries again, or they are taken back.
			publish: async (settings, takeOver) =>
				(await set({ name: 'watched', ...settings, takeOver })) || (await unpublish(), false),
			unpublish,
			check: worked,
			restart: async () => {
				bench.newProcess();
				return await worked();
			},
			loseState: async () => await bench.table.remove({ pk: 'webhooks', sk: 'state' }),
			received: async () =>
				(await bench.outbox()).flatMap(({ event }) => {
					const { txHash } = (event as { data: { txHash?: string } }).data;
					return txHash === undefined ? [] : [txHash];
				}),
		};
	}
	return {
		name: 'receive',
		emulator: first.emulator,
		async instances() {
			for (const { table } of benches) await table.clear();
			return [instance(benches[0]), instance(benches[1])];
		},
		settled: async () => await first.emulator.webhooksSettled(),
		async close() {
			await benches[1].close();
			await first.close();
		},
	};
}
