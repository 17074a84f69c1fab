import LinkifyIt from 'linkify-it';
import MarkdownIt from 'markdown-it';
import tlds from 'tlds';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

/** Text as a reader sees it, rendered by third-party engines. */

const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyIP: true, fuzzyEmail: true }).tlds(tlds);
const markdownIt = new MarkdownIt({ html: true, linkify: true, breaks: true });
markdownIt.linkify.tlds(tlds);

/** Links, mentions, hashtags, commands and emoji codes that clients recognize in plain text. */
export function recognized(text: string): string[] {
	return [
		...(linkify.match(text) ?? []).map(({ raw }) => raw),
		...(text.match(/[@＠#~][\p{L}\p{N}_]+/gu) ?? []),
		...(text.match(/(?<=^|\s)\/\p{L}+/gu) ?? []),
		// Telegram: commands and cashtags (TDLib, MessageEntity.cpp).
		...(text.match(/(?<![\w/<>])\/\w{1,64}(?![/<>])/g) ?? []),
		...(text.match(/(?<![\w$])\$(1INCH|[A-Z]{1,8})(?![\w$])/g) ?? []),
		...(text.match(/(?<!\d):[a-z0-9_+-]+:/giu) ?? []),
		...(text.match(/\{\{/g) ?? []),
	];
}

/** Elements after which a text does not go on. */
const BLOCKS = new Set(['p', 'br', 'h2', 'th', 'td', 'tr']);

type Node = DefaultTreeAdapterTypes.Node;

/** The elements and the text of a fragment of HTML. */
export function parsedHtml(source: string): { tags: string[]; links: string[]; text: string } {
	const parsed = { tags: [] as string[], links: [] as string[], text: '' };
	const visit = (node: Node): void => {
		if ('value' in node) parsed.text += node.value;
		if ('tagName' in node) {
			parsed.tags.push(node.tagName);
			for (const { name, value } of node.attrs) {
				if (name === 'href') parsed.links.push(value);
				else if (name !== 'align') parsed.tags.push(`${node.tagName} ${name}`);
			}
		}
		if ('childNodes' in node) node.childNodes.forEach(visit);
		if ('tagName' in node && BLOCKS.has(node.tagName)) parsed.text += '\n';
	};
	visit(parseFragment(source));
	return parsed;
}

/** The elements and the text of rendered Markdown, without the paragraph around it. */
export function parsedMarkdown(source: string): ReturnType<typeof parsedHtml> {
	const { tags, ...rest } = parsedHtml(markdownIt.render(source));
	return { ...rest, text: rest.text.trimEnd(), tags: tags.filter((tag) => tag !== 'p') };
}
