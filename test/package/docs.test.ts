import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { operationsPage, operationsTable } from '../../scripts/build/docs';

const ROOT = path.resolve(__dirname, '../..');

function read(file: string): string {
	return readFileSync(path.join(ROOT, file), 'utf8');
}

describe('generated documents are those of the declarations (npm run docs)', () => {
	test('docs/operations.md', async () => {
		expect(read('docs/operations.md')).toBe(await operationsPage());
	});

	test('the table of README.md', () => {
		expect(existsSync(path.join(ROOT, 'README.md'))).toBe(true);
		expect(read('README.md')).toContain(operationsTable());
	});
});
