import { startLocalServer } from './system/localServer';
import type { Emulator } from '../../emulator';

type Json = Record<string, unknown>;

/** The emulator's services, which add one invalid record to their lists. */
export interface SpoiltServices {
	dataUrl: string;
	metricsUrl: string;
	nodeUrl: string;
	/**
	 * Adds one record to every list of this name: a copy of the last one in the next answer, with these
	 * values.
	 */
	spoil(list: string, values: Json): void;
	/** Ends the invalid records: lists are again as the emulator makes them. */
	mend(): void;
	close(): Promise<void>;
}

interface Spoil {
	values: Json;
	record?: Json;
}

/** Starts a server between a client and the emulator. */
export async function startSpoiltServices(emulator: Emulator): Promise<SpoiltServices> {
	const spoilt = new Map<string, Spoil>();
	const urls: Readonly<Record<string, string>> = {
		data: emulator.dataUrl,
		metrics: emulator.metricsUrl,
		node: emulator.nodeUrl,
	};
	const server = await startLocalServer((request, response, read) => {
		const [, service, rest] = /^\/(\w+)(.*)$/s.exec(request.url ?? '') ?? [];
		const { method = 'GET' } = request;
		const type = { 'content-type': 'application/json' };
		const own = Object.entries(request.headers).filter(([name]) => name.startsWith('x-'));
		const headers = { ...type, ...(Object.fromEntries(own) as Record<string, string>) };
		const body = read.length > 0 ? read : undefined;
		fetch(urls[service] + rest, { method, headers, body })
			.then(async (answer) => {
				const text = spoiltIn(await answer.text(), spoilt);
				response.writeHead(answer.status, type).end(text);
			})
			.catch(() => response.destroy());
	});
	const { url } = server;
	return {
		dataUrl: `${url}/data`,
		metricsUrl: `${url}/metrics`,
		nodeUrl: `${url}/node`,
		spoil: (list, values) => void spoilt.set(list, { values }),
		mend: () => spoilt.clear(),
		close: server.close,
	};
}

function spoiltIn(text: string, spoilt: ReadonlyMap<string, Spoil>): string {
	if (spoilt.size === 0 || !text.startsWith('{')) return text;
	const body = JSON.parse(text) as Json;
	for (const holder of [body, body.result as Json | undefined]) {
		for (const [list, spoil] of spoilt) {
			const records = holder?.[list];
			const like: unknown = Array.isArray(records) ? records.at(-1) : undefined;
			if (like === undefined) continue;
			spoil.record ??= { ...(like as Json), ...spoil.values };
			(records as unknown[]).push(spoil.record);
		}
	}
	return JSON.stringify(body);
}
