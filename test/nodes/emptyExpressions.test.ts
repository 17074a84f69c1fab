import { ACTION } from '../../lab/kit/engine';
import type { FieldInfo } from '../../core/fields/field';
import * as staking from '../../core/subjects/staking/validator';
import { inputFromParameters, parametersOf } from '../../nodes/shared/parameters';
import type { Json } from '../../lab/kit/nodes/case';
import { everyCase, fieldsOfCases, type PlacedUse, withField } from '../../lab/kit/nodes/cases';
import { fieldPairs, selected } from '../../lab/kit/selection';
import { forTests } from '../emulatorForTests';
import { errorOf, itemsOf, runOperation, startBench } from './harness';
import { startRecorder } from './recorder';

/**
 * An expression that gives nothing is not an empty field: at every field of every operation it is an
 * error before anything is sent, unless an AI agent fills the field.
 */

const fields = selected(fieldsOfCases(everyCase()), fieldPairs);
const bench = forTests(() => startBench('spec'));
const service = forTests(startRecorder);
beforeAll(() => {
	const { url } = service;
	Object.assign(bench.engine.credential, { dataUrl: url, metricsUrl: url, nodeUrl: url });
});
beforeEach(() => {
	service.requests.length = 0;
});

/** Runs a case with a field set to an expression, once for each of the items. */
async function runWith(
	one: PlacedUse & { key: string; info: FieldInfo },
	expression: string,
	items: unknown[],
) {
	const given = one.parameters(bench);
	const options = { ...(given.options as object), concurrency: 20 };
	return await runOperation(
		bench.engine,
		one.operation,
		withField({ ...given, options }, one, expression),
		{ items: items.map((json) => ({ json: json as never })), continueOnFail: true },
	);
}

const nothing = ({ control, required }: FieldInfo): unknown[] => {
	const isText = required || control === 'list' || control === 'multiOptions';
	return [undefined, null, [], ...(isText ? [''] : [])];
};

test.each(fields)('$id: $key is not left out where its expression gives nothing', async (one) => {
	const { key, info } = one;
	const values = nothing(info).map((value) => ({ value }));
	const outcome = await runWith(one, '={{ $json.value }}', values);
	expect(service.requests).toEqual([]);
	for (const [at, { json }] of itemsOf(outcome).entries()) {
		const { error, details } = json as { error: string; details: Json };
		expect(details).toMatchObject({ kind: 'invalid-input', field: key });
		const name = ['undefined', 'null', 'an empty list', 'an empty text'][at];
		expect(error).toContain(
			`"${info.label}" (${key}) must not come from an expression that gives ${name}: `,
		);
		expect(error).toContain(info.rule);
	}
});

const optional = fields.filter(({ info }) => !info.required && !info.shownFor);
const single = optional.filter(({ info }) => !nothing(info).includes('') && !info.clears);
test.each(single)(
	'$id: $key is said not to be applied where it gives an empty text',
	async (one) => {
		const { key, info } = one;
		const outcome = await runWith(one, '={{ $json.value }}', [{ value: '' }]);
		const [{ hints }] = outcome.run.data.resultData.runData[ACTION];
		const message = `Not applied, since the expression gives an empty text: "${info.label}" (${key}) for 1 of 1 items`;
		expect(hints).toContainEqual({ message });
	},
);

test.each(optional)('$id: $key may be left out by an agent', async (one) => {
	const expression = `={{ $fromAI('${one.key}', \`\`, 'string') }}`;
	const outcome = await runWith(one, expression, [{ query: {} }]);
	const [{ json }] = itemsOf(outcome);
	expect(String((json as Json).error)).not.toMatch(/expression/);
});

describe('an expression for a whole collection', () => {
	// n8n 2.41 makes an empty collection of it; the reader does not depend on that.
	const read = (value: unknown, expression = '={{ $json }}') =>
		inputFromParameters(
			staking.getManyValidators.input,
			parametersOf((name, fallback, options) => {
				if (name !== 'filters') return fallback;
				return options?.rawExpressions ? expression : value;
			}),
		);

	test.each(['x', undefined, null, [], 1])('must give an object, not %p', (value) => {
		expect(() => read(value)).toThrow(
			/^"Filters" \(filters\) must be an object of fields; given: /,
		);
	});

	test('must give a value for each of its fields', () => {
		expect(() => read({ minUptimePerformance: undefined })).toThrow(
			/\(minUptimePerformance\) must not come from an expression that gives undefined: leave the field empty for none/,
		);
		expect(read({})).toEqual({});
		expect(read({ minUptimePerformance: 1 })).toEqual({ minUptimePerformance: 1 });
	});

	test('may give nothing where an agent fills it', () => {
		expect(read(undefined, "={{ $fromAI('filters') }}")).toEqual({});
		expect(read({ minUptimePerformance: [] }, "={{ $fromAI('filters') }}")).toEqual({});
	});
});

describe('options are checked as fields are', () => {
	const wrong: Array<[group: 'options' | 'main', key: string, label: string, values: unknown[]]> = [
		['options', 'retries', 'Retries', ['many', -1, 21, 1.5, [], undefined, true]],
		['options', 'timeoutSeconds', 'Timeout (Seconds)', [-5, 0, 'soon', 3601, {}, null]],
		['options', 'concurrency', 'Concurrency', [0, 51, 'all']],
		['options', 'maxResponseMegabytes', 'Max Response Size (MB)', [-1, 'big', 1025]],
		['options', 'rateLimitWaitSeconds', 'Rate Limit Wait (Seconds)', [-1, 'long']],
		['options', 'parallelReads', 'Parallel Reads', [0, 1.5, 'all', 1000]],
		['options', 'amounts', 'Amounts', ['wei', 1, {}]],
		['options', 'times', 'Times', ['local', true]],
		['main', 'limit', 'Limit', [0, -1, 1.5, 'all', {}, undefined, null]],
		['main', 'simplify', 'Simplify', ['yes', 1, {}, undefined]],
		['main', 'output', 'Output', ['all', 1, undefined]],
		['main', 'returnAll', 'Return All', ['yes', 1, undefined]],
	];
	test.each(wrong)('%s: %s', async (group, key, label, values) => {
		const given = {
			resource: 'staking',
			operation: 'getManyTransactions',
			network: 'mainnet',
			addresses: 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
		};
		for (const value of values) {
			const expression = { [key]: '={{ $json.value }}' };
			const outcome = await bench.engine.execute({
				node: 'avalanche',
				parameters:
					group === 'main' ? { ...given, ...expression } : { ...given, options: expression },
				items: [{ json: { value } as never }],
			});
			const { message } = errorOf(outcome);
			expect(message.startsWith(`"${label}" (${key}) must `)).toBe(true);
		}
		expect(service.requests).toEqual([]);
	});
});
