import type { INodeParameters } from 'n8n-workflow';
import type { EmulatorOptions } from '../../emulator';
import type { EngineMode, PollHost } from '../../lab/kit/pollHost';
import { createPollHost } from '../../lab/kit/pollHost';
import { type WebhookServer, startWebhookServer } from '../../lab/kit/webhookServer';
import { type Bench, startBench } from './triggerKit';

/** The webhook trigger in n8n's engine, with n8n's server and the emulated service. */

export const MINE = '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7';
export const TRANSFER: INodeParameters = { event: 'transfer', addresses: MINE };

export interface WebhookBench extends Bench {
	server: WebhookServer;
	/** A webhook trigger that is not published yet; its production URL leads to it. */
	webhookTrigger(mode: EngineMode, parameters?: INodeParameters): PollHost;
	/** Adds transfers to the address, and waits until their messages are executed. */
	pay(...values: bigint[]): Promise<string[]>;
	/** Waits until all messages are delivered and executed. */
	settled(): Promise<void>;
	/** Active webhooks with URLs of the server. */
	active(): Array<Record<string, unknown>>;
}

export async function startWebhookBench(options?: EmulatorOptions): Promise<WebhookBench> {
	const bench = await startBench(options);
	const server = await startWebhookServer();
	const { control } = bench;
	const settled = async () => {
		await bench.webhooksSettled();
		await server.idle();
	};
	const close = bench.close.bind(bench);
	return Object.assign(bench, {
		server,
		webhookTrigger(mode: EngineMode, parameters: INodeParameters = TRANSFER) {
			const own = (parameters.options ?? {}) as INodeParameters;
			const host = createPollHost(bench.engine, {
				mode,
				parameters: { ...parameters, options: { retries: 0, ...own } },
				type: 'avalancheWebhookTrigger',
				baseUrl: server.url,
			});
			server.route.webhook = host;
			return host;
		},
		async pay(...values: bigint[]) {
			const transfers = values.map((value) => ({ to: MINE, value }));
			const hashes = control.addTransfers({ transfers });
			await settled();
			return hashes;
		},
		settled,
		active: () =>
			control
				.webhooks()
				.filter(({ url, status }) => status === 'active' && String(url).startsWith(server.url)),
		async close() {
			await close();
			await server.close();
		},
	});
}
