import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { eventsPage } from '../../scripts/build/eventDocs';
import { versionsPage } from '../../scripts/build/versions';
import { PROMETHEUS, referencePages } from '../../scripts/build/docs';
import { pollCostTable } from '../../scripts/build/pollCosts';

const ROOT = path.resolve(__dirname, '../..');

function read(file: string): string {
	return readFileSync(path.join(ROOT, file), 'utf8');
}

describe('generated documents are those of the declarations (npm run docs)', () => {
	test('docs/operations.md and a page for each resource, no others', async () => {
		const pages = await referencePages();
		const files = readdirSync(path.join(ROOT, 'docs/operations')).map(
			(file) => `operations/${file}`,
		);
		expect([...files, 'operations.md'].sort()).toEqual([...pages.keys()].sort());
		for (const [file, page] of pages) expect([file, read(`docs/${file}`)]).toEqual([file, page]);
	});

	test('every operation has an example output, except those that send a signed transaction', () => {
		const folder = path.join(ROOT, 'docs/operations');
		const without = readdirSync(folder).flatMap((file) =>
			readFileSync(path.join(folder, file), 'utf8')
				.split(/^## /m)
				.slice(1)
				.filter((section) => !section.includes('Example output:'))
				.map((section) => `${file} ${section.split('\n')[0]}`),
		);
		expect(without.sort()).toEqual([
			'c-chain.md Issue Transaction',
			'evm.md Send Raw Transaction',
			'p-chain.md Issue Transaction',
			'x-chain.md Issue Transaction',
		]);
	});

	test('docs/versions.md', () => {
		expect(read('docs/versions.md')).toBe(versionsPage());
	});

	test('docs/events.md', () => {
		expect(read('docs/events.md')).toBe(eventsPage());
	});

	test.each(PROMETHEUS)('%s', (file, text) => {
		expect(read(file)).toBe(text);
	});

	test('the table of docs/compute-units.md', async () => {
		expect(read('docs/compute-units.md')).toContain(await pollCostTable());
	});
});
