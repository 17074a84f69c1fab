import { createHash } from 'node:crypto';
import { type ExportEvent, parseExportEvent } from '../shared/exportEvent';
import { invalidEvent } from '../shared/errors';
import type { StartOrder } from './event';

/** One execution to start. */
export interface PlannedExecution {
	name: string;
	event: ExportEvent;
}

const EVM = 'TRANSACTION_EXPORT_EVM';
const MAX_NAME = 64;
const DIGEST = 12;
/** Addresses that are checked at once: an export has at most 1,024. */
const MOST_CHECKED = 1000;
/** Maximum number of executions of one order: the function would end before it has started more. */
const MAX_EXECUTIONS = 1000;

/**
 * The executions of an order: for EVM chains one per chain and group of addresses, for the primary
 * network one per group, as its chains share addresses. The same content for the same days always has
 * the same names, however it is written. Every event is checked; throws `InvalidEvent`.
 */
export function planExecutions(order: StartOrder, now: number): PlannedExecution[] {
	const days = daysOf(order.rule, order.time === undefined ? now : Date.parse(order.time));
	const chains =
		order.type === EVM
			? [...new Set(order.chains)].map((chain) => [chain])
			: [[...new Set(order.chains)].sort()];
	// As they are given: a checksum is in the case of the letters.
	const lists = { addresses: order.addresses, cChainEvmAddresses: order.cChainEvmAddresses };
	for (const [name, list = []] of Object.entries(lists)) {
		for (let at = 0; at < list.length; at += MOST_CHECKED) {
			const options = { [name]: list.slice(at, at + MOST_CHECKED), includeChains: chains[0] };
			parseExportEvent({ request: { type: order.type, ...days, options } });
		}
	}
	const batches = groupsOf(order);
	const count = chains.length * batches.length;
	if (count > MAX_EXECUTIONS) {
		throw invalidEvent([
			`the order has ${count} exports (chains times batches of addresses), ${MAX_EXECUTIONS} are allowed: split it, or use a larger batchSize`,
		]);
	}
	if (order.callback && count > 1) {
		throw invalidEvent([
			`callback: the order has ${count} exports (chains times batches of addresses), and a callback is for one`,
		]);
	}
	return chains.flatMap((includeChains) =>
		batches.map((group) => {
			const event: ExportEvent = {
				request: { type: order.type, ...days, options: { ...group, includeChains } },
				...(order.destination && { destination: order.destination }),
				...(order.wait && { wait: order.wait }),
			};
			parseExportEvent(event);
			// The name is that of the export: a repeated order with another callback starts nothing.
			const name = nameOf(order, event, includeChains);
			return { name, event: { ...event, ...(order.callback && { callback: order.callback }) } };
		}),
	);
}

/** An address as it is compared: without case, but for the name of a chain in front. */
const plain = (address: string) =>
	address.toLowerCase().replace(/^[xpc]-/, (chain) => chain.toUpperCase());

type Listed = readonly [list: 'addresses' | 'cChainEvmAddresses', address: string];

/**
 * The lists in groups of at most `batchSize` of each. The digests of the addresses decide the groups: those that
 * begin with the same bits are together, and a group that is too large is divided by the next bit. One address
 * more or less therefore changes its own group only, and the others keep their names.
 */
function groupsOf({ addresses = [], cChainEvmAddresses = [], batchSize }: StartOrder) {
	const unique = (list: Listed[0], given: readonly string[]) =>
		[...new Set(given.map(plain))].sort().map((address): Listed => [list, address]);
	const all = [
		...unique('addresses', addresses),
		...unique('cChainEvmAddresses', cChainEvmAddresses),
	].map((one) => ({ one, bits: createHash('sha256').update(one[1]).digest() }));
	const groups: Array<{ addresses?: string[]; cChainEvmAddresses?: string[] }> = [];
	function divide(part: typeof all, depth: number): void {
		const of = (list: Listed[0]) => part.flatMap(({ one }) => (one[0] === list ? [one[1]] : []));
		const [some, evm] = [of('addresses'), of('cChainEvmAddresses')];
		if (Math.max(some.length, evm.length) > batchSize) {
			const isSet = ({ bits }: (typeof all)[number]) => (bits[depth >> 3] >> (7 - (depth & 7))) & 1;
			divide(
				part.filter((one) => !isSet(one)),
				depth + 1,
			);
			divide(part.filter(isSet), depth + 1);
		} else if (part.length > 0 || depth === 0) {
			groups.push({
				...(some.length > 0 && { addresses: some }),
				...(evm.length > 0 && { cChainEvmAddresses: evm }),
			});
		}
	}
	divide(all, 0);
	return groups;
}

/**
 * A readable name with a digest of the whole order, so that two different exports never have the
 * same name. Names of executions have up to 64 letters, digits, dashes and underscores.
 */
function nameOf(order: StartOrder, event: ExportEvent, chains: string[]): string {
	const digest = createHash('sha256').update(JSON.stringify(event)).digest('hex').slice(0, DIGEST);
	const { firstDate = '', lastDate = '' } = event.request;
	const days = [firstDate, lastDate].map((day) => day.replaceAll('-', '')).join('-');
	const label = order.label ?? (order.type === EVM ? 'evm' : 'primary');
	const rest = `${days}-${digest}`;
	const chain = chains
		.join('-')
		.replace(/[^A-Za-z0-9_-]+/g, '-')
		.slice(0, MAX_NAME - label.length - rest.length - 2);
	return `${label}-${chain}-${rest}`;
}

const DAY_MS = 86_400_000;

/**
 * The days of a rule as seen at a moment (Unix ms), in UTC, both included: the day before; the last whole week from
 * Monday to Sunday; the last whole calendar month; or the days as given.
 */
export function daysOf(rule: StartOrder['rule'], now: number) {
	if (typeof rule === 'object') return rule;
	const at = new Date(now);
	const midnight = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate());
	if (rule === 'yesterday') return range(midnight - DAY_MS, midnight - DAY_MS);
	if (rule === 'lastWeek') {
		// getUTCDay counts from Sunday; weeks begin on Monday.
		const monday = midnight - ((at.getUTCDay() + 6) % 7) * DAY_MS;
		return range(monday - 7 * DAY_MS, monday - DAY_MS);
	}
	const first = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - 1, 1);
	return range(first, Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1) - DAY_MS);
}

function range(...ends: [first: number, last: number]) {
	const [firstDate, lastDate] = ends.map((ms) => new Date(ms).toISOString().slice(0, 10));
	return { firstDate, lastDate };
}
