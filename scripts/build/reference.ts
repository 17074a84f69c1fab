import {
	type AnyOperation,
	addedColumns,
	columnsOf,
	describeOperation,
	type FieldInfo,
	type Operation,
	valuesText,
	versionsText,
} from '../../core';
import { infoOf } from '../../core/fields/fieldSet';
import type { ActionForm } from '../../nodes/shared/action';
import { exampleKey } from './exampleOutputs';
import { byName, code, sentence, table } from './markdown';
import { NODES, operationsOf } from './menus';
import { outputFields } from './outputFields';
import { commonParameters, propertyRows } from './propertyRows';
import { formSchema } from './schemas';

/** The reference of the operations: a page for each menu group, a section for each menu entry. */

type Outputs = ReadonlyMap<string, unknown>;

const SERVICES: Record<Operation['service'], string> = {
	data: 'chain data service',
	metrics: 'metrics service',
	node: 'node',
};

const PAGING: Record<NonNullable<Operation['paging']>['style'], string> = {
	token: 'by page token',
	utxo: 'by the last UTXO of a page (`endIndex`)',
	range: 'by container index',
};

function callOf(operation: AnyOperation): string {
	const { method, path: template, endpoint, rpcMethod } = describeOperation(operation);
	return method ? code(`${method} ${template}`) : `${code(rpcMethod)} on ${code(endpoint)}`;
}

function fieldRow(key: string, info: FieldInfo): string[] {
	const choices = (info.choices ?? []).map(({ value }) => code(value)).join(', ');
	const about = [
		info.deprecated ? `**Deprecated**: ${sentence(info.deprecated)}` : '',
		info.versions ? `**${sentence(versionsText(info.versions))}**` : '',
		sentence(info.description),
		info.limited ? sentence(valuesText(info.limited)) : '',
		choices && !/^must be one (or more )?of /.test(info.rule) ? `Known values: ${choices}.` : '',
		`Rule: ${sentence(info.rule)}`,
		info.default === undefined || info.default === '' ? '' : `Default: ${code(info.default)}.`,
		info.placeholder ? `Example: ${code(info.placeholder)}.` : '',
	];
	return [info.label, code(key), info.required ? 'yes' : 'no', about.filter(Boolean).join(' ')];
}

function costOf({ cost }: AnyOperation): string {
	if (cost === undefined) return 'not published by the service';
	return `${cost} compute ${cost === 1 ? 'unit' : 'units'} per call`;
}

function factsOf(operations: readonly AnyOperation[]): string[] {
	const [operation] = operations;
	const { paging, items, service, spec } = operation;
	const columns = columnsOf(operation);
	const added = addedColumns(operation);
	const all = operation.columns || operation.rows ? '' : ' every field';
	return [
		...operations.map(
			(each) =>
				`- Call${each.transport ? ` (${each.transport.name})` : ''}: ${callOf(each)} of the ${SERVICES[service]}`,
		),
		...(operation.call.ownNode
			? ['- Requires a node of your own: public endpoints are rejected']
			: []),
		`- Id: ${operations.map(({ id }) => code(id)).join(', ')}`,
		...(items ? [`- Items: one for each entry of ${code(items)}`] : []),
		...(paging ? [`- Paging: ${PAGING[paging.style]}`] : []),
		`- Cost: ${costOf(operation)}`,
		...(columns
			? [`- Simplify keeps${all}: ${columns.map(({ name }) => code(name)).join(', ')}`]
			: []),
		...(added.length > 0
			? [`- Simplify adds, if the service has them: ${added.map(code).join(', ')}`]
			: []),
		`- Spec: ${spec}`,
	];
}

function exampleBlock(item: unknown): string[] {
	if (item === undefined) return [];
	return ['Example output:', '', '```json', JSON.stringify(item, null, 2), '```', ''];
}

function outputSection(node: Operation['node'], form: ActionForm): string[] {
	const rows = outputFields(formSchema(node, form));
	if (rows.length === 0) return [];
	return [...table(['Output field', 'Type', 'What it is'], rows), ''];
}

/** The anchors of a section: the ids of its operations, or what an entry without them would have. */
function anchorsOf(operations: readonly AnyOperation[], form: ActionForm): string[] {
	return operations.length > 0 ? operations.map(({ id }) => id) : [anchorOf(form)];
}

