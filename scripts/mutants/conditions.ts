/** Mutants of conditions that are text, as DynamoDB reads them: each comparison turned, each operand dropped. */

interface Node {
	type: string;
	value?: unknown;
	elements?: Array<Node | null>;
	quasis?: Array<{ value: { raw: string } }>;
	expressions?: Node[];
}

/** Characters that stand for the expressions of a template. */
const HOLES = '\uE000\uE001\uE002\uE003';
const HOLE = new RegExp(`[${HOLES}]`);
const OPERAND = new RegExp(
	`^(\\w+\\([\\w, :]+\\)|\\w+ ([<>]?=|[<>]) :\\w+|\\w+ BETWEEN :\\w+ AND :\\w+|${HOLE.source})$`,
);
/** The AND of a BETWEEN joins no operands. */
const JOINT = /(?<!BETWEEN :\w+)( OR | AND )/;

/** The replacements of a comparison or function. */
const TURNED: Readonly<Record<string, readonly string[]>> = {
	'=': ['<', '<='],
	'<': ['<=', '='],
	'<=': ['<', '='],
	'>=': ['>', '='],
	'>': ['>=', '='],
	attribute_exists: ['attribute_not_exists'],
	attribute_not_exists: ['attribute_exists'],
};
const TURNABLE = /(?<=\w )([<>]?=|[<>])(?= :)|attribute_(not_)?exists/g;

function textOf(node: Node | null): string | undefined {
	const { type, value, quasis = [] } = node ?? { type: 'none' };
	if (type === 'StringLiteral') return value as string;
	if (type !== 'TemplateLiteral') return undefined;
	return quasis.map(({ value: { raw } }, at) => (at > 0 ? HOLES[at - 1] : '') + raw).join('');
}

/** The operands of a condition, with the words between them; none of another text. */
function partsOf(text: string | undefined): string[] {
	const parts = text?.split(JOINT) ?? [];
	const isOne = parts.every((part, at) => at % 2 === 1 || OPERAND.test(part));
	return isOne && !HOLES.includes(parts.join('')) ? parts : [];
}

function* otherTexts(text: string, parts: readonly string[]): Generator<string> {
	for (const { 0: found, index } of text.matchAll(TURNABLE)) {
		for (const other of TURNED[found]) {
			yield text.slice(0, index) + other + text.slice(index + found.length);
		}
	}
	for (let at = 0; parts.length > 1 && at < parts.length; at += 2) {
		yield parts.toSpliced(Math.max(0, at - 1), 2).join('');
	}
}

/** A text as a node, with the expressions that are left in it. */
function written(text: string, node: Node): Node {
	if (node.type === 'StringLiteral') return { type: node.type, value: text };
	const quasis = text.split(HOLE).map((raw) => ({ type: 'TemplateElement', value: { raw } }));
	const expressions = node.expressions?.filter((_, at) => text.includes(HOLES[at]));
	return { type: node.type, quasis, expressions };
}

function* mutated(node: Node): Generator<Node> {
	const text = textOf(node) ?? '';
	const parts = partsOf(text);
	if (parts.length > 0) for (const other of otherTexts(text, parts)) yield written(other, node);
	const { elements = [] } = node;
	if (elements.length > 1 && elements.every((one) => partsOf(textOf(one)).length > 0)) {
		for (const gone of elements)
			yield { ...node, elements: elements.filter((one) => one !== gone) };
	}
}

/** A mutator for Stryker's instrumenter. */
export const conditionMutator = {
	name: 'Condition',
	mutate: ({ node }: { node: Node }) => mutated(node),
};
