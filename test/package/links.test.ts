import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { FAILURE_KINDS } from '../../core/failure';
import { troubleshootingUrl } from '../../nodes/shared/errors';

/** That every link of the documents leads to something. */

const ROOT = path.resolve(__dirname, '../..');
const REPOSITORY = 'https://github.com/n8n-nodes-avalanche-network/n8n-nodes-avalanche-network';

function filesOf(...patterns: string[]): string[] {
	const args = ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns];
	const all = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
	return all.filter((file) => existsSync(path.join(ROOT, file)));
}

/** Text between code fences and in code spans is not read as Markdown. */
function withoutCode(markdown: string): string {
	return markdown.replace(/^(```+)[^]*?^\1/gm, '').replace(/`[^`\n]*`/g, 'code');
}

/** The anchor that GitHub makes of a heading. */
function slugOf(heading: string): string {
	return heading
		.trim()
		.toLowerCase()
		.replace(/[^\p{L}\p{N}\p{M}\- _]/gu, '')
		.replaceAll(' ', '-');
}

/** The anchors of a page: those that are written, and those that GitHub makes of headings. */
function anchorsOf(file: string): Set<string> {
	const markdown = readFileSync(file, 'utf8').replace(/^(```+)[^]*?^\1/gm, '');
	const written = [...markdown.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id]) => id);
	const seen = new Map<string, number>();
	const made = [...markdown.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => {
		const slug = slugOf(heading);
		const count = seen.get(slug) ?? 0;
		seen.set(slug, count + 1);
		return count === 0 ? slug : `${slug}-${count}`;
	});
	return new Set([...written, ...made]);
}

/** Fault of a link of a file, or undefined. */
function mistakeIn(target: string, from: string): string | undefined {
	const [page, anchor] = target.split('#');
	const file = page === '' ? from : path.resolve(path.dirname(from), decodeURI(page));
	if (!file.startsWith(ROOT) || !existsSync(file)) return `${target}: no such file`;
	if (anchor === undefined || anchor === '') return undefined;
	if (!statSync(file).isFile() || !file.endsWith('.md')) return `${target}: not a page`;
	return anchorsOf(file).has(anchor) ? undefined : `${target}: no such anchor`;
}

const isElsewhere = (target: string) => /^(https?|mailto):/.test(target);

const pages = filesOf('*.md');

test('there are pages, and the reference is among them', () => {
	expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/operations.md']));
});

test.each(pages)('%s', (page) => {
	const from = path.join(ROOT, page);
	const text = withoutCode(readFileSync(from, 'utf8'));
	const targets = [...text.matchAll(/\]\(([^()\s]+)\)/g)].map(([, target]) => target);
	const inside = targets.filter((target) => !isElsewhere(target));
	expect(inside.flatMap((target) => mistakeIn(target, from) ?? [])).toEqual([]);
});

/** Words that the answers to these questions must have. */
const ANSWERS: ReadonlyArray<[question: RegExp, answer: RegExp]> = [
	[/API key/, /Builder Console[^]*without a key/],
	[/which field/, /\| API Key \|[^]*\| Data Service URL \|[^]*\| Metrics URL \|[^]*\| Node URL \|/],
	[/stake end/, /`endTimestamp`[^]*Stake Ending/],
	[/add up amounts/, /Summarize/],
	[/trigger silent/, /_Fetch Test Event_[^]*\| no event fires \|/],
	[/n8n is down/, /continues there/],
	[/incoming AVAX/, /Transfer[^]*Balance Crossed/],
	[/taxes/, /Transaction Export[^]*Get Many Historical Rewards/],
	[/Zapier/, /_Catch Hook_/],
	[/AWS Lambda/, /notify/],
	[/upgrade or remove/, /workflows and credentials stay[^]*npm uninstall/],
	[/try an alert/, /_Fetch Test Event_[^]*"Sample: "/],
	[/events of the past/, /_Start From_/],
	[/channels are there/, /Discord[^]*Telegram/],
	[/confirmations/, /no confirmations to wait for/],
	[/hold in the past/, /\| `blockNumber` \|/],
	[/dollars or euros/, /\| `currency` \|/],
	[/AI model/, /chat model that can call tools/],
	[/secret of webhooks/, /read again/],
];

describe('docs/questions.md', () => {
	const from = path.join(ROOT, 'docs/questions.md');
	const lines = readFileSync(from, 'utf8').split('\n');
	const questions = lines.flatMap((line) => {
		const [, question, target] = /^\d+\. \*\*(.+\?)\*\* .*\]\(([^)]+)\)$/.exec(line) ?? [];
		return question ? [[question, target] as const] : [];
	});

	test('answers 45 questions in two hops from README', () => {
		expect(readFileSync(path.join(ROOT, 'README.md'), 'utf8')).toContain('](docs/questions.md)');
		expect(new Set(questions.map(([question]) => question)).size).toBeGreaterThanOrEqual(45);
	});

	test.each(questions)('%s', (question, target) => {
		const [page, anchor] = target.split('#');
		const text = readFileSync(path.join(ROOT, 'docs', page), 'utf8');
		const lead = [...text.matchAll(/^#{1,6} (.+)$/gm)].find(([, one]) => slugOf(one) === anchor);
		expect(lead).toBeDefined();
		const [answer] = text.slice(lead!.index + lead![0].length).split(/^#{1,6} /m);
		const expected = ANSWERS.find(([words]) => words.test(question))?.[1] ?? /\w{3}/;
		expect(answer).toMatch(expected);
	});

	test('has all questions of old', () => {
		const missing = ANSWERS.filter(([words]) => !questions.some(([one]) => words.test(one)));
		expect(missing).toEqual([]);
	});
});

describe('README', () => {
	const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8');

	test('can be read in a minute: at most 900 words', () => {
		expect(readme.split(/\s+/).length).toBeLessThanOrEqual(900);
	});

	test('keeps the commands that set everything up', () => {
		expect(readme).toContain('npm ci --ignore-scripts && npm start');
	});

	test('has a source for each cell on this package, and the figures of the measurements', () => {
		const [, section] = readme.split('## Beside other ways');
		const rows = [...section.split('\n## ')[0].matchAll(/^\| (?!-|\|)(.+) \|$/gm)].map(([, row]) =>
			row.split(' | '),
		);
		expect(rows.length).toBeGreaterThan(3);
		for (const [, own] of rows) expect(own).toMatch(/\]\(docs\//);
		const measured = readFileSync(path.join(ROOT, 'docs/performance.md'), 'utf8');
		for (const [figure] of section.matchAll(/\d+\.\d+ s\b/g)) expect(measured).toContain(figure);
	});
});

test('links of the nodes and the credential lead to pages of the repository', () => {
	const sources = filesOf('nodes/*.json', 'nodes/**/*.json', 'nodes/**/*.ts', 'credentials/*.ts');
	const links = sources.flatMap((file) => {
		const text = readFileSync(path.join(ROOT, file), 'utf8');
		return [...text.matchAll(/https:\/\/github\.com\/[^\s'"`)]+/g)].map(([link]) => link);
	});
	const own = links.filter((link) => link.startsWith(`${REPOSITORY}/blob/main/`));
	expect(own.length).toBeGreaterThan(0);
	const targets = own.map((link) => link.slice(`${REPOSITORY}/blob/main/`.length));
	const readme = path.join(ROOT, 'README.md');
	expect(targets.flatMap((target) => mistakeIn(target, readme) ?? [])).toEqual([]);
});

test.each(FAILURE_KINDS)('an error of kind %s links to its section of the documents', (kind) => {
	const target = troubleshootingUrl(kind).slice(`${REPOSITORY}/blob/main/`.length);
	expect(mistakeIn(target, path.join(ROOT, 'README.md'))).toBeUndefined();
});

test('the Docs link of a node leads to the page on that node', () => {
	const nodes = ['Avalanche', 'AvalancheRpc', 'AvalancheTrigger', 'AvalancheWebhookTrigger'];
	const pages = nodes.map((node) => {
		const codex = readFileSync(path.join(ROOT, `nodes/${node}/${node}.node.json`), 'utf8');
		const { resources } = JSON.parse(codex) as {
			resources: { primaryDocumentation: Array<{ url: string }> };
		};
		return resources.primaryDocumentation.map(({ url }) => url.split('/').at(-1));
	});
	expect(pages).toEqual([['operations.md'], ['operations.md'], ['triggers.md'], ['webhooks.md']]);
});
