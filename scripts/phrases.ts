import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { reRankSearchResults } from '@n8n/utils/search/re-rank-search-results';
import { sublimeSearch } from '@n8n/utils/search/sublime-search';
import type { ICredentialType, INodeType, INodeTypeDescription as Type } from 'n8n-workflow';
import { createRandom } from '../core/testing/random';
import { codexOf } from './build/aliases';

/**
 * Counts the phrases of users (test/package/phrases.json) that find the right node among the first three
 * entries of n8n's node panel, and prints both halves with the phrases that miss; `--seen` is the half to
 * improve aliases with, `--unseen` the figures alone of the other and of freshPhrases.json, which was
 * gathered from other sources later. It also prints for how many names of n8n's own
 * nodes a node of ours is among the first three; the status is 1 if these are too many. The entries are those of the n8n that
 * `npm run n8n` installs (without it, the status is 75), searched as its editor does outside the view of AI;
 * the packages that n8n offers from its server are not among them.
 */

const ROOT = path.resolve(__dirname, '..');
const MODULES = path.join(ROOT, '.cache/n8n/node_modules');
const OWN = ['Avalanche', 'AvalancheRpc', 'AvalancheTrigger', 'AvalancheWebhookTrigger'];
const HALF = 100;
/** Names for which ours was among the first three with aliases of one word, and how many more may be. */
const FORMER = ['Crypto', 'Webhook'];
const MOST_NAMES = 10;
type Phrase = { phrase: string; nodes: string[] };

const read = <T>(...file: string[]) => JSON.parse(readFileSync(path.join(...file), 'utf8')) as T;

/** Entries of the panel: the newest version of each node, with the trigger in the entry of its node. */
function panelEntries() {
	const types = ['n8n-nodes-base', '@n8n/n8n-nodes-langchain'].flatMap((name) => {
		const all = read<Type[]>(MODULES, name, 'dist/types/nodes.json');
		return all.map((type): Type => ({ ...type, name: `${name}.${type.name}` }));
	});
	const own = OWN.map((folder): Type => {
		const file = path.join(ROOT, 'nodes', folder, `${folder}.node`);
		// eslint-disable-next-line @typescript-eslint/no-require-imports -- without an ending it is the JSON
		const module = require(`${file}.ts`) as Record<string, new () => INodeType>;
		return { ...new module[folder]().description, codex: codexOf(`${file}.json`) };
	});
	const versionOf = ({ version }: Type) => Math.max(...[version].flat());
	const all = [...types, ...own].sort((a, b) => versionOf(a) - versionOf(b));
	const newest = new Map(all.filter(({ hidden }) => !hidden).map((type) => [type.name, type]));
	const calls = read<ICredentialType[]>(MODULES, 'n8n-nodes-base/dist/types/credentials.json')
		.filter(({ httpRequestNode: call }) => call && !call.hidden)
		.map(({ name, httpRequestNode: call }) => ({ name, displayName: call!.name, codex: {} }));
	const isTrigger = (type?: Type) => type?.group.includes('trigger') ?? true;
	const listed = [...newest.values()].filter((type) => {
		const { AI: ai = [] } = type.codex?.subcategories ?? {};
		if (type.codex?.categories?.includes('AI') && !ai.includes('Root Nodes')) return false;
		return !isTrigger(type) || isTrigger(newest.get(type.name.replace('Trigger', '')));
	});
	return [...calls, ...listed].map((type) => ({ key: type.name, properties: type }));
}

/** Popularity of nodes, 0 to 100, which the editor adds to the score of a match. */
function popularityOfNodes(): Record<string, number> {
	const assets = path.join(MODULES, 'n8n-editor-ui/dist/assets');
	const found = readdirSync(assets)
		.filter((file) => file.endsWith('.js'))
		.map((file) => readFileSync(path.join(assets, file), 'utf8'))
		.flatMap((text) => [...text.matchAll(/\{id:[`"]([^`"]+)[`"],popularity:([\d.]+)\}/g)]);
	if (found.length === 0) throw new Error('The editor of n8n has no popularity of nodes.');
	return Object.fromEntries(found.map(([, name, share]) => [name, Number(share) * 100]));
}

type Entries = ReturnType<typeof panelEntries>;
type Search = (text: string, entries: Entries) => Entries;

/** Checks what searches for the names of n8n's own nodes find: prints it, and returns if it is in bounds. */
function namesInBounds(entries: Entries, first: Search): boolean {
	const isOwn = ({ properties }: Entries[number]) => properties.displayName.startsWith('Avalanche');
	const others = entries.filter((entry) => !isOwn(entry));
	const names = [...new Set(others.map(({ properties }) => properties.displayName))];
	const found = names.filter((name) => first(name, entries).some(isOwn));
	const lost = names.filter((name) => first(name, entries)[0] !== first(name, others)[0]);
	const more = found.filter((name) => !FORMER.includes(name));
	console.log(
		`names of ${names.length} nodes of n8n: ours is among the first three for ${more.length} more`,
	);
	console.log(
		`  ${more.join(', ')}; and first in place of n8n's own for ${lost.join(', ') || 'none'}`,
	);
	return lost.length === 0 && more.length <= MOST_NAMES;
}

function main(): void {
	const options = { seen: { type: 'boolean' }, unseen: { type: 'boolean' } } as const;
	const { values: only } = parseArgs({ options });
	process.exitCode = existsSync(MODULES) ? 0 : 75;
	if (process.exitCode) return console.error(`n8n is not in ${MODULES}: npm run n8n installs it.`);
	const entries = panelEntries();
	const popularity = popularityOfNodes();
	const first: Search = (text, among) =>
		reRankSearchResults(sublimeSearch(text, among), { popularity })
			.slice(0, 3)
			.map(({ item }) => among.find(({ key }) => key === item.key)!);
	if (!namesInBounds(entries, first)) process.exitCode = 1;
	const { next } = createRandom('phrases').stream('halves');
	const halves = read<Phrase[]>(ROOT, 'test/package/phrases.json')
		.map((phrase) => ({ ...phrase, at: next() }))
		.sort((a, b) => a.at - b.at);
	const searched = [...halves, ...read<Phrase[]>(ROOT, 'test/package/freshPhrases.json')].map(
		({ phrase, nodes }) => {
			const found = first(phrase, entries);
			const right = nodes.map((name) => name.replace('avalancheTrigger', 'avalanche'));
			const names = found.map(({ properties }) => properties.displayName).join(', ') || 'nothing';
			return { hit: found.some(({ key }) => right.includes(key)), line: `  ${phrase}: ${names}\n` };
		},
	);
	for (const name of ['seen', 'unseen', 'fresh'] as const) {
		const part = searched.splice(0, HALF);
		if ((only.seen && name !== 'seen') || (only.unseen && name === 'seen')) continue;
		const missed = part.filter(({ hit }) => !hit);
		process.stdout.write(`${name}: ${part.length - missed.length} of ${part.length}\n`);
		if (!only.unseen) process.stdout.write(missed.map(({ line }) => line).join(''));
	}
}

main();
