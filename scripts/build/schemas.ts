import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { catalogue } from '../../core/operations';
import { type Operation, columnOf } from '../../core/operations/declare';
import { getExport } from '../../core/operations/data/export';
import { outputSchema } from '../../core/operations/jsonSchema';
import { verifyForm } from '../../nodes/Avalanche/actions/verifySignature';
import { customForm } from '../../nodes/AvalancheRpc/actions/customCall';
import { menuValue } from '../../nodes/shared/action';

/**
 * The files in which n8n looks for the shape of a node's output:
 * `<node>/__schema__/v<version>/<resource>/<operation>.json`.
 */

const VERSION = 'v1.0.0';

const FOLDERS: Record<Operation['node'], string> = {
	avalanche: 'Avalanche',
	avalancheRpc: 'AvalancheRpc',
};

/** Actions that are no operation of their own but return what one returns. */
const ALIASES: ReadonlyArray<{ operation: string; resource: string; name: string }> = [
	{ operation: getExport.id, resource: 'Transaction Export', name: 'Start and Wait' },
];

interface Schema {
	type?: string | string[];
	description?: string;
	properties?: Record<string, Schema>;
	items?: Schema;
	[key: string]: unknown;
}

function isObject(value: unknown): value is Schema {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Without the keywords that say nothing about shape: the editor shows every property as it comes. */
function plain(schema: Schema): Schema {
	const { $schema: _, additionalProperties: __, required: ___, ...rest } = schema;
	if (rest.properties) {
		const entries = Object.entries(rest.properties).map(([key, one]) => [key, plain(one)] as const);
		rest.properties = Object.fromEntries(entries);
	}
	if (isObject(rest.items)) rest.items = plain(rest.items);
	return rest;
}

function at(schema: Schema, dotted: string): Schema | undefined {
	return dotted
		.split('.')
		.reduce<
			Schema | undefined
		>((inner, key) => (/^\d+$/.test(key) ? inner?.items : inner?.properties?.[key]), schema);
}

/** The shape of one item of an operation's output, with Simplify at its default (on). */
export function itemSchema(operation: Operation): Schema {
	const response = plain(outputSchema(operation) as Schema);
	const list = operation.paging?.items ?? operation.items;
	const item = (list === undefined ? undefined : at(response, list)?.items) ?? response;
	if (operation.simplify) {
		const columns = operation.simplify.map((entry) => {
			const { path, column } = columnOf(entry);
			return [column, at(item, path) ?? {}] as const;
		});
		return { type: 'object', properties: Object.fromEntries(columns), version: 1 };
	}
	if (item.type === 'object') return { ...item, version: 1 };
	// Anything may come: a field of a name would be wrong for most of it.
	if (item.type === undefined) return { type: 'object', properties: {}, version: 1 };
	return { type: 'object', properties: { value: item }, version: 1 };
}

/** Every schema file by its path under the folder of nodes. */
export function schemaFiles(): Map<string, Schema> {
	const files = new Map<string, Schema>();
	const add = (operation: Operation, resource: string, name: string) => {
		const file = `${menuValue(resource)}/${menuValue(name)}.json`;
		const schema = itemSchema(operation);
		files.set(`${FOLDERS[operation.node]}/__schema__/${VERSION}/${file}`, schema);
	};
	for (const operation of [...catalogue, verifyForm, customForm] as Operation[]) {
		add(operation, operation.resource, operation.operation);
		for (const alias of ALIASES) {
			if (alias.operation === operation.id) add(operation, alias.resource, alias.name);
		}
	}
	return files;
}

/** Writes every schema file under `folder`. */
export function writeSchemas(folder: string): void {
	for (const [file, schema] of schemaFiles()) {
		const target = path.join(folder, file);
		mkdirSync(path.dirname(target), { recursive: true });
		writeFileSync(target, `${JSON.stringify(schema, null, '\t')}\n`);
	}
}
