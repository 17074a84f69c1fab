import { cutText } from '../../../abi/types';
import { isMap } from '../../../formats/json';
import type { Severity } from '../../../events/item';
import { moment, quoted, separated } from '../../../events/words';
import { changesText } from '../l1Administration/words';
import type { Change } from './state';

/** Changes of the configuration of an L1 in words, with their severity. */

const PRECOMPILES: Readonly<Record<string, string>> = {
	contractDeployerAllowListConfig: 'deployer allow list',
	contractNativeMinterConfig: 'native minter',
	txAllowListConfig: 'transaction allow list',
	feeManagerConfig: 'fee manager',
	rewardManagerConfig: 'reward manager',
	warpConfig: 'warp messenger',
	gasPriceManagerConfig: 'gas price manager',
};

/** Names of forks in a chain's configuration: each upgrade of the network adds one. */
const FORK = /^(\w+(Time|Timestamp|Block)|eip150Hash)$/;

const precompile = (name: string) =>
	Object.hasOwn(PRECOMPILES, name) ? PRECOMPILES[name] : (quoted(name) ?? 'precompile');

/** Rights and owners are critical: they change what administrators can do. */
export function severityOf({ kind, name }: Change): Severity {
	if (kind === 'precompile' || kind === 'subnet') return 'critical';
	if (kind === 'upgrade') return 'warning';
	return kind === 'configuration' && !FORK.test(name) ? 'warning' : 'info';
}

/** The change in words: what it is of, and what happened. */
export function changeText({
	kind,
	name,
	before,
	after,
	validation,
}: Change): [what: string, said: string] {
	const since = (time: string) => `since ${timeText(time)}`;
	switch (kind) {
		case 'precompile':
			if (after === undefined) return [precompile(name), 'is not active any more'];
			return [
				precompile(name),
				`is active ${since(after)}${before ? `, before ${since(before)}` : ''}`,
			];
		case 'upgrade': {
			const end = name.lastIndexOf(' ');
			const time = timeText(name.slice(end + 1));
			const what = `upgrade of the ${precompile(name.slice(0, end))} at ${time}`;
			if (after === undefined) return [what, 'is not configured any more'];
			return [what, `is ${before ? 'changed' : 'configured'}: ${value(after)}`];
		}
		case 'configuration': {
			// The dot of a name from outside would be escaped.
			const own = name.replace(/^upgrades\./, '');
			const of = own === name ? 'configuration' : 'upgrades';
			const what = `${of} of the chain, ${quoted(own) ?? 'no name'}`;
			if (after === undefined) return [what, 'is not set any more'];
			const [earlier, later] = [before, after].map(given);
			if (name === 'feeConfig' && isFees(earlier) && isFees(later))
				return [what, changesText(earlier, later)];
			return [what, `is ${value(after)}${before ? `, before ${value(before)}` : ''}`];
		}
		case 'rule':
			return [`rule ${quoted(name) ?? ''}`, after ? 'is active' : 'is not active any more'];
		case 'subnet':
			if (name === 'conversion')
				return ['P-Chain', `the subnet is an L1, by the conversion ${after}`];
			return ['P-Chain', `the ${name} is ${cut(after ?? 'none')}, before ${cut(before ?? 'none')}`];
		case 'weight': {
			const [weight, earlier] = [after ?? '', before ?? ''].map((one) => one.split(' ')[0]);
			return [
				'P-Chain',
				`the weight of ${validation?.nodeId} is ${separated(weight)}, before ${separated(earlier)}`,
			];
		}
	}
}

/** Unix seconds as people read them; a chain may give a time that no calendar has, or none. */
const timeText = (seconds: string) =>
	/^\d{1,11}$/.test(seconds) ? moment(Number(seconds)) : 'a time that is not a date';

/** A stored value: JSON, or the text itself. */
function given(text: string | undefined): unknown {
	try {
		return JSON.parse(text ?? '');
	} catch {
		return text;
	}
}

/** True for names with whole numbers, as fees have. */
const isFees = (one: unknown) =>
	isMap(one) && Object.entries(one).every((each) => /^\w{1,40},\d{1,78}$/.test(String(each)));

const MOST_PARTS = 6;
/** Maximum length of a value in texts: two values, their names and the L1 fit into 400 characters. */
const LONGEST_TEXT = 150;

const cut = (said: string) =>
	said.length > LONGEST_TEXT ? `${said.slice(0, LONGEST_TEXT).toWellFormed()}…` : said;

/** A value in words: its parts, whose names and texts anyone who runs the chain can choose. */
const value = (text: string) => cut(part(given(text), 0));

function part(one: unknown, depth: number): string {
	if (typeof one === 'object' && one !== null) {
		const entries = depth < 3 ? Object.entries(one) : [];
		const parts = entries
			.slice(0, MOST_PARTS)
			.map(([name, each]) => [
				...(Array.isArray(one) ? [] : [part(name, 3)]),
				part(each, depth + 1),
			]);
		const more = entries.length > MOST_PARTS || depth === 3 ? ['…'] : [];
		return [...parts.map((words) => words.join(' ')), ...more].join(', ') || 'nothing';
	}
	const text = String(one);
	return /^[\w.]{1,80}$/.test(text) ? text : (quoted(cutText(text)) ?? 'empty');
}

/** A value as an item has it: of a weight without its nonce, and no longer than a column. */
export function columnText({ kind }: Change, text: string | undefined): string | null {
	if (text === undefined) return null;
	return kind === 'weight' ? text.split(' ')[0] : text.slice(0, LONGEST).toWellFormed();
}

const LONGEST = 1024;
