/**
 * Advantages for a user, as sentences with figures of the table of docs/performance.md. A sentence
 * states what was measured, whichever side is ahead.
 */

/** The median of a line of the table, by the title of its group and the name of the line. */
type Median = (title: string, line: string) => string;

export interface Gain {
	/** The row of the comparison. Without it in the table, the sentence is left out. */
	row: number;
	text: (median: Median) => string;
}

/** A part of the table: the title of a group and its lines. */
export interface Block {
	row: number;
	lines: readonly string[];
}

/** A quotient such as `0.36` as a percentage. */
function percent(quotient: string): string {
	return `${Math.round(Number(quotient.replaceAll(',', '')) * 100)} %`;
}

const BOUNDED = 'Reading 200 pages of 100 transfers, 150 ms a page, spread evenly';
const WALK = 'Walking a list of 1000 pages of 100 ERC-20 transfers';
const WORKFLOW = 'The same walk in n8n, 1000 pages of 100';
const INPUTS = '500 addresses, a balance each, 50 ms a call';
const NODE_INPUTS = 'eth_getBalance of 500 addresses, 50 ms a request, one fails';
const LIMIT = '8,000 compute units a minute, calls of 20, 10 at a time';
const POLL = 'Trigger poll, 10,000 validators';
const LARGE_POLL = 'Trigger poll, 100,000 validators';
const LOADING = "Loading by n8n's directory loader";
const DOWNLOAD = "Download of 1024 MB into n8n's binary data";
const VERIFY = 'Verifying a message of 1,500 validators, 70 % of which signed';
const START = 'Cold start under aws-lambda-ric';

export const GAINS: readonly Gain[] = [
	{
		row: 11,
		text: (median) =>
			`**Lists between two times, blocks or indexes.** 200 pages, for each of which the service takes 150 ms: _Return All_ with _Parallel Reads_ 4 takes ${median(BOUNDED, 'this node, Parallel Reads 4')} s, HTTP Request with Split Out ${median(BOUNDED, 'HTTP Request + Split Out')} s.`,
	},
	{
		row: 2,
		text: (median) =>
			`**Lists without bounds.** _Return All_ reads 1,000 pages with ${percent(median(WORKFLOW, 'this node / HTTP Request'))} of the speed of HTTP Request with Split Out, and adds ${percent(median(WORKFLOW, 'memory of this node / HTTP Request'))} of the memory that these add at the peak.`,
	},
	{
		row: 3,
		text: (median) =>
			`**Many inputs.** The balances of 500 addresses, one request of 50 ms for each, take ${median(INPUTS, 'this node, its default settings')} s with the default settings and ${median(INPUTS, 'this node, concurrency 50')} s with _Concurrency_ 50. HTTP Request takes ${median(INPUTS, 'HTTP Request, batches of 50 a second (its default)')} s with its default settings.`,
	},
	{
		row: 12,
		text: (median) =>
			`**Many inputs of a node.** The native balances of 500 addresses, asked of a node that takes 50 ms for a request, take ${median(NODE_INPUTS, 'this node, its default settings')} s with the default settings, and HTTP Request ${median(NODE_INPUTS, 'HTTP Request, batches of 50 a second (its default)')} s.`,
	},
	{
		row: 4,
		text: (median) =>
			`**Rate limits.** The node gets ${percent(median(LIMIT, 'answered / allowed'))} of the responses that a rate limit allows. Responses with status 429 after the first one: ${median(LIMIT, '429 answers after the first')}.`,
	},
	{
		row: 6,
		text: (median) =>
			`**Trigger.** A poll of 10,000 validators takes ${median(POLL, 'this trigger')} ms, reading the list alone ${median(POLL, 'reading the list alone')} ms. The saved state for 100,000 validators has ${percent(median(LARGE_POLL, 'state of this trigger / all ids'))} of the size of a list of their ids.`,
	},
	{
		row: 9,
		text: (median) =>
			`**Start of n8n.** n8n loads the package in ${median(LOADING, 'this package: time')} ms, with ${percent(median(LOADING, 'heap of this package / HubSpot'))} of the memory that it needs for its own HubSpot node.`,
	},
	{
		row: 10,
		text: (median) =>
			`**Large files.** The download of an export of 1,024 MB into n8n's binary data takes ${median(DOWNLOAD, 'peak memory, this node')} MB of memory at the peak, with HTTP Request ${median(DOWNLOAD, 'peak memory, HTTP Request')} MB.`,
	},
	{
		row: 1,
		text: (median) =>
			`**Core as a library.** It reads a list of 1,000 pages with ${median(WALK, 'this core / chainkit')} times the speed of @avalanche-sdk/chainkit, ${median(WALK, 'this core / avacloud-sdk')} times the speed of @avalabs/avacloud-sdk, and ${percent(median(WALK, 'this core / bare'))} of the speed of \`fetch\` with \`JSON.parse\` and no checks.`,
	},
	{
		row: 7,
		text: (median) =>
			`**Signed messages.** To verify a message of 1,500 validators takes ${median(VERIFY, 'this core with blst (Lambda), first time')} ms in Lambda the first time and ${median(VERIFY, 'this core with blst (Lambda), keys kept')} ms with cached keys, and ${median(VERIFY, 'this core with noble (n8n)')} ms in n8n.`,
	},
	{
		row: 8,
		text: (median) =>
			`**Cold start in Lambda.** notify starts in ${median(START, 'notify')} ms, a handler on chainkit in ${median(START, 'handler on chainkit')} ms, an empty handler in ${median(START, 'empty handler')} ms.`,
	},
];

/** A row that could not be measured has a title and no lines. */
function isMeasured({ lines }: Block): boolean {
	return lines.length > 1;
}

/**
 * The sentences as a Markdown list. Throws where the table has the row of a sentence, but not its
 * line: its name has changed.
 */
export function gainsOf(blocks: readonly Block[], gains: readonly Gain[] = GAINS): string {
	const median: Median = (title, line) => {
		const block = blocks.find(({ lines }) => lines[0].includes(`${title}**`));
		const cells = block?.lines.find((each) => each.startsWith(`| ${line} |`))?.split(' | ');
		if (!cells) throw new Error(`The table has no line "${line}" under "${title}"`);
		return cells[1];
	};
	const measured = new Set(blocks.filter(isMeasured).map(({ row }) => row));
	const sentences = gains.filter(({ row }) => measured.has(row)).map(({ text }) => text(median));
	return sentences.map((sentence) => `- ${sentence}`).join('\n');
}
