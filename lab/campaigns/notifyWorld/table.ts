import type { Clock } from '../../../core/protocol/ports';
import { sortedItems } from './sortedItems';

/**
 * A DynamoDB table in memory, in the time of a clock: conditional writes, the limit of an item's
 * size, an index that may lag, pages of 1 MB, and the units that AWS charges for. It knows the
 * expressions of notify and of subscriptions, and refuses all others.
 */

export type Item = Record<string, unknown>;
type Input = Record<string, unknown> & { Key?: Item; Item?: Item };
export interface Command {
	constructor: { name: string };
	input: Input;
}

export interface TableOptions {
	clock: Clock;
	/** Of every call. Default 5. */
	latencyMs?: number;
	/** Delay after which the index shows a write (ms). Default 0. */
	lagMs?: number;
	/** The error with which a call is refused. */
	refuse?: (command: string) => Error | undefined;
	/** Returns the error that replaces the answer to a call, although the call has taken effect. */
	lose?: (command: string) => Error | undefined;
}

const MAX_ITEM_BYTES = 400 * 1024;
const PAGE_BYTES = 1024 * 1024;

/** An error as AWS's client throws it. */
export function awsError(name: string, message = name): Error {
	return Object.assign(new Error(message), { name });
}

/** Bytes of a value, about as DynamoDB counts them. */
function bytesOf(value: unknown): number {
	if (typeof value === 'string') return Buffer.byteLength(value);
	if (value instanceof Uint8Array) return value.length;
	if (typeof value === 'object' && value !== null) return sizeOf(value as Item);
	return 8;
}

/** Bytes of an item: names and values. */
function sizeOf(item: Item | undefined): number {
	if (!item) return 0;
	return Object.entries(item).reduce((sum, [name, value]) => sum + name.length + bytesOf(value), 0);
}

const itemKey = ({ pk, sk }: Item) => `${String(pk)} ${String(sk)}`;
const inIndex = (item?: Item) => item?.queue !== undefined && item.dueAt !== undefined;
const order = (a: Item, b: Item) =>
	Number(a.dueAt) - Number(b.dueAt) ||
	(itemKey(a) < itemKey(b) ? -1 : itemKey(a) > itemKey(b) ? 1 : 0);

/** One comparison of a condition. */
function isTrue(part: string, values: Item, item: Item | undefined): boolean {
	const [, exists, attribute] = /^attribute_(not_exists|exists)\((\w+)\)$/.exec(part) ?? [];
	if (attribute) return (item?.[attribute] === undefined) === (exists === 'not_exists');
	const [, name, comparison, value] = /^(\w+) (=|<=|<) (:\w+)$/.exec(part) ?? [];
	if (!name) throw awsError('ValidationException', `no such condition: ${part}`);
	const [one, other] = [item?.[name], values[value]];
	if (comparison === '=') return one === other;
	if (typeof one !== typeof other) return false;
	return (one as number) < (other as number) || (comparison === '<=' && one === other);
}

/** AND binds more strongly than OR; there are no parentheses. */
function holds(condition: unknown, values: Item, item: Item | undefined): boolean {
	if (condition === undefined) return true;
	const any = String(condition).split(' OR ');
	return any.some((all) => all.split(' AND ').every((part) => isTrue(part, values, item)));
}

function updated(expression: string, values: Item, item: Item): Item {
	const [, add, more, set = more ?? '', remove = ''] =
		/^(?:ADD (\w+ :\w+)(?: SET (.*))?|SET (.*?)(?: REMOVE (.*))?)$/.exec(expression) ?? [];
	const next = { ...item };
	if (add) {
		const [name, value] = add.split(' ');
		next[name] = Number(next[name] ?? 0) + Number(values[value]);
	}
	for (const part of set.split(', ').filter(Boolean)) {
		const [name, value] = part.split(' = ');
		next[name] = values[value];
	}
	for (const name of remove.split(', ').filter(Boolean)) delete next[name];
	return next;
}

