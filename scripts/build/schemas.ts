import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
	type AnyOperation,
	addedColumns,
	columnsOf,
	itemOutput,
	type JsonSchema,
	jsonSchemaOf,
	type Output,
	type Presentation,
	propertiesOf,
	SIMPLIFIED,
} from '../../core';
import type { ActionForm } from '../../nodes/shared/action';
import { NODES, operationsOf } from './menus';

/**
 * The files in which n8n finds the schema of a node's output:
 * `<node>/__schema__/v<version>/<resource>/<operation>.json`.
 */

const VERSION = 'v1.0.0';

/** Without the keywords that do not affect the structure: the editor shows every property. */
function plain(schema: JsonSchema): JsonSchema {
	const { additionalProperties: _, required: __, ...rest } = schema;
	if (rest.properties) {
		const entries = Object.entries(rest.properties).map(([key, one]) => [key, plain(one)] as const);
		rest.properties = Object.fromEntries(entries);
	}
	if (rest.items) rest.items = plain(rest.items);
	return rest;
}

type ItemSchema = JsonSchema & { version: number };

/** The shape of one item of an operation's output, with Simplify at its default (on). */
function itemSchema(operation: AnyOperation): ItemSchema {
	const columns = columnsOf(operation);
	if (!columns) return schemaOfItem(itemOutput(operation));
	return schemaOfColumns(columns, addedColumns(operation));
}

function schemaOfColumns(
	columns: NonNullable<ActionForm['columns']>,
	addedNames: readonly string[] = [],
): ItemSchema {
	const fields = [
		...columns.map(({ name, part }) => [name, part] as const),
		...addedNames.map((name) => [name, ADDED] as const),
	];
	const { properties } = plain({ properties: propertiesOf(fields, SIMPLIFIED) });
	return { type: 'object', properties, version: 1 };
}

/** The columns of chains have no declaration of their own: all are texts. */
const ADDED = { type: 'leaf', kind: 'text' } as Output;

function schemaOfItem(output: Output, how?: Presentation): ItemSchema {
	const item = plain(jsonSchemaOf(output, how));
	if (item.type === 'object' || output.type === 'open') {
		return { type: 'object', properties: {}, ...item, version: 1 };
	}
	return { type: 'object', properties: { value: item }, version: 1 };
}

/** The shape of one item of a menu entry. */
export function formSchema(node: AnyOperation['node'], form: ActionForm): ItemSchema {
	if (form.columns) return schemaOfColumns(form.columns);
	if (form.output) return schemaOfItem(form.output, form.how);
	return itemSchema(operationsOf(node, form)[0]);
}

/** Every schema file by its path under the folder of nodes. */
export function schemaFiles(): Map<string, ItemSchema> {
	const files = NODES.flatMap(({ id, folder, forms }) =>
		forms.map((form): [string, ItemSchema] => {
			const file = `${form.resource.value}/${form.entry.value}.json`;
			return [`${folder}/__schema__/${VERSION}/${file}`, formSchema(id, form)];
		}),
	);
	return new Map(files);
}

/** Writes every schema file under `folder`. */
export function writeSchemas(folder: string): void {
	for (const [file, schema] of schemaFiles()) {
		const target = path.join(folder, file);
		mkdirSync(path.dirname(target), { recursive: true });
		writeFileSync(target, `${JSON.stringify(schema)}\n`);
	}
}
