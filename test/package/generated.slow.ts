import { execFileSync } from 'node:child_process';
import path from 'node:path';

test('the generated indexes of operations are those of the declarations', () => {
	const root = path.resolve(__dirname, '../..');
	const args = ['--import', 'tsx', 'scripts/generate.ts', '--check'];
	expect(() => execFileSync(process.execPath, args, { cwd: root, stdio: 'pipe' })).not.toThrow();
});
