import {
	type AnyOperation,
	columnsOf,
	describeOperation,
	type FieldInfo,
	infoOf,
	type Operation,
} from '../../core';
import type { ActionForm } from '../../nodes/shared/action';
import { exampleKey } from './exampleOutputs';
import { byName, code, sentence, table } from './markdown';
import { NODES, operationsOf } from './menus';
import { outputFields } from './outputFields';
import { commonParameters, propertyRows } from './propertyRows';
import { formSchema } from './schemas';

/** The sections of docs/operations.md: one for each menu entry. */

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

/** Menu entries that are built on operations: what they request. */
const BUILT: Readonly<Record<string, readonly string[]>> = {
	'transactionExport.startAndWait': [
		'- Call: Start, then Get until the export has ended, then the download where it is wanted',
		'- Cost: 20 compute units for the start and 10 each time that the state is read',
		'- Spec: Chain data: Operations',
	],
	'icmMessage.verifySignedMessage': [
		'- Call: `platform.getValidatorsAt` on `/ext/bc/P` of the node, or none where the validators are given',
		'- Cost: none',
	],
	'customCall.call': ['- Call: the method that is given, of the node', '- Cost: none'],
};

function callOf(operation: AnyOperation): string {
	const { method, path: template, endpoint, rpcMethod } = describeOperation(operation);
	return method ? code(`${method} ${template}`) : `${code(rpcMethod)} on ${code(endpoint)}`;
}

function fieldRow(key: string, info: FieldInfo): string[] {
	const choices = (info.choices ?? []).map(({ value }) => code(value)).join(', ');
	const about = [
		info.deprecated ? `**Deprecated**: ${sentence(info.deprecated)}` : '',
		sentence(info.description),
		choices && !/^must be one (or more )?of /.test(info.rule) ? `Known values: ${choices}.` : '',
		`Rule: ${sentence(info.rule)}`,
		info.default === undefined || info.default === '' ? '' : `Default: ${code(info.default)}.`,
		info.placeholder ? `Example: ${code(info.placeholder)}.` : '',
	];
	return [info.label, code(key), info.required ? 'yes' : 'no', about.filter(Boolean).join(' ')];
}

function costOf({ cost }: AnyOperation): string {
	if (cost === undefined) return 'none that the service publishes';
	return `${cost} compute ${cost === 1 ? 'unit' : 'units'} a call`;
}

function factsOf(operations: readonly AnyOperation[]): string[] {
	const [operation] = operations;
	const { paging, items, service, spec } = operation;
	const columns = columnsOf(operation);
	return [
		...operations.map(
			(each) =>
				`- Call${each.transport ? ` (${each.transport.name})` : ''}: ${callOf(each)} of the ${SERVICES[service]}`,
		),
		`- Id: ${operations.map(({ id }) => code(id)).join(', ')}`,
		...(items ? [`- Items: one for each entry of ${code(items)}`] : []),
		...(paging ? [`- Paging: ${PAGING[paging.style]}`] : []),
		`- Cost: ${costOf(operation)}`,
		...(columns ? [`- Simplify keeps: ${columns.map(({ name }) => code(name)).join(', ')}`] : []),
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

function section(node: Operation['node'], form: ActionForm, outputs: Outputs): string[] {
	const { resource, entry } = form;
	const operations = operationsOf(node, form);
	const [operation] = operations as [AnyOperation?, ...AnyOperation[]];
	const deprecated = operation?.deprecated;
	const keys = operation?.input.keys ?? [];
	const rows = [
		...(operation ? keys.map((key) => fieldRow(key, infoOf(operation.input, key))) : []),
		...propertyRows(form.properties, keys),
	];
	return [
		`#### ${entry.name}`,
		'',
		...(deprecated ? [`**Deprecated**: ${sentence(deprecated)}`, ''] : []),
		sentence(operation?.description ?? form.description),
		'',
		...(operation ? factsOf(operations) : (BUILT[`${resource.value}.${entry.value}`] ?? [])),
		'',
		...(rows.length === 0
			? ['It takes no parameters of its own.']
			: table(['Parameter', 'Key', 'Required', 'What it is'], rows)),
		'',
		...outputSection(node, form),
		...exampleBlock(outputs.get(exampleKey(node, resource.value, entry.value))),
	];
}

/** docs/operations.md, with an example output of each operation (see `exampleOutputs`). */
export function operationsReference(outputs: Outputs): string {
	const lines = [
		'# Operations',
		'',
		'Every operation of the two nodes, made from the declarations in `core/operations` by `npm run docs`.',
		'The examples are what the form gives with _Simplify_ on, from the [local services](../emulator/README.md); long texts end in … and lists after two entries.',
		'',
		'## In every operation',
		'',
		...table(['Parameter', 'Key', 'Required', 'What it is'], commonParameters()),
		'',
	];
	for (const { id, title, forms } of NODES) {
		lines.push(`## ${title}`, '');
		const resources = [...new Set(forms.map(({ resource }) => resource.name))];
		for (const resource of resources.sort(byName((one) => one))) {
			lines.push(`### ${resource}`, '');
			const own = forms.filter((form) => form.resource.name === resource);
			for (const form of own.sort(byName(({ entry }) => entry.name))) {
				lines.push(...section(id, form, outputs));
			}
		}
	}
	return `${lines.join('\n').trimEnd()}\n`;
}
