import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { eventsPage } from './eventDocs';
import { exampleOutputs } from './exampleOutputs';
import { ensureBuilt } from './freshness';
import { table } from './markdown';
import { groups, operationsReference, pageOf } from './reference';

/** The documents that are generated from the declarations. */

const ROOT = path.resolve(__dirname, '../..');
const BEGIN = '<!-- operations:begin -->';
const END = '<!-- operations:end -->';

/** The table of README.md: every node's resources and their operations. */
export function operationsTable(): string {
	const rows = groups().map(({ title, resource, forms }) => [
		title,
		`[${resource.name}](docs/${pageOf(resource)})`,
		forms.map(({ entry }) => entry.name).join(', '),
	]);
	return table(['Node', 'Resource', 'Operations'], rows).join('\n');
}

/** README.md with a fresh table between its markers; unchanged if it has none. */
function withTable(readme: string): string {
	const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)];
	if (begin < 0 || end < begin) return readme;
	const before = readme.slice(0, begin + BEGIN.length);
	return `${before}\n\n${operationsTable()}\n\n${readme.slice(end)}`;
}

/** The pages of the reference by file name in docs; runs every operation once for its example. */
export async function referencePages(): Promise<Map<string, string>> {
	return operationsReference(await exampleOutputs());
}

/** Writes the reference and the table in README.md; builds the package first if it is stale. */
export async function writeDocs(): Promise<void> {
	await ensureBuilt((line) => process.stdout.write(`${line}\n`));
	const pages = await referencePages();
	// Pages of removed menu groups must be deleted.
	rmSync(path.join(ROOT, 'docs/operations'), { recursive: true, force: true });
	mkdirSync(path.join(ROOT, 'docs/operations'));
	for (const [file, page] of pages) writeFileSync(path.join(ROOT, 'docs', file), page);
	writeFileSync(path.join(ROOT, 'docs/events.md'), eventsPage());
	const readme = path.join(ROOT, 'README.md');
	if (existsSync(readme)) writeFileSync(readme, withTable(readFileSync(readme, 'utf8')));
}
