import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../core/protocol/ports';
import { dueHeap } from './dueHeap';
import type { PolledMessage, PolledQueue } from './eventSource';

/**
 * A standard queue of SQS in memory, in the time of a clock: delays, visibility, receive counts, the
 * dead-letter queue, the limits of a batch, and the calls that AWS charges for. It refuses what SQS
 * refuses, and knows the commands that senders use.
 *
 * Simulated: of several groups, the one with the fewest messages in flight comes first, which is the
 * effect of a fair queue. A real one decides by thresholds that AWS describes only roughly, and it also
 * delivers some messages twice: `repeats` does that here.
 */

export interface MemoryQueueOptions {
	clock: Clock;
	name: string;
	/** Seconds. Default 360. */
	visibilitySeconds?: number;
	/** Receives after which a message moves to the dead letters. Default 100. */
	maxReceives?: number;
	/** Of every call (ms). Default 5. */
	latencyMs?: number;
	/** The error with which a call is refused, or that it ends with after it took effect. */
	refuse?: (command: string) => Error | undefined;
	lose?: (command: string) => Error | undefined;
	/** Returns true if the next message is delivered a second time. */
	repeats?: () => boolean;
}

interface StoredMessage {
	messageId: string;
	body: string;
	group: string;
	/** Time from which it is visible (Unix ms). */
	visibleAt: number;
	receives: number;
	handle?: string;
}

interface Entry {
	Id: string;
	MessageBody: string;
	MessageGroupId?: string;
	DelaySeconds?: number;
}