/** Makes an empty table. */
export function memoryTable({ clock, latencyMs = 5, ...options }: TableOptions) {
	const state = { lagMs: options.lagMs ?? 0, refuse: options.refuse, lose: options.lose };
	const items = sortedItems();
	const index = new Map<string, Item[]>();
	const late: Array<{ at: number; before?: Item; after?: Item }> = [];
	const count = {
		calls: {} as Record<string, number>,
		refused: 0,
		conditionsFailed: 0,
		writeUnits: 0,
		readUnits: 0,
	};
	const kib = (bytes: number, unit: number) => Math.max(1, Math.ceil(bytes / (unit * 1024)));

	function insertionIndex(list: Item[], item: Item): number {
		let [low, high] = [0, list.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if (order(list[middle], item) < 0) low = middle + 1;
			else high = middle;
		}
		return low;
	}

	function show({ before, after }: (typeof late)[number]): void {
		if (before && inIndex(before)) {
			const list = index.get(String(before.queue)) ?? [];
			const at = insertionIndex(list, before);
			if (list[at] && order(list[at], before) === 0) list.splice(at, 1);
		}
		if (after && inIndex(after)) {
			const list = index.get(String(after.queue)) ?? [];
			index.set(String(after.queue), list);
			list.splice(insertionIndex(list, after), 0, after);
		}
	}

	function write(input: Input, after: Item): void {
		const before = items.get(after);
		const values = (input.ExpressionAttributeValues ?? {}) as Item;
		if (!holds(input.ConditionExpression, values, before)) {
			count.writeUnits += kib(sizeOf(before), 1);
			count.conditionsFailed++;
			throw awsError('ConditionalCheckFailedException');
		}
		if (sizeOf(after) > MAX_ITEM_BYTES) {
			throw awsError('ValidationException', 'Item size has exceeded the maximum allowed size');
		}
		items.set(after);
		count.writeUnits += kib(Math.max(sizeOf(before), sizeOf(after)), 1);
		if (inIndex(before)) count.writeUnits += kib(sizeOf(before), 1);
		if (inIndex(after)) count.writeUnits += kib(sizeOf(after), 1);
		late.push({ at: clock.now() + state.lagMs, before, after });
	}

	/** Items of one partition, between two sort keys. */
	function queryKeys(input: Input) {
		const values = input.ExpressionAttributeValues as Item;
		const condition = String(input.KeyConditionExpression);
		const isRange = condition === 'pk = :pk AND sk BETWEEN :from AND :to';
		const [, prefix] = /^pk = :pk AND begins_with\(sk, (:\w+)\)$/.exec(condition) ?? [];
		const isPrefix = prefix !== undefined;
		if (!isRange && !isPrefix && condition !== 'pk = :pk') {
			throw awsError('ValidationException', `no such condition: ${condition}`);
		}
		const { sk } = (input.ExclusiveStartKey ?? {}) as Item;
		const from = String((isRange ? values[':from'] : values[prefix ?? '']) ?? '');
		const page: Item[] = [];
		let bytes = 0;
		let more = false;
		for (const item of items.from(String(values[':pk']), sk === undefined ? from : String(sk))) {
			if (item.sk === sk) continue;
			if (isRange && String(item.sk) > String(values[':to'])) break;
			if (isPrefix && !String(item.sk).startsWith(from)) break;
			more = page.length >= Number(input.Limit ?? Infinity) || bytes >= PAGE_BYTES;
			if (more) break;
			bytes += sizeOf(item);
			page.push({ ...item });
		}
		count.readUnits += kib(bytes, 4) / (input.ConsistentRead ? 1 : 2);
		const last = page.at(-1);
		return {
			...(input.Select === 'COUNT' ? {} : { Items: page }),
			Count: page.length,
			...(more && last && { LastEvaluatedKey: { pk: last.pk, sk: last.sk } }),
		};
	}

	function query(input: Input) {
		if (input.IndexName === undefined) return queryKeys(input);
		while (late.length > 0 && late[0].at <= clock.now())
			show(late.shift() as (typeof late)[number]);
		const values = input.ExpressionAttributeValues as Item;
		const list = index.get(String(values[':queue'])) ?? [];
		const after = input.ExclusiveStartKey as Item | undefined;
		let at = after ? insertionIndex(list, after) : 0;
		if (after && list[at] && order(list[at], after) === 0) at++;
		const from = values[':from'] as number | undefined;
		while (from !== undefined && at < list.length && Number(list[at].dueAt) < from) at++;
		const until = Number(values[':until'] ?? Infinity);
		const most = Number(input.Limit ?? Infinity);
		const isIn = (item: Item) => Number(item.dueAt) <= until;
		const page: Item[] = [];
		let bytes = 0;
		while (at < list.length && isIn(list[at]) && page.length < most && bytes < PAGE_BYTES) {
			bytes += sizeOf(list[at]);
			page.push(list[at++]);
		}
		count.readUnits += kib(bytes, 4) / 2;
		const last = page.at(-1);
		return {
			Items: page.filter((item) => values[':pk'] === undefined || item.pk === values[':pk']),
			Count: page.length,
			...(at < list.length &&
				isIn(list[at]) &&
				last && {
					LastEvaluatedKey: { pk: last.pk, sk: last.sk, queue: last.queue, dueAt: last.dueAt },
				}),
		};
	}

	function remove(input: Input): object {
		const before = items.get(input.Key as Item);
		count.writeUnits += kib(sizeOf(before), 1);
		const values = (input.ExpressionAttributeValues ?? {}) as Item;
		if (!holds(input.ConditionExpression, values, before)) {
			count.conditionsFailed++;
			throw awsError('ConditionalCheckFailedException');
		}
		items.delete(input.Key as Item);
		if (inIndex(before)) count.writeUnits += kib(sizeOf(before), 1);
		late.push({ at: clock.now() + state.lagMs, before });
		return {};
	}

	const commands: Record<string, (input: Input) => object> = {
		GetCommand({ Key }) {
			const item = items.get(Key as Item);
			count.readUnits += kib(sizeOf(item), 4);
			return { Item: item && { ...item } };
		},
		PutCommand(input) {
			// The document client is set to drop undefined values.
			const given = Object.entries(input.Item as Item).filter(([, value]) => value !== undefined);
			const before = items.get(input.Item as Item);
			write(input, Object.fromEntries(given));
			return input.ReturnValues === 'ALL_OLD' && before ? { Attributes: { ...before } } : {};
		},
		UpdateCommand(input) {
			const before = items.get(input.Key as Item) ?? (input.Key as Item);
			const values = (input.ExpressionAttributeValues ?? {}) as Item;
			const after = updated(String(input.UpdateExpression), values, before);
			write(input, after);
			return { Attributes: { ...after } };
		},
		BatchWriteCommand({ RequestItems }) {
			const requests = Object.values(RequestItems as Record<string, unknown[]>).flat();
			const puts = requests.map((one) => (one as { PutRequest: { Item: Item } }).PutRequest.Item);
			const keys = new Set(puts.map(itemKey));
			if (puts.length > 25 || keys.size < puts.length) {
				throw awsError('ValidationException', 'at most 25 items, each once');
			}
			for (const item of puts) write({}, { ...item });
			return { UnprocessedItems: {} };
		},
		BatchGetCommand({ RequestItems }) {
			const [[name, { Keys }]] = Object.entries(RequestItems as Record<string, { Keys: Item[] }>);
			if (Keys.length > 100) throw awsError('ValidationException', 'at most 100 items');
			const found = Keys.flatMap((key) => {
				const item = items.get(key);
				count.readUnits += kib(sizeOf(item), 4) / 2;
				return item ? [{ ...item }] : [];
			});
			return { Responses: { [name]: found }, UnprocessedKeys: {} };
		},
		QueryCommand: query,
		DeleteCommand: remove,
	};

	async function send(command: Command): Promise<object> {
		const { name } = command.constructor;
		count.calls[name] = (count.calls[name] ?? 0) + 1;
		await clock.sleep(latencyMs);
		const refusal = state.refuse?.(name);
		if (refusal) {
			count.refused++;
			throw refusal;
		}
		const answer = commands[name](command.input);
		const lost = state.lose?.(name);
		if (lost) throw lost;
		return answer;
	}

	return {
		send,
		count,
		state,
		items: () => [...items.all()],
		/** Writes an item as another version of notify wrote it. */
		put: async (Item: Item) => await send({ constructor: { name: 'PutCommand' }, input: { Item } }),
		/** Removes an item, as its time to live does. */
		remove: (key: Item) => items.delete(key),
	};
}
export type MemoryTable = ReturnType<typeof memoryTable>;
