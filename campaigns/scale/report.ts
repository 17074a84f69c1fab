import { markdownTable } from '../../kit/text/markdownTable';
import type { LossRow } from './losses';
import type { KeyRow } from './oneKey';
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
 * The broken guarantees. Events of a killed worker are lost by n8n and do not count. The share of the
 * units counts only if the machine is fast enough to use them (`timed`).
 */
export function faultsOf(
	losses: readonly LossRow[],
	keys: readonly KeyRow[],
	webhooks: readonly WebhookRow[],
	timed: boolean,
): string[] {
	const events = losses.flatMap(({ engine, code, trouble, lost, twice }) => {
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
	return [...events, ...oneKey, ...instant];
}