/** Characters of a message's id, with which its handles begin. */
const MESSAGE_ID = 36;
const BATCH_BYTES = 1024 * 1024;
const GROUP = /^[A-Za-z0-9!-/:-@[-`{-~]{1,128}$/;

const queueError = (name: string, message = name) => Object.assign(new Error(message), { name });

/** Refuses a batch as SQS does. */
function checkBatch(entries: readonly Entry[]): void {
	if (entries.length === 0) throw queueError('EmptyBatchRequest');
	if (entries.length > 10) throw queueError('TooManyEntriesInBatchRequest');
	if (new Set(entries.map(({ Id }) => Id)).size < entries.length) {
		throw queueError('BatchEntryIdsNotDistinct');
	}
	const bytes = entries.reduce((sum, { MessageBody }) => sum + Buffer.byteLength(MessageBody), 0);
	if (bytes > BATCH_BYTES) throw queueError('BatchRequestTooLong');
}

/** The error code of SQS for an invalid entry; undefined for a valid one. */
function mistakeOf({ MessageBody, MessageGroupId, DelaySeconds = 0 }: Entry): string | undefined {
	if (MessageBody === '') return 'MissingParameter';
	if (!Number.isInteger(DelaySeconds) || DelaySeconds < 0 || DelaySeconds > 900) {
		return 'InvalidParameterValue';
	}
	return MessageGroupId !== undefined && !GROUP.test(MessageGroupId)
		? 'InvalidParameterValue'
		: undefined;
}

/** Messages of one group that are visible, and the number of those in flight. */
interface Group {
	name: string;
	ready: StoredMessage[];
	load: number;
}

export function memoryQueue(options: MemoryQueueOptions) {
	const { clock, name, visibilitySeconds = 360, maxReceives = 100, latencyMs = 5 } = options;
	const state = { refuse: options.refuse, lose: options.lose, repeats: options.repeats };
	const messages = new Map<string, StoredMessage>();
	const dead: StoredMessage[] = [];
	const groups = new Map<string, Group>();
	/** Groups with visible messages, by the number of their messages in flight. */
	const waiting: Array<Set<Group>> = [];
	/** Messages that become visible later. */
	const later = dueHeap<StoredMessage>();
	/** Resolves the receivers that wait for a message. */
	const arrivals: Array<() => void> = [];
	const count = { sent: 0, sends: 0, receives: 0, deletes: 0, emptyReceives: 0, ungrouped: 0 };

	function groupOf({ group: name }: StoredMessage): Group {
		const group = groups.get(name) ?? { name, ready: [], load: 0 };
		groups.set(name, group);
		return group;
	}
	const setOf = ({ load }: Group) => (waiting[load] ??= new Set());
	/** Changes a group, and moves it to the set for its number of messages in flight. */
	function regroup(group: Group, change: () => void): void {
		setOf(group).delete(group);
		change();
		if (group.ready.length > 0) setOf(group).add(group);
		else if (group.load === 0) groups.delete(group.name);
	}

	async function call<T>(command: string, work: () => T): Promise<T> {
		await clock.sleep(latencyMs);
		const refusal = state.refuse?.(command);
		if (refusal) throw refusal;
		const result = work();
		const lost = state.lose?.(command);
		if (lost) throw lost;
		return result;
	}

	function add({ MessageBody: body, MessageGroupId: group, DelaySeconds = 0 }: Entry): void {
		const messageId = randomUUID();
		if (group === undefined) count.ungrouped++;
		const visibleAt = clock.now() + DelaySeconds * 1000;
		const message = { messageId, body, group: group ?? messageId, visibleAt, receives: 0 };
		messages.set(messageId, message);
		later.push(visibleAt, message);
		for (const arrived of DelaySeconds > 0 ? [] : arrivals.splice(0)) arrived();
		count.sent++;
	}

	function sendBatch(entries: readonly Entry[]) {
		checkBatch(entries);
		const bytes = entries.reduce((sum, { MessageBody }) => sum + Buffer.byteLength(MessageBody), 0);
		count.sends += Math.max(1, Math.ceil(bytes / 65_536));
		const Failed = entries.flatMap((entry) => {
			const Code = mistakeOf(entry);
			if (Code) return [{ Id: entry.Id, Code, Message: Code, SenderFault: true }];
			add(entry);
			return [];
		});
		return { Failed };
	}

	const release = (message: StoredMessage) => {
		message.handle = undefined;
		const group = groupOf(message);
		regroup(group, () => void group.load--);
	};

	/** Makes messages visible whose time has come. */
	function wake(): void {
		while (later.next() <= clock.now()) {
			const message = later.pop() as StoredMessage;
			// It was deleted, or it was received again since.
			if (!messages.has(message.messageId) || message.visibleAt > clock.now()) continue;
			if (message.handle) release(message);
			const group = groupOf(message);
			regroup(group, () => void group.ready.push(message));
		}
	}

	function next(): StoredMessage | undefined {
		wake();
		const [group] = waiting.find((set) => set && set.size > 0) ?? [];
		if (!group) return undefined;
		const [message] = group.ready;
		regroup(group, () => {
			group.ready.shift();
			group.load++;
		});
		return message;
	}

	function receive(most: number): PolledMessage[] {
		const found: PolledMessage[] = [];
		while (found.length < Math.min(most, 10)) {
			const message = next();
			if (!message) break;
			if (message.receives >= maxReceives) {
				messages.delete(message.messageId);
				release(message);
				dead.push(message);
				continue;
			}
			message.receives++;
			message.handle = `${message.messageId} ${message.receives}`;
			message.visibleAt = clock.now() + visibilitySeconds * 1000;
			later.push(message.visibleAt, message);
			const { messageId, handle: receiptHandle, body, group, receives } = message;
			found.push({ messageId, receiptHandle, body, group, receives });
			// A standard queue may deliver a message more than once.
			if (state.repeats?.()) {
				add({ Id: '', MessageBody: body, MessageGroupId: group });
				count.sent--;
			}
		}
		count.receives++;
		if (found.length === 0) count.emptyReceives++;
		return found;
	}

	const polled: PolledQueue = {
		arn: `arn:aws:sqs:us-east-1:000000000000:${name}`,
		receive: async (most) => await call('ReceiveMessage', () => receive(most)),
		async remove(handles) {
			await call('DeleteMessageBatch', () => {
				if (handles.length > 10) throw queueError('TooManyEntriesInBatchRequest');
				count.deletes++;
				for (const handle of handles) {
					const message = messages.get(handle.slice(0, MESSAGE_ID));
					// A handle of an earlier receive deletes nothing.
					if (message?.handle !== handle) continue;
					release(message);
					messages.delete(message.messageId);
				}
			});
		},
		async wait(ms) {
			const due = Math.max(1, later.next() - clock.now());
			await Promise.race([
				clock.sleep(Math.min(ms, due)),
				new Promise<void>((resolve) => void arrivals.push(resolve)),
			]);
		},
	};

	/** Numbers of messages. AWS's are about right only, and up to a minute late. */
	function attributes() {
		const hidden = [...messages.values()].filter(({ visibleAt }) => visibleAt > clock.now());
		const delayed = hidden.filter((message) => message.receives === 0).length;
		return {
			Failed: [],
			Attributes: {
				ApproximateNumberOfMessages: String(messages.size - hidden.length),
				ApproximateNumberOfMessagesDelayed: String(delayed),
				ApproximateNumberOfMessagesNotVisible: String(hidden.length - delayed),
			},
		};
	}

	return {
		url: `https://sqs.us-east-1.amazonaws.com/000000000000/${name}`,
		polled,
		dead,
		count,
		state,
		/** Bodies of the messages that it has. */
		bodies: () => [...messages.values()].map(({ body }) => body),
		/** A command of AWS's client. */
		async send({ constructor, input }: { constructor: { name: string }; input: object }) {
			if (constructor.name === 'GetQueueAttributesCommand') {
				return await call('GetQueueAttributes', attributes);
			}
			if (constructor.name !== 'SendMessageBatchCommand') {
				throw queueError('UnsupportedOperation', constructor.name);
			}
			const { Entries } = input as { Entries: Entry[] };
			return await call('SendMessageBatch', () => sendBatch(Entries));
		},
	};
}
export type MemoryQueue = ReturnType<typeof memoryQueue>;
