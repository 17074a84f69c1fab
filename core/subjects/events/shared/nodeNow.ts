import { type Health, failingChecks } from '../../health/checks';
import { getHealth } from '../../health/health';
import * as info from '../../info/info';
import { isFailure } from '../../../failure';
import type { PollContext } from '../../../events/event';
import { moment, percentText } from '../../../events/words';
import { DISK, PEERS, START_TIME } from '../nodeTrouble/rules';
import { scrape, valueIn } from './nodeStart';

/** The state of a node in trouble: what a person needs to know first. */

/** Longest text of a check, and number of checks that are named with their text. */
const LONGEST = 80;
const MOST_CHECKS = 2;

/** The state of a node; what the node does not report is absent. */
export interface NodeNow {
	health?: Health;
	version?: string;
	peers?: number;
	/** Percent of the volume of its database. */
	freeDisk?: number;
	/** Unix seconds. */
	startedAt?: number;
}

/** Reads the state of the node. What it does not answer is left out. */
export async function nodeNow(context: PollContext, known?: Health): Promise<NodeNow> {
	const { client } = context;
	const orNone = async <T>(read: Promise<T>): Promise<T | undefined> => {
		try {
			return await read;
		} catch (error) {
			if (isFailure(error)) return undefined;
			throw error;
		}
	};
	const [health, named, samples = []] = await Promise.all([
		known ?? orNone(client.call(getHealth, {})),
		orNone(client.call(info.getNodeVersion, {})),
		orNone(scrape(context)),
	]);
	const peers = valueIn(samples, PEERS);
	const freeDisk = valueIn(samples, DISK);
	const startedAt = valueIn(samples, START_TIME);
	return {
		...(health && { health }),
		...(named && { version: named.version }),
		...(peers !== undefined && { peers }),
		...(freeDisk !== undefined && { freeDisk }),
		...(startedAt !== undefined && { startedAt }),
	};
}

/** The state in at most two sentences: the node, and its failing checks in their own words. */
export function nodeLines({ health, version, peers, freeDisk, startedAt }: NodeNow): string[] {
	const failing = health ? failingChecks(health) : [];
	const isSynced = !failing.some(({ name }) => name === 'bootstrapped');
	const parts = [
		health && (isSynced ? 'synced' : 'not synced'),
		peers !== undefined && `${peers} peers`,
		freeDisk !== undefined && `${percentText(freeDisk)} of the disk free`,
		version && cut(version),
		startedAt !== undefined && `started ${moment(startedAt)}`,
	].filter((part) => typeof part === 'string' && part !== '');
	const checks = checksText(failing);
	return [...(parts.length > 0 ? [`Node: ${parts.join(', ')}.`] : []), ...(checks ? [checks] : [])];
}

/** The failing checks with their own words; undefined if none fails. */
function checksText(failing: ReturnType<typeof failingChecks>): string | undefined {
	if (failing.length === 0) return undefined;
	const named = failing.slice(0, MOST_CHECKS).map(({ name, error }) => {
		const said = typeof error === 'string' ? error : JSON.stringify(error);
		return error === null ? cut(name) : `${cut(name)} (${cut(said)})`;
	});
	const others = failing.length - named.length;
	return `Failing checks: ${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}.`;
}

/** A text of the node in one line, cut. */
function cut(text: string): string {
	const line = text.replace(/[\p{Cc}\s\u2028\u2029]+/gu, ' ').trim();
	return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
