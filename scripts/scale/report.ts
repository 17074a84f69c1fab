import { markdownTable } from '../lib/markdownTable';
import type { LossRow } from './losses';
import type { KeyRow } from './oneKey';

/** The results of the test, and the broken guarantees. */

/** Targets of many executions with one key. */
const LEAST_USED = 0.9;
const MOST_REFUSED = 20;

/** Both tables, as Markdown. */
export function reportOf(losses: readonly LossRow[], keys: readonly KeyRow[]): string {
	const events = markdownTable<LossRow>(
		[
			['Engine mode', ({ engine }) => engine],
			['Writes static data', ({ code }) => (code ? 'yes' : 'no')],
			['Trouble', ({ trouble }) => trouble],
			['Expected', ({ expected }) => expected],
			['Executed', ({ executed }) => executed],
			['Lost', ({ lost }) => lost],
			['Twice', ({ twice }) => twice],
			['Longest wait (s)', ({ seconds }) => seconds],
		],
		losses,
	);
	const oneKey = markdownTable<KeyRow>(
		[
			['Workers', ({ workers }) => workers],
			['At a time', ({ concurrency }) => concurrency],
			['Executions', ({ executions }) => executions],
			['Succeeded', ({ succeeded }) => succeeded],
			['Units used', ({ used }) => `${Math.round(used * 100)} %`],
			['Answers 429', ({ refused }) => refused],
			['Seconds', ({ seconds }) => seconds],
		],
		keys,
	);
	const tables = [losses.length > 0 ? events : '', keys.length > 0 ? oneKey : ''];
	return `${tables.filter(Boolean).join('\n\n')}\n`;
}

/** The broken guarantees. Events of a killed worker are lost by n8n and do not count. */
export function faultsOf(losses: readonly LossRow[], keys: readonly KeyRow[]): string[] {
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
			...(used < LEAST_USED
				? [`${where}: ${Math.round(used * 100)} % of the units were used`]
				: []),
			...(refused >= MOST_REFUSED ? [`${where}: ${refused} answers 429`] : []),
		];
	});
	return [...events, ...oneKey];
}