/** The id of a menu entry's default operation: the values that workflows save, which never change. */
function anchorOf({ resource, entry }: ActionForm): string {
	return `${resource.value}.${entry.value}`;
}

function section(node: Operation['node'], form: ActionForm, outputs: Outputs): string[] {
	const { resource, entry } = form;
	const operations = operationsOf(node, form);
	const [operation] = operations as [AnyOperation?, ...AnyOperation[]];
	const versions = operation?.versions;
	const keys = operation?.input.keys ?? [];
	const rows = [
		...(operation ? keys.map((key) => fieldRow(key, infoOf(operation.input, key))) : []),
		...propertyRows(form.properties, keys),
	];
	return [
		...anchorsOf(operations, form).map((name) => `<a id="${name}"></a>`),
		'',
		`## ${entry.name}`,
		'',
		...(versions
			? [`[Versions](../${VERSIONS_PAGE}): **${sentence(versionsText(versions))}**`, '']
			: []),
		sentence(operation?.description ?? form.description),
		'',
		...(operation ? factsOf(operations) : (form.reference ?? [])),
		'',
		...(rows.length === 0
			? ['It has no parameters.']
			: table(['Parameter', 'Key', 'Required', 'What it is'], rows)),
		'',
		...outputSection(node, form),
		...exampleBlock(outputs.get(exampleKey(node, resource.value, entry.value))),
	];
}

/** A menu group of a node with its forms in the order of their names. */
interface Group {
	node: Operation['node'];
	title: string;
	resource: ActionForm['resource'];
	forms: readonly ActionForm[];
}

/** The menu groups of all nodes, in the order of nodes and names. */
export function groups(): Group[] {
	return NODES.flatMap(({ id: node, title, forms }) => {
		const resources = new Map(forms.map(({ resource }) => [resource.value, resource]));
		return [...resources.values()].sort(byName(({ name }) => name)).map((resource) => {
			const own = forms.filter((form) => form.resource.value === resource.value);
			return { node, title, resource, forms: own.sort(byName(({ entry }) => entry.name)) };
		});
	});
}

/** The page of a menu group beside docs: its name follows from the value that workflows save. */
export function pageOf({ value }: ActionForm['resource']): string {
	return `operations/${value.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.md`;
}

/** A link to the section of a menu entry. */
function linkTo(page: string, form: ActionForm): string {
	return `[${form.entry.name}](${page}#${anchorOf(form)})`;
}

function resourcePage({ node, title, resource, forms }: Group, outputs: Outputs): string {
	const lines = [
		`# ${resource.name}`,
		'',
		`The operations of ${title} > ${resource.name}: ${forms.map((form) => linkTo('', form)).join(', ')}. [All operations](../${INDEX}); [parameters of every operation](../${INDEX}#in-every-operation).`,
		'',
		...forms.flatMap((form) => section(node, form, outputs)),
	];
	return text(lines);
}

function indexPage(): string {
	const lines = [
		'# Operations',
		'',
		'Every operation of the two nodes, one page per resource, generated from the declarations in `core/subjects` by `npm run docs`.',
		'The examples are outputs with _Simplify_ on, from the [local services](../emulator/README.md); long texts end in …, and lists are cut after two entries.',
		'',
		'## In every operation',
		'',
		...table(['Parameter', 'Key', 'Required', 'What it is'], commonParameters()),
		'',
	];
	for (const { title } of NODES) {
		const rows = groups()
			.filter((group) => group.title === title)
			.flatMap(({ resource, forms }) =>
				forms.map((form) => {
					const page = pageOf(resource);
					return [`[${resource.name}](${page})`, linkTo(page, form), form.action];
				}),
			);
		lines.push(`## ${title}`, '', ...table(['Resource', 'Operation', 'What it does'], rows), '');
	}
	return text(lines);
}

const INDEX = 'operations.md';
/** The page of versions, beside the index. */
export const VERSIONS_PAGE = 'versions.md';

function text(lines: string[]): string {
	return `${lines.join('\n').trimEnd()}\n`;
}

/**
 * The reference by file name in docs: the index, and a page for each menu group, with an example output
 * of each operation (see `exampleOutputs`).
 */
export function operationsReference(outputs: Outputs): Map<string, string> {
	const pages = groups().map((group) => [pageOf(group.resource), resourcePage(group, outputs)]);
	return new Map([[INDEX, indexPage()], ...(pages as Array<[string, string]>)]);
}
