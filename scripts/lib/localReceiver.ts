import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';

/** A receiver on this machine that bundles reach by a public name. */

export const RECEIVER = 'https://receiver.example.org';
/** The variable that names the receiver on this machine. */
export const RECEIVER_VARIABLE = 'DEMO_RECEIVER';

const START =
	/export function sendWebhook\(target: Reach, request: WebhookRequest\): Promise<SendResult> \{\n/;

/**
 * Sends what is for one public name to the receiver on this machine, which has no public address. All other
 * addresses are checked as always.
 */
export const localReceiver: Plugin = {
	name: 'local-receiver',
	setup(builder) {
		builder.onLoad({ filter: /notify[\\/]send\.ts$/ }, ({ path }) => {
			const source = readFileSync(path, 'utf8');
			if (!START.test(source)) throw new Error('send.ts has no function sendWebhook any more');
			const detour = `
				const local = process.env.${RECEIVER_VARIABLE};
				if (local && request.url?.startsWith('${RECEIVER}/')) {
					const url = request.url.replace('${RECEIVER}', local);
					return sendWebhook({ ...target, url, allowPrivateNetwork: true }, { ...request, url });
				}`;
			return { contents: source.replace(START, (found) => `${found}${detour}\n`), loader: 'ts' };
		});
	},
};
