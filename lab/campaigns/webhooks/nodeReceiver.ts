import { startEmulator } from '../../../emulator';
import type { Random } from '../../../core/testing/random';
import { createEngine } from '../../kit/engine';
import { moveNodeClock } from '../../kit/movedClock';
import { type EngineMode, createPollHost } from '../../kit/pollHost';
import { startWebhookServer } from '../../kit/webhookServer';
import { type Kind, parametersOf } from './kinds';
import { ACCIDENTS, type Receiver } from './receiver';
import { startWire } from './wire';

/** Avalanche Webhook Trigger in n8n's engine. */
export async function nodeReceiver(
	mode: EngineMode,
	kind: Kind,
	random: Random,
): Promise<Receiver> {
	const emulator = await startEmulator({
		start: 1_794_052_800_000,
		realTime: false,
		transactions: 30,
		validators: 12,
	});
	const { dataUrl, metricsUrl, nodeUrl } = emulator;
	const engine = await createEngine({ dataUrl, metricsUrl, nodeUrl });
	const clock = moveNodeClock(emulator);
	const server = await startWebhookServer();
	const wire = await startWire(() => server.url, random);
	const host = createPollHost(engine, {
		mode,
		parameters: parametersOf(kind, emulator),
		type: 'avalancheWebhookTrigger',
		baseUrl: wire.url,
	});
	server.route.webhook = host;
	await host.publish();
	if (host.errors.length > 0) throw host.errors[0];
	return {
		name: `node, ${mode}`,
		emulator,
		wire,
		kinds: [kind],
		target: () => server.url,
		accidents: ACCIDENTS,
		losesAnswered: true,
		async kill(happen) {
			await happen();
			await host.restart({ lost: 'execution' });
		},
		check: async () => void (await host.poll()),
		restart: async () => void (await host.restart()),
		items: async () =>
			host.emitted
				.filter(({ event }) => event !== 'webhook.repaired')
				.map((item) => ({ kind, key: kind.itemKey(item), id: String(item.id) })),
		async settled() {
			await emulator.webhooksSettled();
			await server.idle();
		},
		async close() {
			clock.restore();
			await emulator.close();
			await Promise.all([wire.close(), server.close()]);
		},
	};
}
