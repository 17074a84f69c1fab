import { catalogue, describeOperation } from '../../core/operations';
import {
	columnOf,
	type FieldInfo,
	fieldsOf,
	infoOf,
	type Operation,
} from '../../core/operations/declare';
import { actions as avalancheActions } from '../../nodes/Avalanche/actions';
import { actions as rpcActions } from '../../nodes/AvalancheRpc/actions';
import type { Action } from '../../nodes/shared/action';
import { exampleKey } from './exampleOutputs';
import { byName, code, sentence, table } from './markdown';
import { outputFields } from './outputFields';
import { commonParameters, propertyRows } from './propertyRows';

/** The sections of docs/operations.md: one an operation. */

type Outputs = ReadonlyMap<string, unknown>;

interface NodeActions {
	id: Operation['node'];
	title: string;
	actions: readonly Action[];
}

/** The action nodes with what they offer. */
export const NODES: readonly NodeActions[] = [
	{ id: 'avalanche', title: 'Avalanche', actions: avalancheActions },
	{ id: 'avalancheRpc', title: 'Avalanche RPC', actions: rpcActions },
];

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

/** Actions that are made of operations: what they ask for, and whose answer they hand on. */
const BUILT: Readonly<Record<string, { facts: string[]; answer?: string }>> = {
	'Transaction Export > Start and Wait': {
		facts: [
			'- Call: Start, then Get until the export has ended, then the download where it is wanted',
			'- Cost: 20 compute units for the start and 10 each time that the state is read',
			'- Spec: Chain data: Operations',
		],
		answer: 'export.get',
	},
	'Signature > Verify': {
		facts: [
			'- Call: `platform.getValidatorsAt` on `/ext/bc/P` of the node, or none where the validators are given',
			'- Cost: none',
		],
	},
	'Custom Call > Call': {
		facts: ['- Call: the method that is given, of the node', '- Cost: none'],
	},
};

function callOf(operation: Operation): string {
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

function costOf({ cost }: Operation): string {
	if (cost === undefined) return 'none that the service publishes';
	return `${cost} compute ${cost === 1 ? 'unit' : 'units'} a call`;
}

function factsOf(operation: Operation): string[] {
	const { paging, items, simplify, service, id, spec } = operation;
	const list = paging?.items ?? items;
	return [
		`- Call: ${callOf(operation)} of the ${SERVICES[service]}`,
		`- Id: ${code(id)}`,
		...(list ? [`- Items: one for each entry of ${code(list)}`] : []),
		...(paging ? [`- Paging: ${PAGING[paging.style]}`] : []),
		`- Cost: ${costOf(operation)}`,
		...(simplify
			? [`- Simplify keeps: ${simplify.map((one) => code(columnOf(one).column)).join(', ')}`]
			: []),
		`- Spec: ${spec}`,
	];
}

function exampleBlock(item: unknown): string[] {
	if (item === undefined) return [];
	return ['Example output:', '', '```json', JSON.stringify(item, null, 2), '```', ''];
}

function outputSection(operation: Operation): string[] {
	const rows = outputFields(operation);
	if (rows.length === 0) return [];
	return [...table(['Output field', 'Type', 'What it is'], rows), ''];
}

/** The operation behind an action, where it has one of its own. */
function operationOf(node: Operation['node'], action: Action): Operation | undefined {
	return catalogue.find(
		(one) =>
			one.node === node && one.resource === action.resource && one.operation === action.operation,
	);
}

function section(node: Operation['node'], action: Action, outputs: Outputs): string[] {
	const { resource, operation: name } = action;
	const operation = operationOf(node, action);
	const built = BUILT[`${resource} > ${name}`];
	const answer = operation ?? catalogue.find(({ id }) => id === built?.answer);
	const deprecated = operation?.deprecated;
	const rows = [
		...(operation ? fieldsOf(operation).map((key) => fieldRow(key, infoOf(operation, key))) : []),
		...propertyRows(action.properties, operation ? fieldsOf(operation) : []),
	];
	return [
		`#### ${name}`,
		'',
		...(deprecated ? [`**Deprecated**: ${sentence(deprecated)}`, ''] : []),
		sentence(operation?.description ?? action.description),
		'',
		...(operation ? factsOf(operation) : (built?.facts ?? [])),
		'',
		...(rows.length === 0
			? ['It takes no parameters of its own.']
			: table(['Parameter', 'Key', 'Required', 'What it is'], rows)),
		'',
		...(answer ? outputSection(answer) : []),
		...exampleBlock(outputs.get(exampleKey(node, resource, name))),
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
	for (const { id, title, actions } of NODES) {
		lines.push(`## ${title}`, '');
		const resources = [...new Set(actions.map(({ resource }) => resource))];
		for (const resource of resources.sort(byName((one) => one))) {
			lines.push(`### ${resource}`, '');
			const own = actions.filter((action) => action.resource === resource);
			for (const action of own.sort(byName(({ operation }) => operation))) {
				lines.push(...section(id, action, outputs));
			}
		}
	}
	return `${lines.join('\n').trimEnd()}\n`;
}
