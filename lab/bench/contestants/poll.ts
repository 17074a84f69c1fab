import { clock } from '../../../core/transports/clock';
import { httpTransport } from '../../../core/transports/http';
import { clientWith, readValidators, validator } from '../lib/core';

export type Way = 'read' | 'trigger' | 'allIds';

interface Input {
	url: string;
	way: Way;
	/** The number of polls; 1 by default. */
	polls?: number;
}

export interface Polled {
	/** Size of the state between polls, as the JSON that n8n stores. */
	stateBytes: number;
	events: number;
	/** CPU time of the polls. */
	cpuMs?: number;
	/** Heap of the process after several polls and a garbage collection. */
	heapBytes?: number;
}

function heapBytes(): number {
	global.gc?.();
	return process.memoryUsage().heapUsed;
}

const SETTINGS = { source: 'l1', network: 'mainnet', includeInactive: true } as const;

/**
 * Each poll reads an L1's validators, from the text of the state that the last one left to
 * the text of the next state. `read` only reads the list; `allIds` keeps every id, as one would at
 * first thought.
 */
export async function prepare() {
	const states: Record<string, string> = {};
	const poll = async ({ url, way }: Input): Promise<Polled> => {
		const client = clientWith({ services: { data: { url } }, transport: httpTransport, clock });
		const deadline = clock.now() + 600_000;
		const context = { client, clock, deadline, maxEvents: 500, maxPages: 10_000 };
		const key = `${way} ${url}`;
		const text = states[key];
		let next: unknown;
		let events = 0;
		if (way === 'trigger') {
			const state = text === undefined ? undefined : (JSON.parse(text) as never);
			const polled = await validator.source.poll(SETTINGS, state, context);
			next = polled.state;
			events = polled.events.length;
		} else {
			const validators = await readValidators(SETTINGS, context);
			if (way === 'read') return { stateBytes: 0, events: 0 };
			const known = new Set(text === undefined ? [] : (JSON.parse(text) as string[]));
			const ids = validators.map(({ id }) => id);
			events = text === undefined ? 0 : ids.filter((id) => !known.has(id)).length;
			next = ids;
		}
		states[key] = JSON.stringify(next);
		return { stateBytes: Buffer.byteLength(states[key]), events };
	};
	return async (input: Input): Promise<Polled> => {
		const { polls = 1 } = input;
		let events = 0;
		let stateBytes = 0;
		const begun = process.cpuUsage();
		for (let number = 0; number < polls; number++) {
			const polled = await poll(input);
			events += polled.events;
			({ stateBytes } = polled);
		}
		const { user, system } = process.cpuUsage(begun);
		const cpuMs = (user + system) / 1000;
		return { stateBytes, events, cpuMs, ...(polls > 1 && { heapBytes: heapBytes() }) };
	};
}
