import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');

/** Sources of a user's errors; the faults of a signed message are listed by their names. */
const SOURCES = [
	'core/access.ts',
	'core/exports',
	'core/protocol',
	'core/events',
	'nodes',
	'core/subjects/evmContract',
];

function filesOf(entry: string): string[] {
	if (entry.endsWith('.ts')) return [entry];
	const inside = readdirSync(path.join(ROOT, entry), { withFileTypes: true, recursive: true });
	return inside
		.filter((each) => each.isFile() && each.name.endsWith('.ts'))
		.map((each) => path.join(each.parentPath, each.name));
}

/** The beginnings of messages, up to the first value in them, of three words or more. */
function messages(): string[] {
	const found = SOURCES.flatMap(filesOf).flatMap((file) => {
		const text = readFileSync(path.resolve(ROOT, file), 'utf8');
		return [...text.matchAll(/message(?::| =)\s*(?:\S+ \?\? )?[`']([A-Z][^`'$]+)/g)].map(
			([, message]) => message.trim(),
		);
	});
	return [...new Set(found.filter((message) => message.split(' ').length > 2))];
}

const page = readFileSync(path.join(ROOT, 'docs/troubleshooting.md'), 'utf8')
	.concat(readFileSync(path.join(ROOT, 'docs/credentials.md'), 'utf8'))
	.replaceAll('_', '');

test('there are messages to search for', () => {
	expect(messages().length).toBeGreaterThan(8);
});

test.each(messages())('docs explain "%s…"', (message) => {
	expect(page).toContain(message);
});
