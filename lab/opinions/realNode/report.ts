import type { NodeResult } from './run';

/** Output of `npm run opinion -- node`. */

function short(text: string, most = 300): string {
	return text.length > most ? `${text.slice(0, most)}…` : text;
}

/** The number of findings: of operations, of events and of contracts. */
export function findingsOf({ operations, events, contracts }: NodeResult): number {
	const parts = [...operations, ...events, ...(contracts ? [contracts] : [])];
	const all = parts.map(({ findings }) => findings.length);
	return all.reduce((sum, count) => sum + count, 0);
}

/** Counts, what was not asked, fields that are not declared, and each finding. */
export function reportOf(result: NodeResult): string {
	const { operations, events, contracts } = result;
	type Count =
		| 'answered'
		| 'refused'
		| 'wrongUnsent'
		| 'wrongRefused'
		| 'wrongSame'
		| 'batchedCalls'
		| 'batchedRequests';
	const sum = (count: Count) => operations.reduce((all, one) => all + one[count], 0);
	const asked = new Set(
		operations.filter(({ skipped }) => skipped === undefined).map(({ operation }) => operation),
	);
	const named = ({ operation, chain }: { operation: string; chain?: string }) =>
		chain ? `${operation} on ${chain === 'l1' ? 'the L1' : 'the C-Chain'}` : operation;
	const items = events.reduce((all, one) => all + one.items, 0);
	const lines = [
		`${asked.size} operations asked`,
		`right inputs: ${sum('answered')} answered and compared, ${sum('refused')} refused for a known reason`,
		`wrong inputs: ${sum('wrongUnsent')} refused before sending, ${sum('wrongRefused')} by the node, ${sum('wrongSame')} sent as right ones`,
		`batches: ${sum('batchedCalls')} calls again, in ${sum('batchedRequests')} requests`,
		`events: ${events.length} settings polled, ${items} events, ${events.filter(({ notReady }) => notReady).length} not ready`,
		...(contracts
			? [
					`contracts: ${contracts.reads} reads of ${contracts.values} values (${contracts.proxied} through a proxy), ${contracts.events} events, ${contracts.calldata} calls decoded as viem does; ${contracts.hostile} contracts that misbehave`,
				]
			: []),
		'',
		...operations.flatMap((one) =>
			one.skipped === undefined ? [] : [`not asked: ${named(one)}: ${one.skipped}`],
		),
		...events.flatMap(({ event, note, notReady }) =>
			notReady === undefined ? [] : [`not ready: event ${event} (${note}): ${notReady}`],
		),
		...operations.flatMap((one) =>
			one.findings.map(
				({ kind, input, what }) =>
					`FINDING ${named(one)}, ${kind}: ${short(what)}\n        input ${short(JSON.stringify(input))}`,
			),
		),
		...events.flatMap(({ event, note, findings }) =>
			findings.map((what) => `FINDING event ${event} (${note}): ${short(what)}`),
		),
		...(contracts?.findings ?? []).map((what) => `FINDING contracts: ${short(what)}`),
		'',
		`${findingsOf(result)} findings`,
	];
	return lines.join('\n');
}
