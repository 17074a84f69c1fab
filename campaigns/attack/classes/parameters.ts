import { types } from 'node:util';
import type { INodeParameters } from 'n8n-workflow';
import { infoOf } from '../../../core/fields/fieldSet';
import { type FieldInfo } from '../../../core/fields/field';
import { parseFields } from '../../../core/fields/fieldSet';
import { ACTION, logLines } from '../../../kit/engine';
import { everythingIn } from '../../../kit/everything';
import { answered, endOfError, kindOf, kindOfItem } from '../faces';
import { type Hostile, reply } from '../hostile';
import type { Target } from '../samples';
import type { AttackClass, Stage } from '../stage';
import { livingValues, plainValues, trappedValues } from '../values';
import type { End, Watch } from '../watch';

/** Anything at all at every parameter of every operation, from expressions. */

const EXPRESSION = '={{ $json.value }}';
const LONG = 70_000;

/** Parameters beside the fields. */
const COMMON = ['limit', 'returnAll', 'simplify', 'output', 'filters', 'options'];
const OPTIONS = ['retries', 'timeoutSeconds', 'maxResponseMegabytes', 'concurrency', 'pageSize'];

interface Place {
	name: string;
	parameters: INodeParameters;
}

function placesOf({ operation, parameters }: Target): Place[] {
	const options = { retries: 0, timeoutSeconds: 5, ...(parameters.options as INodeParameters) };
	const filters = parameters.filters as INodeParameters;
	const inOptions = (key: string) => ({
		...parameters,
		options: { ...options, [key]: EXPRESSION },
	});
	const inMain = (key: string) => ({ ...parameters, options, [key]: EXPRESSION });
	const inFilters = (key: string) => ({
		...parameters,
		options,
		filters: { ...filters, [key]: EXPRESSION },
	});
	const place = (key: string, { show, shownFor }: FieldInfo) => ({
		...(show === 'main' ? inMain(key) : show === 'filter' ? inFilters(key) : inOptions(key)),
		// Some fields are there only for some values of another one.
		...(shownFor && { [shownFor.field]: shownFor.values[0] }),
	});
	return [
		...operation.input.keys.map((key) => ({
			name: key,
			parameters: place(key, infoOf(operation.input, key)),
		})),
		...COMMON.map((key) => ({ name: key, parameters: inMain(key) })),
		...OPTIONS.map((key) => ({ name: `options.${key}`, parameters: inOptions(key) })),
	];
}

/** One run with one value: an item, or an error of a known kind. */
async function attempt(
	{ engine }: Stage,
	{ operation }: Target,
	{ parameters }: Place,
	value: unknown,
): Promise<End> {
	logLines.length = 0;
	const outcome = await engine.execute({
		node: operation.node,
		parameters,
		items: [{ json: { value } as never }],
		continueOnFail: true,
	});
	const { error } = outcome;
	const items = outcome.items[ACTION] ?? [];
	const { text, keys } = everythingIn([error?.message, items, logLines]);
	const kinds = error ? [kindOf(error)] : items.map(kindOfItem);
	const unknown = kinds.find((kind) => !/^[a-z-]+$/.test(kind));
	return {
		kind: unknown ?? kinds[0] ?? 'answered',
		text,
		...(keys.has('__proto__') && { wrong: 'an item has a key __proto__' }),
	};
}

function strayed({ requests }: { requests: string[] }): string | undefined {
	return requests.find((url) => /\.\.|[\u0000- ]/.test(decodeSafely(url.split('?')[0])));
}

function decodeSafely(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

function record(hostile: Hostile): string[] {
	const requests: string[] = [];
	const answer = reply('{"message":"nothing here"}', 400);
	hostile.answer = (request, response, body) => {
		requests.push(request.url ?? '');
		if ('x-injected' in request.headers) requests.push('/../injected');
		answer(request, response, body);
	};
	return requests;
}

export const parameterClass: AttackClass = {
	name: 'parameters',
	about: 'objects, lists, NaN, long texts and odd Unicode at every parameter of the nodes',
	async run(stage: Stage, watch: Watch) {
		const { hostile, targets, some, full } = stage;
		const values = [...plainValues(LONG), ...livingValues()];
		for (const target of targets) {
			const attacks = placesOf(target).flatMap((place) =>
				values.map((value, index) => ({ place, value, index })),
			);
			for (const { place, value, index } of full ? attacks : some(attacks, 12)) {
				const requests = record(hostile);
				const title = `${target.operation.id} ${place.name}: value ${index} (${nameOf(value)})`;
				await watch.attack(title, () => attempt(stage, target, place, value));
				const stray = strayed({ requests });
				if (stray) watch.finding(title, `a request went to ${stray.slice(0, 80)}`);
			}
			for (const key of target.operation.input.keys) {
				for (const value of some([...values, ...trappedValues()], 6)) {
					const title = `${target.operation.id} ${key}: ${nameOf(value)} to the core`;
					await watch.attack(title, async () => checked(target, key, value));
				}
			}
		}
	},
};

/** The check of the input alone: it gives values, or names the field. */
function checked({ operation, input }: Target, key: string, value: unknown): End {
	try {
		return answered(parseFields(operation.input, { ...input, [key]: value }, operation.id));
	} catch (error) {
		return endOfError(error);
	}
}

function nameOf(value: unknown): string {
	if (typeof value === 'string') return JSON.stringify(value.slice(0, 24));
	return types.isProxy(value) ? 'Proxy' : Object.prototype.toString.call(value).slice(8, -1);
}
