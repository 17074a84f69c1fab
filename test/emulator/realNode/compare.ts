import { isId, isNodeId } from '../../../core/formats/ids';

/** Difference between a recorded answer and the emulator's, at a path such as `$.result.height`. */
export interface Difference {
	path: string;
	recorded: string;
	emulated: string;
}

/** Forms of text whose value is data: only that both sides have the same form is compared. */
const FORMS: [form: string, matches: (text: string) => boolean][] = [
	['digits', (text) => /^\d+$/.test(text)],
	['decimal', (text) => /^\d+\.\d+$/.test(text)],
	['time', (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text)],
	['duration', (text) => /^(\d+(\.\d+)?(ns|µs|ms|s|m|h))+$/.test(text)],
	['node id', isNodeId],
	['id', isId],
	['address', (text) => /^[PXC]-[a-z]+1[a-z0-9]{38}$/.test(text)],
	// Of 32 bytes and of 20 the length belongs to the form: hashes and addresses.
	['hash', (text) => /^0x[0-9a-f]{64}$/i.test(text)],
	['evm address', (text) => /^0x[0-9a-f]{40}$/i.test(text)],
	['hex', (text) => /^0x[0-9a-f]*$/.test(text)],
	['host', (text) => /^\d+\.\d+\.\d+\.\d+:\d+$/.test(text)],
];

/** A value in words: texts of a known form and numbers by their kind, all else as it is. */
function kindOf(value: unknown): string {
	if (typeof value === 'number') return 'number';
	if (typeof value === 'string') {
		const form = FORMS.find(([, matches]) => matches(value))?.[0];
		return form ? `<${form}>` : JSON.stringify(value);
	}
	if (Array.isArray(value)) return 'array';
	return typeof value === 'object' && value !== null ? 'object' : JSON.stringify(value);
}

/** Keys that are ids: the object is a map, whose members are compared like those of a list. */
function memberName(key: string): string {
	if (isNodeId(key)) return '<node id>';
	if (/^0x[0-9a-f]{40}$/i.test(key)) return '<evm address>';
	return isId(key) ? '<id>' : key;
}

function membersOf(value: object): Map<string, unknown[]> {
	const members = new Map<string, unknown[]>();
	for (const [key, member] of Object.entries(value)) {
		const name = memberName(key);
		members.set(name, [...(members.get(name) ?? []), member]);
	}
	return members;
}

/** Every member on the emulated side must look like some recorded one. */
function amongThese(recorded: unknown[], emulated: unknown[], path: string): Difference[] {
	if (recorded.length === 0) return [];
	return emulated.flatMap((one) => {
		const tries = recorded.map((other) => differences(other, one, path));
		return tries.reduce((best, next) => (next.length < best.length ? next : best));
	});
}

/**
 * The differences of two JSON values: keys, types, forms of texts, and the value of every text
 * that has no such form, of booleans and of null. Lengths of lists are data.
 */
export function differences(recorded: unknown, emulated: unknown, path = '$'): Difference[] {
	const [kind, other] = [kindOf(recorded), kindOf(emulated)];
	if (kind !== other) return [{ path, recorded: kind, emulated: other }];
	if (kind === 'array') {
		return unique(amongThese(recorded as unknown[], emulated as unknown[], `${path}[]`));
	}
	if (kind !== 'object') return [];
	const [left, right] = [membersOf(recorded as object), membersOf(emulated as object)];
	const found: Difference[] = [];
	for (const key of new Set([...left.keys(), ...right.keys()])) {
		const at = `${path}.${key}`;
		const [before, after] = [left.get(key), right.get(key)];
		if (before && after) found.push(...amongThese(before, after, at));
		else if (before) found.push({ path: at, recorded: kindOf(before[0]), emulated: 'absent' });
		else found.push({ path: at, recorded: 'absent', emulated: kindOf(after?.[0]) });
	}
	return unique(found);
}

function unique(found: Difference[]): Difference[] {
	return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}
