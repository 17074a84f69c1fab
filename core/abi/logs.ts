import { isMap } from '../formats/json';
import type { Decimals } from './decimals';
import { type EncodedLog, decodeLog } from './events';
import type { Abi } from './types';

/** Logs as services send them, with the events that they are. */

type Json = Record<string, unknown>;

const isPresent = (topic: unknown) => topic !== undefined && topic !== null;
const isText = (value: unknown): value is string => typeof value === 'string';

/** The topics and data of a log of a node, or of the data service (`topic0` to `topic3`). */
function encodedIn({ topics, topic0, topic1, topic2, topic3, data }: Json): EncodedLog | undefined {
	const all: unknown = topics ?? [topic0, topic1, topic2, topic3].filter(isPresent);
	if (!Array.isArray(all) || !all.every(isText) || !isText(data)) return undefined;
	return topics === undefined && topic0 === undefined ? undefined : { topics: all, data };
}

/** The logs in a log, in a list of logs, or in an object with `logs` such as a receipt. */
export function logsIn(given: unknown): Json[] | undefined {
	if (Array.isArray(given)) return given.every(isLog) ? given : undefined;
	if (isLog(given)) return [given];
	return isMap(given) && Array.isArray(given.logs) ? logsIn(given.logs) : undefined;
}

function isLog(given: unknown): given is Json {
	return isMap(given) && encodedIn(given) !== undefined;
}

/** A log with its event before its own fields. Anything else is returned unchanged. */
export function withEvent(abi: Abi, log: unknown, decimals?: Decimals): unknown {
	const encoded = isMap(log) ? encodedIn(log) : undefined;
	if (!encoded) return log;
	const decoded = decodeLog(abi, encoded, decimals);
	return { ...decoded, ...(log as Json), ...decoded };
}
