import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { keepUpToDate } from '../../scripts/build/devPackage';

/** The package of `npm run dev`, without the n8n that reloads it. */

const ROOT = path.resolve(__dirname, '../..');
const SOURCE = 'core/subjects/lookingGlass/lookingGlass.ts';
const folder = mkdtempSync(path.join(tmpdir(), 'avalanche-dev-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a source that changes is compiled again, and the descriptions are written', async () => {
	copyFileSync(path.join(ROOT, 'package.json'), path.join(folder, 'package.json'));
	const said: string[] = [];
	let tell: () => void = () => undefined;
	const end = await keepUpToDate(folder, (line) => {
		said.push(line);
		tell();
	});
	const compiled = path.join(folder, 'dist', SOURCE.replace('.ts', '.js'));
	const types = path.join(folder, 'dist/types/nodes.json');
	expect(readFileSync(types, 'utf8')).toContain('lookingGlass');
	for (const file of [compiled, types]) rmSync(file);
	const isSaid = new Promise<void>((resolve) => (tell = resolve));
	utimesSync(path.join(ROOT, SOURCE), new Date(), new Date());
	await isSaid;
	await end();
	expect(said).toEqual([expect.stringMatching(`^In the editor after .* s: ${SOURCE}$`)]);
	expect([existsSync(compiled), existsSync(types)]).toEqual([true, true]);
});
