import { markdownTable } from '../../kit/text/markdownTable';
import type { ConfirmedCost, ConfirmedRow } from './confirmed';
import type { LossRow } from './losses';
import type { KeyRow } from './oneKey';
import type { WaitingRow } from './waiting';
import type { WebhookRow } from './webhookProcessors';

/** The results of the test as tables, and the broken guarantees. */

/** Targets of many executions with one key. */
const LEAST_USED = 0.9;
const MOST_REFUSED = 20;

/** Events and outages, as Markdown. */
export function lossTable(rows: readonly LossRow[]): string {
	return markdownTable<LossRow>(
		[
			['Engine mode', ({ engine }) => engine],
			['Writes static data', ({ code }) => (code ? 'yes' : 'no')],
			['Trouble', ({ trouble }) => trouble],
			['Expected', ({ expected }) => expected],
			['Executed', ({ executed }) => executed],
			['Lost', ({ lost }) => lost],
			['Twice', ({ twice }) => twice],
			['Longest wait (s)', ({ seconds }) => seconds ?? ''],
		],
		rows,
	);
}

/** Transfers by a webhook processor, as Markdown. */
export function webhookTable(rows: readonly WebhookRow[]): string {
	return markdownTable<WebhookRow>(
		[
			['Engine mode', ({ engine }) => engine],
			['Trouble', ({ trouble }) => trouble],
			['Expected', ({ expected }) => expected],
			['Messages answered', ({ received }) => received],
			['Executed', ({ executed }) => executed],
			['Lost', ({ lost }) => lost],
			['Twice', ({ twice }) => twice],
		],
		rows,
	);
}

/** Events that are delivered until they are confirmed, as Markdown. */
export function confirmedTable(rows: readonly ConfirmedRow[]): string {
	return markdownTable<ConfirmedRow>(
		[
			['Engine mode', ({ engine }) => engine],
			['Trouble', ({ trouble }) => trouble],
			['Executions at a time', ({ atATime }) => atATime],
			['Expected', ({ expected }) => expected],
			['Lost', ({ lost }) => lost],
			['Repeats', ({ repeats }) => repeats],
			['Longest wait (s)', ({ seconds }) => seconds ?? ''],
		],
		rows,
	);
}

/** The costs of the deliveries, as Markdown. */
export function costTable(costs: readonly ConfirmedCost[]): string {
	return markdownTable<ConfirmedCost>(
		[
			['Engine mode', ({ engine }) => engine],
			['Executions at a time', ({ atATime }) => atATime],
			['Events', ({ events }) => events],
			['Executions', ({ executions }) => executions],
			['Without events', ({ dropped }) => dropped],
			['Keys in the record', ({ keys }) => keys],
		],
		costs,
	);
}

/** Executions that wait, as Markdown. */
export function waitingTable(rows: readonly WaitingRow[]): string {
	return markdownTable<WaitingRow>(
		[
			['Executions', ({ executions }) => executions],
			['Waiting at the same time', ({ waiting }) => waiting],
			['Running then', ({ running }) => running],
			['Jobs in the queue then', ({ jobs }) => jobs],
			['Succeeded after the kill', ({ succeeded }) => succeeded],
			['Exports started', ({ exports }) => exports],
		],
		rows,
	);
}

/** Executions with one key, as Markdown. */
export function keyTable(rows: readonly KeyRow[]): string {
	return markdownTable<KeyRow>(
		[
			['Workers', ({ workers }) => workers],
			['At a time', ({ concurrency }) => concurrency],
			['Executions', ({ executions }) => executions],
			['Succeeded', ({ succeeded }) => succeeded],
			['Units used', ({ used }) => `${Math.round(used * 100)} %`],
			['Answers 429', ({ refused }) => refused],
			['Seconds', ({ seconds }) => seconds],
		],
		rows,
	);
}

/**
 * The broken guarantees of docs/scale.md. Events of a killed worker are lost by n8n and do not count, unless they are
 * delivered until they are confirmed: then none may be lost, and repeats do not count. The share of the
 * units counts only if the machine is fast enough to use them (`timed`).
 */
export function faultsOf(
	losses: readonly LossRow[],
	keys: readonly KeyRow[],
	webhooks: readonly WebhookRow[],
	timed: boolean,
	confirmed: readonly ConfirmedRow[] = [],
	waiting: readonly WaitingRow[] = [],
): string[] {
	const events = losses.flatMap(({ engine, code, trouble, lost, twice }) => {
		// n8n alone decides what becomes of a poll while its stores are away, except with durable cursors.
		if (engine !== 'durable' && trouble.endsWith(' away')) return [];
		const where = `${engine}${code ? ' with a Code node' : ''}, ${trouble}`;
		return [
			...(lost > 0 && trouble !== 'worker killed' ? [`${where}: ${lost} events were lost`] : []),
			...(twice > 0 ? [`${where}: ${twice} events were executed twice`] : []),
		];
	});
	const oneKey = keys.flatMap(({ workers, executions, succeeded, used, refused }) => {
		const where = `one key on ${workers} workers`;
		return [
			...(succeeded < executions
				? [`${where}: ${executions - succeeded} of ${executions} executions did not succeed`]
				: []),
			...(timed && used < LEAST_USED
				? [`${where}: ${Math.round(used * 100)} % of the units were used`]
				: []),
			...(refused >= MOST_REFUSED ? [`${where}: ${refused} answers 429`] : []),
		];
	});
	const instant = webhooks.flatMap(({ engine, trouble, lost, twice }) => [
		...(lost > 0 ? [`${engine}, webhooks, ${trouble}: ${lost} transfers were lost`] : []),
		...(twice > 0 ? [`${engine}, webhooks, ${trouble}: ${twice} were executed twice`] : []),
	]);
	const lossesConfirmed = confirmed.flatMap(({ engine, trouble, atATime, lost }) =>
		lost > 0
			? [`${engine}, confirmed, ${trouble}, ${atATime} at a time: ${lost} events were lost`]
			: [],
	);
	const waits = waiting.flatMap((row) => [
		...(row.running + row.jobs > 0
			? [`waiting: ${row.running} executions ran, and ${row.jobs} jobs were in the queue`]
			: []),
		...(row.succeeded < row.executions
			? [`waiting: ${row.executions - row.succeeded} executions did not succeed`]
			: []),
		...(row.exports === row.executions ? [] : [`waiting: ${row.exports} exports were started`]),
	]);
	return [...events, ...oneKey, ...instant, ...lossesConfirmed, ...waits];
}
