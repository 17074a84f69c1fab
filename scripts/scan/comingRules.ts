import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';

/**
 * The rules of n8n's lint for community nodes that its published version (0.32) does not have yet. They are read on the built descriptions: n8n's own see only what is written out in a
 * node's file. Source: n8n-io/n8n, packages/@n8n/eslint-plugin-community-nodes/src/rules.
 */

/** Rules that are suggestions there: what breaks them is listed, and fails nothing. */
const SUGGESTIONS: readonly string[] = [
	'non-required-fields-in-collection',
	'open-ended-node-fields',
	'hint-max-length',
];

/** True for a finding that fails the scan. */
export function isError({ rule }: Warning): boolean {
	return !SUGGESTIONS.includes(rule);
}

export interface Warning {
	rule: string;
	/** The node, or package.json. */
	where: string;
	message: string;
}

interface Manifest {
	license?: string;
	repository?: { directory?: string };
}

const CONTAINERS = ['collection', 'fixedCollection'];
const NOT_INPUT = ['notice', 'callout', 'hidden', 'curlImport'];
const SELECTORS = ['resource', 'operation', 'authentication'];
const LONGEST_HINT = 120;
const CORE_COLOR = '#ff6d5a';
/** n8n's categories of nodes: https://docs.n8n.io/integrations/creating-nodes/build/reference/node-codex-files/ */
const CATEGORIES = [
	'Analytics',
	'Communication',
	'Core Nodes',
	'Cybersecurity',
	'Data & Storage',
	'Development',
	'Finance & Accounting',
	'Marketing & Content',
	'Miscellaneous',
	'Productivity',
	'Sales',
	'Utility',
];

/** Warnings on package.json. */
export function packageWarnings({ license, repository }: Manifest): Warning[] {
	const found: Warning[] = [];
	const add = (rule: string, message: string) =>
		found.push({ rule, where: 'package.json', message });
	if (repository?.directory !== undefined) add('no-monorepo', 'repository.directory is set');
	if (license !== 'MIT') add('require-mit-license', `The licence is ${license ?? 'not set'}`);
	return found;
}

/** Every property of a form, those in collections included. */
function everywhere(properties: readonly INodeProperties[]): INodeProperties[] {
	return properties.flatMap((property) => [
		property,
		...(CONTAINERS.includes(property.type)
			? everywhere(
					(property.options ?? []).flatMap((option) =>
						'values' in option ? option.values : [option as INodeProperties],
					),
				)
			: []),
	]);
}

/** Warnings on the description of a node. */
export function nodeWarnings(description: INodeTypeDescription): Warning[] {
	const { name, properties, credentials = [], defaults, codex } = description;
	const found: Warning[] = [];
	const add = (rule: string, message: string) => found.push({ rule, where: name, message });
	if (credentials.length > 1) {
		add('single-credential-per-node', `${credentials.length} types of credential`);
	}
	for (const { name: field, type, required } of properties) {
		if (required || SELECTORS.includes(field)) continue;
		if ([...CONTAINERS, ...NOT_INPUT].includes(type)) continue;
		add('non-required-fields-in-collection', `"${field}" is not required, and not in a collection`);
		if (type === 'json') add('open-ended-node-fields', `"${field}" is optional JSON`);
	}
	for (const { name: field, hint = '' } of everywhere(properties)) {
		if (hint.length > LONGEST_HINT) {
			add('hint-max-length', `The hint of "${field}" has ${hint.length} characters`);
		}
	}
	if (String(defaults.color).toLowerCase() === CORE_COLOR) {
		add('node-class-description-non-core-color', "The colour is that of n8n's own nodes");
	}
	for (const category of codex?.categories ?? []) {
		if (category === 'AI') add('no-ai-codex-category', 'The category AI is for AI nodes');
		else if (!CATEGORIES.includes(category)) {
			add('valid-codex-categories', `"${category}" is not a category of n8n`);
		}
	}
	if (codex?.subcategories) add('no-codex-subcategories', 'Subcategories are set');
	return found;
}

/** The warnings as lines: one a rule and node, with the number and the first few. */
export function warningLines(warnings: readonly Warning[]): string[] {
	const groups = new Map<string, string[]>();
	for (const { rule, where, message } of warnings) {
		const key = `${where}  ${rule}`;
		groups.set(key, [...(groups.get(key) ?? []), message]);
	}
	return [...groups].map(([key, messages]) => {
		const distinct = [...new Set(messages)];
		const more = distinct.length > 3 ? `; and ${distinct.length - 3} more` : '';
		return `${key}: ${distinct.slice(0, 3).join('; ')}${more}`;
	});
}
