import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { LOCAL_KEY } from '../../emulator';
import { emulatorForTests } from '../emulatorForTests';
import { HOSTILE } from '../../lab/kit/channels/hostile';
import { parsedHtml, recognized } from '../../lab/kit/channels/rendered';
import { PACKAGE } from '../../lab/kit/engine';
import { exampleNames } from '../../lab/kit/n8n/import';
import { covering } from '../../lab/kit/selection';
import {
	type ExampleRun,
	MOST_ITEMS,
	runExample,
	sourcesOf,
	workflowOf,
} from './exampleExpressions';
import { engineForTests } from './harness';

/**
 * Texts of strangers in the examples: every expression is evaluated on items whose texts are hostile, and what
 * goes to a channel, into HTML or into a spreadsheet is judged by programs that are not of this project.
 */

const emulator = emulatorForTests({ exports: { durationMs: 0 } });
const engine = engineForTests(() => {
	const { dataUrl, metricsUrl, nodeUrl } = emulator;
	return { apiKey: LOCAL_KEY, dataUrl, metricsUrl, nodeUrl };
});

/** Nodes that send a message, and the channel whose form it has. */
const SENDS = /\.(slack|telegram|discord|emailSend|httpRequest)$/;
/** Parameters that are not a text: where it goes, and HTML. */
const UNREAD = /^(url|chatId|channelId|html)/;
/** Sends the signed bytes to a relayer; no person reads them. */
const MACHINES = ['aggregate-and-relay'];
/** Webhook URLs of the channels that the alert sets send to. */
const CHANNEL_URLS = [
	'https://hooks.slack.com/services/T000/B000/XXXX',
	'https://discord.com/api/webhooks/123/XXXX',
	'https://prod-01.westeurope.logic.azure.com/workflows/x/triggers/manual/paths/invoke',
	'https://chat.example.org/hooks/xxxxxxxxxxxxxxxxxxxxxxxxxx',
];

/** Texts that cells of spreadsheets calculate, besides the others. */
const TEXTS = [...HOSTILE, '=1+1', '+1+1', '-1+1', '@SUM(1)', '\t=1+1', HOSTILE.join(' ')];
/** The beginning of a cell that a spreadsheet calculates. */
const CALCULATED = /^\s*[=+\-@\t\r＝＋－＠]/;
const ROUNDS = Math.ceil(TEXTS.length / MOST_ITEMS);
/** Numbers and times, with which expressions compute. */
const COMPUTED = /^-?\d+(\.\d+)?$|^\d{4}-\d\d-\d\dT/;
/** Columns that a stranger fills in, while all others stay what later nodes compare. */
const NAMES = /symbol|name|memo|text|title|description|error|message|version|tokenId|nodeId/i;

/** A value whose texts are this one: all, or those of columns that match. */
function poisoned(value: unknown, by: string, columns: RegExp, isNamed = false): unknown {
	if (typeof value === 'string') return isNamed && !COMPUTED.test(value) ? by : value;
	if (Array.isArray(value)) return value.map((each) => poisoned(each, by, columns, isNamed));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, each]) => [
			name,
			// Links of events are ours.
			name === 'url' ? each : poisoned(each, by, columns, isNamed || columns.test(name)),
		]),
	);
}

/** An event as a stranger would write it. */
const EVENT: IDataObject = {
	...{ event: 'x', subject: 'x', title: 'x', text: 'x', alertKey: 'x', symbol: 'x', nodeId: 'x' },
	...{ txHash: 'x', amount: 5, failingChecks: [{ name: 'x', error: 'x' }] },
};

