import { readFileSync } from 'node:fs';
import { indexFiles } from '../../scripts/build/operationIndex';

test('the generated indexes of operations are those of the declarations', async () => {
	for (const [file, text] of await indexFiles()) expect(readFileSync(file, 'utf8')).toBe(text);
});
