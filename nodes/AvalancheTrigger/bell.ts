import type {
	INodeExecutionData,
	IPollFunctions,
	ITriggerFunctions,
	ITriggerResponse,
} from 'n8n-workflow';
import { type Connection, servicesOf } from '../../core/access';
import { CREDENTIAL, n8nClock } from '../shared/transport';
import { isActivation, isScheduled } from './beginning';
import { inTurn } from './inTurn';
import { triggerName } from './memory';
import { poll, savesWithItems } from './poll';
import { watchOf } from './settings';

/**
 * A WebSocket at which a node tells that there is something new. It says no more than "poll now": such a
 * poll is in the context of n8n's own polls, with their state and their ids. Those go on, and open a socket that
 * was closed.
 */

/** Least time between two polls (ms). */
const LEAST_GAP_MS = 500;

interface Bell {
	/** In memory and in the log. */
	name: string;
	/** True from the end of the trigger on. */
	isRemoved?: boolean;
	socket?: WebSocket;
	/** True if the socket told anything since the last poll. */
	isHeard?: boolean;
	isPolling?: boolean;
	/** True if it rang during a poll. */
	rangAgain?: boolean;
	/** The latest reason why there is no socket. */
	said?: string;
}

const bells = new Map<string, Bell>();

/** The bell of a trigger from its activation until n8n removes it. Polls open the socket. */
export function hangBell(context: ITriggerFunctions): ITriggerResponse {
	const name = triggerName(context);
	const bell: Bell = { name };
	bells.set(name, bell);
	return {
		closeFunction: async () => {
			bell.isRemoved = true;
			bell.socket?.close();
			if (bells.get(name) === bell) bells.delete(name);
		},
	};
}

/**
 * A poll of n8n. One that succeeds opens the socket of the bell, if there is a bell; the poll at activation does not,
 * as it does not show whether n8n's scheduler makes the next ones.
 */
export async function pollWithBell(
	context: IPollFunctions,
): Promise<INodeExecutionData[][] | null> {
	const bell = bells.get(triggerName(context));
	if (!bell || context.getMode() !== 'trigger') return await poll(context);
	const activation = isActivation(context);
	const items = await inTurn(bell.name, async () => await poll(context, watchOf, activation));
	if (!activation) {
		// The position is behind the items: they are delivered, whatever becomes of the socket.
		await listen(bell, context).catch(() => {
			tell(bell, context, 'the WebSocket cannot be opened');
		});
	}
	return items;
}

/** Opens the socket if there is none, or if it has been silent since the last poll. */
async function listen(bell: Bell, context: IPollFunctions): Promise<void> {
	const lack = lackOf(context);
	if (lack) return tell(bell, context, lack);
	if (bell.isHeard && bell.socket?.readyState === WebSocket.OPEN) {
		bell.isHeard = false;
		bell.socket.send(request(0, 'eth_chainId', []));
		return;
	}
	const { event, settings } = watchOf(context, n8nClock.now());
	const subscriptions = event.subscriptions?.(settings) ?? [];
	const { node } = servicesOf(
		await context.getCredentials<Connection & Record<string, string>>(CREDENTIAL),
	);
	const { blockchainId = 'C' } = settings as { blockchainId?: string };
	bell.socket?.close();
	if (bell.isRemoved) return;
	const url = `${node.url.replace(/^http/, 'ws')}/ext/bc/${encodeURIComponent(blockchainId)}/ws`;
	const headers = node.header && { [node.header.name]: node.header.value };
	const socket = new WebSocket(url, { headers });
	bell.socket = socket;
	bell.isHeard = false;
	socket.addEventListener('open', () => {
		subscriptions.forEach((params, at) => socket.send(request(at + 1, 'eth_subscribe', params)));
	});
	socket.addEventListener('message', ({ data }) => {
		if (bell.socket !== socket) return;
		bell.isHeard = true;
		const { id, error } = messageIn(String(data));
		if (error) tell(bell, context, 'the node refused the subscription');
		// Answers to subscriptions as well: something may have happened since the poll.
		else if (id !== 0) void ring(bell, context);
	});
	// Each failure also closes it. Its text may have the URL.
	socket.addEventListener('close', ({ code }) => {
		if (bell.socket !== socket || bell.isRemoved) return;
		tell(bell, context, `the WebSocket was closed with code ${code}`);
	});
}

function lackOf(context: IPollFunctions): string | undefined {
	if (typeof WebSocket === 'undefined') return 'this version of Node.js has no WebSocket';
	if (isScheduled(context) || !savesWithItems(context))
		return "the position of the trigger is in the database of n8n's durable scheduler, which makes all polls";
	// n8n evaluates expressions within its own polls only.
	const hasExpressions = /"=/.test(JSON.stringify(context.getNode().parameters));
	return hasExpressions ? 'parameters of the trigger have expressions' : undefined;
}

function tell(bell: Bell, context: IPollFunctions, reason: string): void {
	if (bell.said === reason) return;
	bell.said = reason;
	context.logger.warn(`${context.getNode().name}: Poll at Once waits for the next poll: ${reason}`);
}

const request = (id: number, method: string, params: unknown[]) =>
	JSON.stringify({ jsonrpc: '2.0', id, method, params });

function messageIn(text: string): { id?: unknown; error?: unknown } {
	try {
		return (JSON.parse(text) as object | null) ?? {};
	} catch {
		return {};
	}
}

/** Polls, and once more for all that rang in the meantime. */
async function ring(bell: Bell, context: IPollFunctions): Promise<void> {
	bell.rangAgain = true;
	if (bell.isPolling) return;
	bell.isPolling = true;
	while (bell.rangAgain && !bell.isRemoved) {
		bell.rangAgain = false;
		await inTurn(bell.name, async () => await pollNow(bell, context));
		await n8nClock.sleep(LEAST_GAP_MS);
	}
	bell.isPolling = false;
}

/** A poll whose items start an execution, as n8n's own. A failure is that of n8n's next poll as well. */
async function pollNow(bell: Bell, context: IPollFunctions): Promise<void> {
	if (bell.isRemoved) return;
	try {
		const items = await poll(context);
		// After the end of the trigger, n8n drops them as well; the position is saved with items only.
		if (items && !bell.isRemoved) context.__emit(items);
	} catch (error) {
		context.logger.debug(`${bell.name}: ${(error as Error).message}`);
	}
}
