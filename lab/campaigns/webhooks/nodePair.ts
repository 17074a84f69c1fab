import type { INodeParameters } from 'n8n-workflow';
import { startEmulator } from '../../../emulator';
import { createEngine, logLines } from '../../kit/engine';
import { moveNodeClock } from '../../kit/movedClock';
import { type EngineMode, createPollHost } from '../../kit/pollHost';
import { type WebhookServer, startWebhookServer } from '../../kit/webhookServer';
import { type Instance, type Pair, WORLD } from './model';

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
