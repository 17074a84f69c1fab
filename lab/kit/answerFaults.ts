import { formatFault } from '../../emulator/rest/formats';
import type { Type } from '../../emulator/spec/read';

/**
 * Faults of an answer by a type of the transcription, each fault once with its place (`[]` is each
 * item of a list): a required field that is missing, a value of another type, a field that the
 * documents do not name. Unlike in a request, null is a value of its own.
 */
export function answerFaults(type: Type, value: unknown, at = ''): string[] {
	return [...new Set(faults(type, value, at))];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

function faults(type: Type, value: unknown, at: string): string[] {
	const unless = (holds: boolean, what: string) => (holds ? [] : [`${at} is not ${what}`]);
	switch (type.kind) {
		case 'any':
			return unless(value !== undefined, 'there');
		case 'object':
			return unless(isObject(value), 'an object');
		case 'null':
			return unless(value === null, 'null');
		case 'flag':
			return unless(typeof value === 'boolean', 'a flag');
		case 'number':
			return unless(isNumberOf(type, value), 'such a number');
		case 'choice': {
			const { values, open } = type;
			return unless(typeof value === 'string' && (open || values.includes(value)), 'of the choice');
		}
		case 'text': {
			const { format } = type;
			const isText = typeof value === 'string';
			return unless(isText && (!format || formatFault(format, value) === undefined), 'such a text');
		}
		case 'list':
			if (!Array.isArray(value)) return unless(false, 'a list');
			return value.flatMap((each) => faults(type.of, each, `${at}[]`));
		case 'map':
			if (!isObject(value)) return unless(false, 'an object');
			return Object.values(value).flatMap((each) => faults(type.of, each, `${at}{}`));
		case 'union': {
			const all = type.of.map((each) => faults(each, value, at));
			return all.reduce((least, one) => (one.length < least.length ? one : least));
		}
		case 'schema': {
			if (!isObject(value)) return unless(false, 'an object');
			const known = new Set(type.fields.map(({ name }) => name));
			const strange = Object.keys(value).filter((name) => !known.has(name));
			return [
				...strange.map((name) => `${at}.${name} is not in the documents`),
				...type.fields.flatMap(({ name, type: of, required }) => {
					const inner = `${at}.${name}`;
					if (value[name] !== undefined) return faults(of, value[name], inner);
					return required ? [`${inner} is missing`] : [];
				}),
			];
		}
	}
}

function isNumberOf(type: Type & { kind: 'number' }, value: unknown): boolean {
	if (typeof value !== 'number' || (type.integer && !Number.isInteger(value))) return false;
	return value >= (type.min ?? -Infinity) && value <= (type.max ?? Infinity);
}
