import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { catalogue, describeOperation } from '../../core/operations';
import {
	columnOf,
	type FieldInfo,
	type Operation,
	fieldsOf,
	infoOf,
} from '../../core/operations/declare';
import { actions as avalancheActions } from '../../nodes/Avalanche/actions';
import { actions as rpcActions } from '../../nodes/AvalancheRpc/actions';
import type { Action } from '../../nodes/shared/action';

/** The documents that are made from the declarations. */

const ROOT = path.resolve(__dirname, '../..');
const BEGIN = '<!-- operations:begin -->';
const END = '<!-- operations:end -->';

const NODES: ReadonlyArray<{ id: Operation['node']; title: string; actions: readonly Action[] }> = [
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

function byName<Item>(name: (item: Item) => string) {
	return (a: Item, b: Item) => name(a).localeCompare(name(b), 'en');
}

function cell(text: string): string {
	return text.replaceAll('|', '\\|').replace(/\s+/g, ' ').trim();
}

function table(head: string[], rows: string[][]): string[] {
	const line = (cells: string[]) => `| ${cells.map(cell).join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}

function code(text: unknown): string {
	return `\`${String(text)}\``;
}

function sentence(text: string): string {
	return text === '' || /[.!?]$/.test(text) ? text : `${text}.`;
}

function callOf(operation: Operation): string {
	const { method, path: template, endpoint, rpcMethod } = describeOperation(operation);
	return method ? code(`${method} ${template}`) : `${code(rpcMethod)} on ${code(endpoint)}`;
}

function fieldRow(key: string, info: FieldInfo): string[] {
	const choices = (info.choices ?? []).map(({ value }) => code(value)).join(', ');
	const about = [
		info.deprecated ? `**Deprecated**: ${sentence(info.deprecated)}` : '',
		sentence(info.description),
		choices && !info.rule.startsWith('must be one of') ? `Known values: ${choices}.` : '',
		`Rule: ${sentence(info.rule)}`,
		info.default === undefined || info.default === '' ? '' : `Default: ${code(info.default)}.`,
	];
	return [info.label, code(key), info.required ? 'yes' : 'no', about.filter(Boolean).join(' ')];
}

function operationSection(operation: Operation): string[] {
	const fields = fieldsOf(operation).map((key) => fieldRow(key, infoOf(operation, key)));
	const facts = [
		`- Call: ${callOf(operation)} of the ${SERVICES[operation.service]}`,
		`- Id: ${code(operation.id)}`,
		...(operation.paging ? [`- Paging: ${PAGING[operation.paging.style]}`] : []),
		...(operation.cost === undefined
			? []
			: [`- Cost: ${operation.cost} compute ${operation.cost === 1 ? 'unit' : 'units'} a call`]),
		...(operation.simplify
			? [
					`- Simplify keeps: ${operation.simplify.map((one) => code(columnOf(one).column)).join(', ')}`,
				]
			: []),
	];
	return [
		`#### ${operation.operation}`,
		'',
		...(operation.deprecated ? [`**Deprecated**: ${sentence(operation.deprecated)}`, ''] : []),
		sentence(operation.description),
		'',
		...facts,
		'',
		...(fields.length === 0
			? ['It takes no parameters.']
			: table(['Parameter', 'Key', 'Required', 'What it is'], fields)),
		'',
	];
}

function actionSection(action: Action): string[] {
	return [`#### ${action.operation}`, '', sentence(action.description), ''];
}

/** docs/operations.md. */
export function operationsReference(): string {
	const lines = [
		'# Operations',
		'',
		`Every operation of the two nodes, made from the declarations in \`core/operations\` by \`npm run docs\`.`,
		'',
	];
	for (const { id, title, actions } of NODES) {
		lines.push(`## ${title}`, '');
		const resources = [...new Set(actions.map(({ resource }) => resource))].sort(
			byName((one) => one),
		);
		for (const resource of resources) {
			lines.push(`### ${resource}`, '');
			const own = actions
				.filter((action) => action.resource === resource)
				.sort(byName((action) => action.operation));
			for (const action of own) {
				const operation = catalogue.find(
					(one) =>
						one.node === id && one.resource === resource && one.operation === action.operation,
				);
				lines.push(...(operation ? operationSection(operation) : actionSection(action)));
			}
		}
	}
	return `${lines.join('\n').trimEnd()}\n`;
}

/** The table of README.md: every node's resources and their operations. */
export function operationsTable(): string {
	const rows = NODES.flatMap(({ title, actions }) => {
		const resources = [...new Set(actions.map(({ resource }) => resource))].sort(
			byName((one) => one),
		);
		return resources.map((resource) => {
			const names = actions
				.filter((action) => action.resource === resource)
				.map(({ operation }) => operation)
				.sort(byName((one) => one));
			return [title, resource, names.join(', ')];
		});
	});
	return table(['Node', 'Resource', 'Operations'], rows).join('\n');
}

/** README.md with a fresh table between its markers; unchanged where it has none. */
export function withTable(readme: string): string {
	const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)];
	if (begin < 0 || end < begin) return readme;
	const before = readme.slice(0, begin + BEGIN.length);
	return `${before}\n\n${operationsTable()}\n\n${readme.slice(end)}`;
}

/** Writes docs/operations.md and the table in README.md. */
export function writeDocs(): void {
	writeFileSync(path.join(ROOT, 'docs/operations.md'), operationsReference());
	const readme = path.join(ROOT, 'README.md');
	if (existsSync(readme)) writeFileSync(readme, withTable(readFileSync(readme, 'utf8')));
}
