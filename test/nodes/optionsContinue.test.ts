import type { INodeParameters } from 'n8n-workflow';
import { ACTION } from '../../lab/kit/engine';
import { forTests } from '../emulatorForTests';
import { startBench } from './harness';

/** Options of a whole run that are invalid, in a node that is set to continue. */

const bench = forTests(() => startBench('spec'));

const parameters = {
	resource: 'chain',
	operation: 'getMany',
	options: { retries: '={{ $json.retries }}' },
} as INodeParameters;
const items = [{ json: { retries: 'many' } }, { json: { retries: 'many' } }];

test('each input item becomes an error item: none is handed on as a result', async () => {
	const outcome = await bench.engine.execute({
		node: 'avalanche',
		parameters,
		items,
		continueOnFail: true,
	});
	expect(outcome.items[ACTION]).toEqual(
		items.map((_, item) => ({
			json: {
				error: '"Retries" (retries) must be a whole number, from 0 to 20; given: "many"',
				details: expect.objectContaining({ kind: 'invalid-input', field: 'retries' }),
			},
			pairedItem: { item },
		})),
	);
});

test('otherwise the execution fails with the same words', async () => {
	const { error } = await bench.engine.execute({ node: 'avalanche', parameters, items });
	expect(error?.message).toMatch(/^"Retries" \(retries\) must be a whole number/);
});
