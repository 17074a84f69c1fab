import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { exampleOutputs } from './exampleOutputs';
import { ensureBuilt } from './freshness';
import { byName, table } from './markdown';
import { NODES } from './menus';
import { operationsReference } from './reference';

/** The documents that are made from the declarations. */

const ROOT = path.resolve(__dirname, '../..');
const BEGIN = '<!-- operations:begin -->';
const END = '<!-- operations:end -->';

/** The table of README.md: every node's resources and their operations. */
export function operationsTable(): string {
	const rows = NODES.flatMap(({ title, forms }) => {
		const resources = [...new Set(forms.map(({ resource }) => resource.name))];
		return resources.sort(byName((one) => one)).map((resource) => {
			const names = forms
				.filter((form) => form.resource.name === resource)
				.map(({ entry }) => entry.name)
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

/** The whole of docs/operations.md; runs every operation once for its example. */
export async function operationsPage(): Promise<string> {
	return operationsReference(await exampleOutputs());
}

/** Writes docs/operations.md and the table in README.md; builds the package first where it is stale. */
export async function writeDocs(): Promise<void> {
	await ensureBuilt((line) => process.stdout.write(`${line}\n`));
	writeFileSync(path.join(ROOT, 'docs/operations.md'), await operationsPage());
	const readme = path.join(ROOT, 'README.md');
	if (existsSync(readme)) writeFileSync(readme, withTable(readFileSync(readme, 'utf8')));
}
