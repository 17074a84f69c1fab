import type { Asked, AskedExchange } from './operations';
import type { Facts } from './drawing';
import type { NodeResult } from './run';

/** Recorded calls: what a node answered, by the use that the request was made from. */

/** One call of a node, as a line of a file. The first line of the file holds the facts. */
export interface RecordedUse {
	operation: string;
	/** The EVM chain that was asked. */
	chain?: 'C' | 'l1';
	kind: string;
	at: number;
	method: string;
	/** Path and query of the request, without the address of the node. */
	path: string;
	body?: unknown;
	status: number;
	contentType: string | null;
	text: string;
}

/** Longer answers are lists and bytes whose form shorter ones show. */
const LONGEST = 4000;
/** Operations whose results depend on the machine. */
const OF_THE_MACHINE = /^(health\.|nodeMetric\.|info\.(getNodeIp|getManyPeers|getNodeVersion)$)/;

function lineOf(
	{ operation, chain }: Asked,
	{ kind, at, exchange }: AskedExchange,
	root: string,
): RecordedUse {
	const { request, response } = exchange;
	return {
		operation,
		...(chain && { chain: chain as 'C' | 'l1' }),
		kind,
		at,
		method: request.method,
		path: request.url.slice(root.length),
		...(request.body !== undefined && { body: JSON.parse(request.body) as unknown }),
		status: response.status,
		contentType: response.headers['content-type'] ?? null,
		text: response.text,
	};
}

/**
 * Selects calls for the recording: not about the machine, not long, and with an answer that is not recorded
 * yet.
 */
function keeper(): (asked: Asked, one: AskedExchange) => boolean {
	const known = new Set<string>();
	return ({ operation, chain }, { kind, exchange: { response } }) => {
		const { text } = response;
		if (OF_THE_MACHINE.test(operation) || text.length > LONGEST) return false;
		const isWrong = kind.startsWith('wrong ');
		const form = isWrong
			? text.replace(/[0-9A-Za-z]*\d[0-9A-Za-z]*/g, 'n')
			: `${operation} ${chain} ${text}`;
		return !known.has(form) && Boolean(known.add(form));
	};
}

/** The text of a file of recorded calls; `root` is the node's address, which is not in it. */
export function recordingOf({ facts, operations }: NodeResult, root: string): string {
	const isRecorded = keeper();
	const lines = operations.flatMap((asked) =>
		asked.exchanges.filter((one) => isRecorded(asked, one)).map((one) => lineOf(asked, one, root)),
	);
	return `${[{ facts }, ...lines].map((line) => JSON.stringify(line)).join('\n')}\n`;
}

/** Reads such a file. */
export function readRecording(text: string): { facts: Facts; calls: RecordedUse[] } {
	const [first, ...lines] = text.trim().split('\n');
	const { facts } = JSON.parse(first) as { facts: Facts };
	return { facts, calls: lines.map((line) => JSON.parse(line) as RecordedUse) };
}
