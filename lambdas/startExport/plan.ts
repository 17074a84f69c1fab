import { createHash } from 'node:crypto';
import { type ExportEvent, parseExportEvent } from '../shared/exportEvent';
import { invalidEvent } from '../shared/errors';
import { daysOf } from './dates';
import type { StartOrder } from './event';

/** One execution to start. */
export interface PlannedExecution {
	name: string;
	event: ExportEvent;
}

const EVM = 'TRANSACTION_EXPORT_EVM';
const MAX_NAME = 64;
const DIGEST = 12;
/** Maximum number of executions of one order: the function would end before it has started more. */
const MAX_EXECUTIONS = 1000;

/**
 * The executions of an order: for EVM chains one per chain and batch of addresses, for the primary
 * network one per batch, as its chains share addresses. The same order of the same days always has
 * the same names. Every event is checked; throws `InvalidEvent`.
 */
export function planExecutions(order: StartOrder, now: number): PlannedExecution[] {
	const days = daysOf(order.rule, order.time === undefined ? now : Date.parse(order.time));
	const chains = order.type === EVM ? order.chains.map((chain) => [chain]) : [order.chains];
	const batches = batchesOf(order);
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
	const planned = chains.flatMap((includeChains) =>
		batches.map((addresses, index) => {
			const event: ExportEvent = {
				request: { type: order.type, ...days, options: { ...addresses, includeChains } },
				...(order.destination && { destination: order.destination }),
				...(order.wait && { wait: order.wait }),
			};
			parseExportEvent(event);
			const batch = batches.length > 1 ? `b${index + 1}` : undefined;
			// The name is that of the export: a repeated order with another callback starts nothing.
			const name = nameOf(order, event, includeChains, batch);
			return { name, event: { ...event, ...(order.callback && { callback: order.callback }) } };
		}),
	);
	// The same chain or address listed twice is the same export.
	return [...new Map(planned.map((one) => [one.name, one])).values()];
}

/** The lists in batches; if both lists are given, batch i has the same range of each. */
function batchesOf({ addresses, cChainEvmAddresses, batchSize }: StartOrder) {
	const longest = Math.max(addresses?.length ?? 0, cChainEvmAddresses?.length ?? 0);
	const count = Math.max(1, Math.ceil(longest / batchSize));
	return Array.from({ length: count }, (_, index) => {
		const part = (list?: string[]) => list?.slice(index * batchSize, (index + 1) * batchSize);
		const [some, evm] = [part(addresses), part(cChainEvmAddresses)];
		return {
			...(some?.length && { addresses: some }),
			...(evm?.length && { cChainEvmAddresses: evm }),
		};
	});
}

/**
 * A readable name with a digest of the whole order, so that two different exports never have the
 * same name. Names of executions have up to 64 letters, digits, dashes and underscores.
 */
function nameOf(order: StartOrder, event: ExportEvent, chains: string[], batch?: string): string {
	const digest = createHash('sha256').update(JSON.stringify(event)).digest('hex').slice(0, DIGEST);
	const { firstDate = '', lastDate = '' } = event.request;
	const days = [firstDate, lastDate].map((day) => day.replaceAll('-', '')).join('-');
	const label = order.label ?? (order.type === EVM ? 'evm' : 'primary');
	const rest = [days, batch, digest].filter(Boolean).join('-');
	const chain = chains
		.join('-')
		.replace(/[^A-Za-z0-9_-]+/g, '-')
		.slice(0, MAX_NAME - label.length - rest.length - 2);
	return `${label}-${chain}-${rest}`;
}
