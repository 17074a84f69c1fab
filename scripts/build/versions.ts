import { type AnyOperation, catalogue, type Output, type Span, type Versions } from '../../core';
import { infoOf } from '../../core/fields/fieldSet';
import type { AnyOutput } from '../../core/fields/outputs';
import { METRICS } from '../../core/subjects/nodeMetric/names';
import { code, table } from './markdown';
import { pageOf } from './reference';

/** The table of node versions in docs: what not every node, or not every chain, has. */

type Part = [what: string, versions: Versions];

/** The parts of a response that only some nodes send, by their paths. */
function partsIn(output: Output, path = ''): Part[] {
	const part = output as AnyOutput;
	const own: Part[] = part.versions ? [[path, part.versions]] : [];
	switch (part.type) {
		case 'object':
			return Object.entries(part.fields).reduce(
				(all, [name, each]) => [...all, ...partsIn(each, path ? `${path}.${name}` : name)],
				own,
			);
		case 'list':
		case 'map':
			return [...own, ...partsIn(part.each, `${path}[]`)];
		case 'byInput':
			return [...own, ...partsIn(part.otherwise, path)];
		default:
			return own;
	}
}

/** Parts with the same versions in one row. */
function grouped(parts: readonly Part[]): Part[] {
	const groups = new Map<Versions, string[]>();
	for (const [what, versions] of parts) {
		groups.set(versions, [...(groups.get(versions) ?? []), code(what)]);
	}
	return [...groups].map(([versions, names]) => [names.join(', '), versions]);
}

function rowsOf([what, versions]: Part): string[][] {
	const { chains, instead = '', source } = versions;
	const spans = chains ? Object.entries(chains) : [['all', {}] as const];
	return spans.map(([chain, own]: readonly [string, Span]) => {
		const { since = '', deprecated = '', removed = '', option = '' } = { ...versions, ...own };
		const when = deprecated === true ? 'yes' : deprecated;
		return [what, chain, since, when, removed, option, instead, source];
	});
}

function linked({ id, resource, entry }: AnyOperation): string {
	return `[${resource.name}: ${entry.name}](${pageOf(resource)}#${id})`;
}

function operationRows(operation: AnyOperation): string[][] {
	const { input, output, versions } = operation;
	const method = operation.call.type === 'rpc' ? operation.call.method : operation.call.path;
	const own: Part[] = versions ? [[code(method), versions]] : [];
	const fields = input.keys.flatMap((key): Part[] => {
		const info = infoOf(input, key);
		return info.versions ? [[key, info.versions]] : [];
	});
	const values = input.keys.flatMap((key): Part[] =>
		Object.entries(infoOf(input, key).limited ?? {}).map(([value, limits]) => [
			`${code(value)} in ${code(key)}`,
			limits,
		]),
	);
	const parts = [...own, ...grouped(fields), ...values, ...grouped(partsIn(output as Output))];
	return parts.flatMap(rowsOf).map((row) => [linked(operation), ...row]);
}

/** The page with the table. */
export function versionsPage(): string {
	const heads = [
		'Chain',
		'Since',
		'Deprecated in',
		'Removed in',
		'Node option',
		'Use instead',
		'Source',
	];
	return [
		'# Node versions',
		'',
		'What not every version of avalanchego has, or not every EVM chain, generated from the declarations in `core/subjects` by `npm run docs`. All other operations and fields of Avalanche RPC are those of every version since 1.14.2. A node without a method gets an error that says so, with its version where the node says it.',
		'',
		'## Operations and their fields',
		'',
		...table(['Operation', 'Method, field or value', ...heads], catalogue.flatMap(operationRows)),
		'',
		'## Metrics',
		'',
		...table(
			['Metric', ...heads],
			METRICS.map(({ name, versions }): Part => [code(name), versions]).flatMap(rowsOf),
		),
		'',
	].join('\n');
}
