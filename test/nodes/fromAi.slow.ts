import { getSchema } from 'n8n-core/dist/execution-engine/node-execution-context/utils/create-node-as-tool';
import type { INode, INodeParameters } from 'n8n-workflow';
import type { FieldInfo } from '../../core/fields/field';
import type { Json } from '../../lab/kit/nodes/case';
import { everyCase, fieldsOfCases, withField } from '../../lab/kit/nodes/cases';
import { covering, fieldPairs, isWhole } from '../../lab/kit/selection';
import { forTests } from '../emulatorForTests';
import { itemsOf, parametersFor, runOperation, startBench } from './harness';

/**
 * Pickers that an AI agent fills: n8n's editor puts `$fromAI` into the value of a resource locator. The
 * same is requested as when a user enters the value.
 */

const MODES = ['id', 'list'] as const;
const EXPRESSION =
	"={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('Asked_For', ``, 'string') }}";

const all = fieldsOfCases(everyCase()).filter(({ info }) => info.names !== undefined);
const fields = covering(all, fieldPairs);

const bench = forTests(() => startBench('spec'));

function valueIn(given: INodeParameters, key: string, { show }: FieldInfo): unknown {
	const group = show === 'filter' ? 'filters' : 'options';
	const value = show === 'main' ? given[key] : (given[group] as Json | undefined)?.[key];
	const isLocator = typeof value === 'object' && value !== null && '__rl' in value;
	return isLocator ? (value as Json).value : value;
}

test('there are pickers of all kinds of places', () => {
	expect(all.length).toBeGreaterThan(100);
	expect(new Set(fields.map(({ info }) => info.show)).size).toBeGreaterThan(1);
});

/** The fields with a value that leads to a request. */
const requested = new Set<string>();

test.each(fields)('$id: $key is what the agent gives', async (one) => {
	const { operation, key, info } = one;
	const given = { ...one.parameters(bench), limit: 1 };
	const value = valueIn(given, key, info) ?? info.placeholder ?? info.default;
	const sent = async (written: unknown, query: object) => {
		bench.emulator.control.clearRequests();
		const outcome = await runOperation(bench.engine, operation, withField(given, one, written), {
			items: [{ json: { query } as never }],
			continueOnFail: true,
		});
		const [item] = itemsOf(outcome);
		const requests = bench.emulator.control.requests();
		return {
			requests: requests.map(({ method, path }) => [method, path]),
			error: item?.json.error,
		};
	};
	const byHand = await sent(value, {});
	if (byHand.requests.length > 0) requested.add(`${operation.id} ${key}`);
	for (const mode of MODES) {
		const locator = { __rl: true, mode, value: EXPRESSION };
		const parameters = parametersFor(operation, withField(given, one, locator));
		const tool = getSchema({ name: 'Tool', parameters } as unknown as INode);
		expect(Object.keys(tool.shape)).toEqual(['Asked_For']);
		expect(await sent(locator, { Asked_For: value })).toEqual(byHand);
		// A value that an agent leaves out is not sent; a required one is an error that names its field.
		for (const none of ['', null, undefined]) {
			const { error } = await sent(locator, { Asked_For: none });
			expect(String(error ?? '')).not.toMatch(/expression|\[object/);
			if (info.required && error) expect(String(error)).toContain(info.label);
		}
	}
});

test('most of them were requested with a value', () => {
	// The covering set has rare fields, some of which lead to no request.
	expect(requested.size).toBeGreaterThan(fields.length * (isWhole ? 0.9 : 0.5));
});
