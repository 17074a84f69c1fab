import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { eventCosts } from '../../lab/campaigns/lambdas/eventCosts';
import { eventsPage } from './eventDocs';
import { exampleOutputs } from './exampleOutputs';
import { ensureBuilt } from './freshness';
import { pollCostTable } from './pollCosts';
import { alertmanagerFile, rulesFile } from './prometheus';
import { VERSIONS_PAGE, operationsReference } from './reference';
import { versionsPage } from './versions';

/** The documents that are generated from the declarations. */

const ROOT = path.resolve(__dirname, '../..');

/** Writes a table between the marks `<!-- NAME:begin -->` and `<!-- NAME:end -->` of a page. */
function writeTable(file: string, name: string, lines: string): void {
	const page = readFileSync(path.join(ROOT, file), 'utf8');
	const [before, after] = [
		page.split(`<!-- ${name}:begin -->`),
		page.split(`<!-- ${name}:end -->`),
	];
	if (before.length !== 2 || after.length !== 2) throw new Error(`${file} has no marks of ${name}`);
	const text = [`<!-- ${name}:begin -->`, lines, `<!-- ${name}:end -->`].join('\n\n');
	writeFileSync(path.join(ROOT, file), `${before[0]}${text}${after[1]}`);
}

/** The rules of Prometheus and the route of Alertmanager, by file. */
export const PROMETHEUS: ReadonlyArray<[file: string, text: string]> = [
	['docs/prometheus/avalanche-node.rules.yml', rulesFile()],
	['docs/prometheus/alertmanager.yml', alertmanagerFile()],
];

/** The pages of the reference by file name in docs; runs every operation once for its example. */
export async function referencePages(): Promise<Map<string, string>> {
	return operationsReference(await exampleOutputs());
}

/** Writes the reference and the tables in docs/compute-units.md and docs/lambdas.md; builds the package first if it is stale. */
export async function writeDocs(): Promise<void> {
	await ensureBuilt((line) => process.stdout.write(`${line}\n`));
	const pages = await referencePages();
	// Pages of removed menu groups must be deleted.
	rmSync(path.join(ROOT, 'docs/operations'), { recursive: true, force: true });
	mkdirSync(path.join(ROOT, 'docs/operations'));
	for (const [file, page] of pages) writeFileSync(path.join(ROOT, 'docs', file), page);
	writeFileSync(path.join(ROOT, 'docs/events.md'), eventsPage());
	for (const [file, text] of PROMETHEUS) writeFileSync(path.join(ROOT, file), text);
	writeFileSync(path.join(ROOT, 'docs', VERSIONS_PAGE), versionsPage());
	writeTable('docs/compute-units.md', 'poll costs', await pollCostTable());
	writeTable('docs/lambdas.md', 'event costs', (await eventCosts()).join('\n'));
}
