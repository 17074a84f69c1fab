import { redactor } from '../../../core';
import { table } from '../../../scripts/build/markdown';
import type { Outcome } from './ask';
import type { Line } from './run';

/** The report of `npm run opinion -- live`, to be attached to an issue. */

export interface About {
	/** Version of this package. */
	version: string;
	/** Of Node.js. */
	node: string;
	platform: string;
	/** ISO 8601. */
	date: string;
	/** The called services, each with its URL. */
	services: Record<string, string | undefined>;
	/** URLs of these hosts are shown; any other may be the user's own. */
	publicHosts: readonly string[];
	/** Texts that must not be in the report: key, node header, hosts, values from the user. */
	secrets: ReadonlyArray<string | undefined>;
	/** Ids of operations that were not called, because they change something. */
	notAsked: readonly string[];
}

const WORDS: Record<Outcome['result'], string> = {
	works: 'works',
	differs: 'differs from the declaration',
	refused: 'refused',
	input: 'the input was refused',
	unknown: 'unknown',
};

function verdict(outcome: Outcome | undefined): string {
	if (!outcome) return '';
	const status = outcome.status === undefined ? '' : ` (${outcome.status})`;
	return WORDS[outcome.result] + status;
}

/** The details beside the result, once if both calls have the same. */
function detail({ withoutKey, withKey }: Line): string {
	const said = (outcome: Outcome | undefined) =>
		!outcome || outcome.result === 'works'
			? ''
			: outcome.differences.length > 0
				? outcome.differences.map(({ at }) => at || 'the whole answer').join(', ')
				: (outcome.message ?? '');
	const [without, keyed] = [said(withoutKey), said(withKey)];
	if (!withKey || without === keyed) return without;
	return [without && `without a key: ${without}`, keyed && `with a key: ${keyed}`]
		.filter(Boolean)
		.join('; ');
}

/** Number of operations with each result; the first result in `order` of its two calls counts. */
export function counts(lines: readonly Line[]): Record<Outcome['result'], number> {
	const all: Record<Outcome['result'], number> = {
		works: 0,
		differs: 0,
		refused: 0,
		input: 0,
		unknown: 0,
	};
	const order: Array<Outcome['result']> = ['differs', 'works', 'refused', 'input', 'unknown'];
	for (const { withoutKey, withKey } of lines) {
		const results = [withoutKey.result, withKey?.result];
		all[order.find((one) => results.includes(one)) ?? 'unknown']++;
	}
	return all;
}

/** The sum of all operations as one line. */
export function summary(lines: readonly Line[]): string {
	const all = counts(lines);
	return Object.entries(WORDS)
		.map(([result, word]) => `${all[result as Outcome['result']]} ${word}`)
		.join(', ');
}

/** The table: one line per operation. */
export function resultTable(lines: readonly Line[]): string[] {
	const keyed = lines.some(({ withKey }) => withKey);
	const rows = lines.map((line) => [
		line.id + (line.deprecated ? ' (deprecated)' : ''),
		line.service,
		verdict(line.withoutKey),
		...(keyed ? [verdict(line.withKey)] : []),
		detail(line),
	]);
	return table(
		['Operation', 'Service', 'Without a key', ...(keyed ? ['With a key'] : []), 'Detail'],
		rows,
	);
}

function differenceTable(lines: readonly Line[]): string[] {
	const rows = lines.flatMap(({ id, withoutKey, withKey }) => {
		const all = [...withoutKey.differences, ...(withKey?.differences ?? [])];
		const texts = all.map(({ at, declared, found }) => [
			id,
			at || '(the whole answer)',
			declared,
			found,
		]);
		return [...new Map(texts.map((row) => [row.join('\n'), row])).values()];
	});
	if (rows.length === 0) return [];
	return ['', '## Differences', '', ...table(['Operation', 'Field', 'Declared', 'Found'], rows)];
}

function publicUrl(url: string | undefined, publicHosts: readonly string[]): string {
	if (url === undefined) return 'not asked';
	return publicHosts.includes(new URL(url).host) ? url : 'a URL of the user';
}

/** Messages of a service may repeat what was sent: ids of the user, hosts, keys. */
function hide(text: string, secrets: About['secrets']): string {
	const long = secrets.flatMap((secret) => (secret && secret.length >= 4 ? [secret] : []));
	return redactor(long).text(text);
}

/** The report as Markdown, without secrets. */
export function report(lines: readonly Line[], about: About): string {
	const services = Object.entries(about.services).map(
		([name, url]) => `- ${name}: ${publicUrl(url, about.publicHosts)}`,
	);
	const text = [
		'# Services compared with the declarations',
		'',
		`- Date: ${about.date}`,
		`- n8n-nodes-avalanche-network ${about.version}, Node.js ${about.node}, ${about.platform}`,
		...services,
		`- ${lines.length} operations called: ${summary(lines)}`,
		`- Not called, because they change something: ${about.notAsked.join(', ') || 'none'}`,
		'',
		...resultTable(lines),
		...differenceTable(lines),
		'',
	].join('\n');
	return hide(text, about.secrets);
}