/** Markup that only the channel itself writes: its own signs around values, and escapes. */
const unescaped = (text: string) =>
	text.replace(/<\/?b>|\\(?=[!-/:-@[-`{-~])/g, '').replace(/&(lt|gt|amp|quot|#39);/g, ' ');

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Texts in a parameter, also those in JSON. */
function textsIn(value: unknown): string[] {
	if (typeof value === 'string') {
		const json = /^[[{]/.test(value) ? parsed(value) : undefined;
		return json === undefined ? [value] : textsIn(json);
	}
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, each]) =>
		// Discord shows the id in the footer, without Markdown and links.
		/^(url|color|footer|\$schema|type|id|contentType|contentUrl)$/.test(name) ? [] : textsIn(each),
	);
}

/** Own links: what a stranger names does not choose the host or the path. */
const EXPLORER = /^https:\/\/(subnets|build)\.avax\.network\/[\w/%.~!'()*-]*$/;

/** The parts of HTML that are not plain text, and texts that a mail program makes links. */
function inHtml(source: unknown, isMail: boolean, own: ReadonlySet<string>): string[] {
	const { tags, links, text } = parsedHtml(String(source));
	const foreign = [...tags, ...links].filter((one) => !own.has(one) && !EXPLORER.test(one));
	return [...foreign, ...(isMail ? recognized(text) : [])];
}

/** The elements and links of the same HTML without hostile texts. */
function ownParts({ items, evaluated }: ExampleRun): Set<string> {
	const html = [
		...Object.values(items).flatMap((all) =>
			all.map(({ json }) => json.html ?? (json.body as IDataObject | undefined)?.html),
		),
		...evaluated.filter(({ parameter }) => parameter === 'responseBody').map((one) => one.value),
	];
	// The dashboard has a paragraph for what is missing.
	return new Set(
		['<p class="message"></p>', ...html].flatMap((one) => {
			const { tags, links } = parsedHtml(String(one ?? ''));
			return [...tags, ...links];
		}),
	);
}

/** The nodes whose texts are judged, by example; all other examples show none outside of n8n. */
const SHOWING: Readonly<Record<string, readonly string[]>> = {
	'acknowledge-in-slack': ['Tell the Team', 'Who Takes Care?'],
	'chat-for-each-validator': ['First Chat', 'Second Chat', 'Others'],
	'confirmed-delegations': ['Tell the Team'],
	'delegation-alert': ['Tell the Team'],
	'from-alertmanager': ['Webhook'],
	'l1-administration': ['Webhook'],
	'l1-alerts': ['Webhook'],
	'l1-low-balance': ['Warn'],
	'node-health-to-slack': ['Tell the Team'],
	'relayer-alerts': ['Webhook'],
	'safe-alerts': ['Webhook'],
	'send-alert': ['Webhook'],
	'silence-by-form': ['Tell the Team'],
	'stake-end-alert': ['Email'],
	'stale-feed': ['Webhook'],
	'staking-digest': ['Email'],
	'tax-report': ['CSV File'],
	'tps-table': ['HTML Table'],
	'treasury-alerts': ['Webhook'],
	'treasury-deposits': ['Tell the Team'],
	'uptime-to-telegram': ['Tell Me'],
	'validator-activity': ['Tell Me'],
	'validator-alerts': ['Webhook'],
	'validator-dashboard': ['Answer'],
};

/** The texts that a node of an example shows to a person, a browser or a spreadsheet, and the parts that are more than text. */
interface Judged {
	node: string;
	texts: string[];
	found: string[];
}

/** The texts that each node shows; nodes that show none are left out. */
function judgedOf(name: string, { items, evaluated }: ExampleRun, own: Set<string>): Judged[] {
	const { nodes, connections } = workflowOf(name);
	return nodes.flatMap(({ name: node, type, parameters, disabled }) => {
		const values = evaluated.filter((one) => one.node === node);
		const inputs = sourcesOf(connections, node).flatMap(({ from }) =>
			items[from].map(({ json }) => json),
		);
		const cells = inputs.flatMap((one) => Object.values(one).filter((x) => typeof x === 'string'));
		const judged = (texts: string[], judge: (text: string) => string[]) =>
			texts.length > 0 ? [{ node, texts, found: texts.flatMap(judge) }] : [];
		if (disabled) return [];
		if (SENDS.test(type) && !MACHINES.includes(name)) {
			const [html, said] = ['html', undefined].map((what) =>
				values
					.filter(({ parameter }) => (what ? parameter === what : !UNREAD.test(parameter)))
					.flatMap(({ value }) => textsIn(value)),
			);
			return [
				...judged(html, (text) => inHtml(text, true, own)),
				...judged(said, (text) => recognized(unescaped(text)).filter((one) => !EXPLORER.test(one))),
			];
		}
		if (type.endsWith('.respondToWebhook')) {
			const bodies = values.filter(({ parameter }) => parameter === 'responseBody');
			return judged(
				bodies.map(({ value }) => String(value)),
				(html) => inHtml(html, false, own),
			);
		}
		// n8n writes cells into the table as they are.
		if (type.endsWith('.html')) return judged(cells, (cell) => inHtml(cell, true, own));
		// Cells of an xlsx file have a type: text is neither a formula nor a link there.
		if (!type.endsWith('.convertToFile') || parameters.operation !== 'csv') return [];
		return judged(cells, (cell) => [...recognized(cell), ...(CALCULATED.test(cell) ? [cell] : [])]);
	});
}

/** The nodes of an example that shows texts. */
const traitsOf = (name: string) =>
	name in SHOWING ? workflowOf(name).nodes.map(({ type }) => type) : [];

test.each(covering(exampleNames(), traitsOf))(
	'%s: no text is a link, markup, a mention, a command, a cashtag or a formula',
	async (name) => {
		const workflow = workflowOf(name);
		const clean = await runExample(engine, workflow, emulator);
		const own = ownParts(clean);
		const outside = workflow.nodes.filter(
			({ type, parameters }) =>
				(type.startsWith(PACKAGE) && parameters.operation !== 'format' && !/Tool$/.test(type)) ||
				/\.(executeWorkflowTrigger|webhook|extractFromFile)$/.test(type),
		);
		const channels = workflow.nodes.some((node) => node.name === 'Webhook') ? CHANNEL_URLS : [''];
		const judged: Judged[] = [];
		for (let round = 0; round < ROUNDS; round++) {
			const texts = TEXTS.slice(round * MOST_ITEMS, (round + 1) * MOST_ITEMS);
			for (const columns of [/./, NAMES]) {
				const pinData: Record<string, INodeExecutionData[]> = {};
				for (const node of outside) {
					const given = clean.items[node.name] ?? [];
					const items = given.some(({ json }) => Object.keys(json).length > 0)
						? given
						: [{ json: EVENT }];
					const count = Math.max(items.length, texts.length);
					pinData[node.name] = Array.from({ length: count }, (_, at) => ({
						pairedItem: items[at % items.length].pairedItem ?? { item: 0 },
						json: poisoned(
							items[at % items.length].json,
							texts[at % texts.length],
							columns,
						) as IDataObject,
					}));
				}
				for (const url of channels) {
					const nodes = structuredClone(workflow.nodes);
					for (const node of nodes) {
						if (node.name === 'Webhook') node.parameters.url = url;
						const { assignments = [] } = (node.parameters.assignments ?? {}) as {
							assignments?: Array<{ name: string; value: unknown }>;
						};
						for (const one of assignments) if (one.name === 'webhookUrl') one.value = url;
					}
					const run = await runExample(engine, { ...workflow, nodes, pinData }, emulator);
					judged.push(...judgedOf(name, run, own));
				}
			}
		}
		expect(judged.flatMap(({ node, found }) => found.map((one) => [node, one]))).toEqual([]);
		expect([...new Set(judged.map(({ node }) => node))]).toEqual(SHOWING[name] ?? []);
	},
);
