import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
	type AnyOperation,
	catalogue,
	describeOperation,
	itemOutput,
	jsonSchemaOf,
} from '../../core';
import { infoOf } from '../../core/fields/fieldSet';
import { operationCases } from '../../lab/kit/operations/case';
import { sentence } from './markdown';
import { outputFields } from './outputFields';

/**
 * The hints of operations in the editors of programs that use the core package: what an operation does, its
 * call, the fields of its input and items with units, and an example. They are written into the types of the
 * package, from the declarations and the inputs of the test cases.
 */

const DECLARED = /^(?:\/\*\*(?:(?!\*\/)[^])*\*\/\n)?(declare const (\w+): Operation<)/gm;

/** Text on one line, of which no part ends the comment. */
const inComment = (text: string) => text.replaceAll('*/', '*\\/').replaceAll(/\s+/g, ' ').trim();

function callOf(operation: AnyOperation): string {
	const { method, path: template, endpoint, rpcMethod } = describeOperation(operation);
	return method ? `${method} ${template}` : `${rpcMethod} on ${endpoint}`;
}

function inputLines({ input }: AnyOperation): string[] {
	return input.keys.map((key) => {
		const { description, required } = infoOf(input, key);
		return `- \`${key}\`${required ? '' : ' (optional)'}: ${sentence(description)}`;
	});
}

function itemLines(operation: AnyOperation): string[] {
	const rows = outputFields(jsonSchemaOf(itemOutput(operation)));
	return rows.map(([field, type, note]) => `- ${field} (${type})${note ? `: ${note}` : ''}`);
}

/** A program's line that calls the operation: with the input of its first test case. */
export function exampleOf({ id, paging }: AnyOperation): string {
	const given = operationCases().find((each) => each.id === id)?.input ?? {};
	const input = JSON.stringify(given, null, 1)
		.replaceAll(/\n\s*/g, ' ')
		.replaceAll(/"(\w+)":/g, '$1:');
	return paging
		? `for await (const { items } of client.pages(${id}, ${input})) console.log(items);`
		: `const answer = await client.call(${id}, ${input});`;
}

/** The comment of an operation. */
export function hintOf(operation: AnyOperation): string {
	const lines = [
		sentence(operation.description),
		'',
		`Call: \`${callOf(operation)}\`. Source: ${operation.spec}.`,
		...headed('Input:', inputLines(operation)),
		...headed(operation.items ? 'Fields of an item:' : 'Fields:', itemLines(operation)),
		'',
		'@example',
		exampleOf(operation),
	];
	return ['/**', ...lines.map((line) => ` * ${inComment(line)}`.trimEnd()), ' */'].join('\n');
}

function headed(heading: string, lines: readonly string[]): string[] {
	return lines.length > 0 ? ['', heading, ...lines] : [];
}

/** Writes the hints into the types in a folder of built modules. Throws if an operation has no place. */
export function writeHints(folder: string): void {
	const left = new Set(catalogue.map(({ id }) => id));
	for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
		const [, subjects, resource] = file.split(path.sep);
		if (subjects !== 'subjects' || !/\.d\.[cm]ts$/.test(file)) continue;
		const before = readFileSync(path.join(folder, file), 'utf8');
		const after = before.replaceAll(DECLARED, (whole, start: string, name: string) => {
			const operation = catalogue.find(({ id }) => id === `${resource}.${name.replace(/_$/, '')}`);
			if (!operation) return whole;
			left.delete(operation.id);
			return `${hintOf(operation)}\n${start}`;
		});
		if (after !== before) writeFileSync(path.join(folder, file), after);
	}
	if (left.size > 0) throw new Error(`No types of ${[...left].join(', ')} are in ${folder}`);
}
