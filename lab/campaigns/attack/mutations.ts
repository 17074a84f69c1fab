import { at, isRecord, pathsOf, valueAt, withToken, without } from './paths';

/** Ways to spoil a true answer. Each gives a body under a name that says what was done to it. */

export interface Body {
	name: string;
	/** Made when it is read: a short run uses few of many. */
	readonly body: string | Buffer;
}

/** A body that is made when it is read. */
function later(name: string, make: () => string): Body {
	return {
		name,
		get body() {
			return make();
		},
	};
}

/** 0 or more, below 1; the campaign's seed decides. */
export type Random = () => number;

/** Bodies that are not valid answers. */
export function strangers(sample: string): Body[] {
	const bodies: Array<[string, string | Buffer]> = [
		['nothing', ''],
		['white space', ' \r\n\t '],
		['null', 'null'],
		['true', 'true'],
		['a number', '-0'],
		['a text', '"text"'],
		['an empty array', '[]'],
		['an empty object', '{}'],
		['an array of nulls', '[null,null]'],
		['NaN', 'NaN'],
		['undefined', 'undefined'],
		['single quotes', sample.replaceAll('"', "'")],
		['a comment', `/* */${sample}`],
		['a byte order mark', `\ufeff${sample}`],
		['something behind it', `${sample}{}`],
		['two answers', `${sample}\n${sample}`],
		['a page of HTML', '<html><body><h1>Sign in</h1></body></html>'],
		['UTF-16', Buffer.from(sample, 'utf16le')],
		['bytes that are not UTF-8', Buffer.from(sample.replace(/[a-z]/, '\xff'), 'latin1')],
		['half a surrogate', sample.replace(/"([^"]+)":/, '"$1":"\\ud800","\\udfff":')],
		['an RPC batch', `[${sample},${sample}]`],
		['an error that is empty', '{"jsonrpc":"2.0","id":1,"error":{}}'],
		['an error that is a text', '{"error":"text","message":["a",1,{}]}'],
		['an error of odd types', '{"error":{"code":"x","message":{},"data":[[]]},"result":1}'],
		['nothing but a result', '{"result":null}'],
		['null bytes', Buffer.alloc(1000)],
	];
	return bodies.map(([name, body]) => ({ name, body }));
}

/** Random bytes, and the sample with random bytes in it. */
export function noise(sample: string, random: Random, count: number): Body[] {
	const byte = () => Math.floor(random() * 256);
	return Array.from({ length: count }, (_, index) => {
		if (index % 2 === 0) {
			const body = Buffer.from(Array.from({ length: 1 + Math.floor(random() * 300) }, byte));
			return { name: `random bytes ${body.toString('hex')}`, body };
		}
		const body = Buffer.from(sample);
		const at = Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
			const offset = Math.floor(random() * body.length);
			body[offset] = byte();
			return `${offset}=${body[offset]}`;
		});
		return { name: `changed bytes ${at.join(' ')}`, body };
	});
}

/** Within a long text, one place is as good as another: so many from its ends are tried. */
const TEXT_ENDS = 24;

/** The sample cut off after every byte; in the middle of long texts after one in a hundred. */
export function truncations(sample: string): Body[] {
	const bytes = Buffer.from(sample);
	const middles = [...sample.matchAll(/[^"]{80,}/g)].map(({ index, 0: { length } }) => [
		Buffer.byteLength(sample.slice(0, index)) + TEXT_ENDS,
		Buffer.byteLength(sample.slice(0, index + length)) - TEXT_ENDS,
	]);
	const isMiddle = (end: number) => middles.some(([from, to]) => end > from && end < to);
	return Array.from({ length: bytes.length }, (_, end) => end)
		.filter((end) => end % 100 === 0 || !isMiddle(end))
		.map((end) => ({
			name: `cut after ${end} of ${bytes.length} bytes`,
			body: bytes.subarray(0, end),
		}));
}

const WRONG: readonly unknown[] = [
	null,
	true,
	0,
	-1,
	1.5,
	'',
	'x',
	[],
	{},
	[null],
	[[]],
	{ a: 1 },
	{ length: 9, 0: {} },
	{ toString: 1, valueOf: null, toJSON: 'x' },
];

/** A value of the wrong type in every field, and every field left out. */
export function wrongTypes(sample: string): Body[] {
	return pathsOf(JSON.parse(sample)).flatMap((path) => [
		...WRONG.map((value) => {
			const token = JSON.stringify(value);
			return later(`${at(path)} is ${token}`, () => withToken(sample, path, token));
		}),
		...(path.length > 0 ? [later(`${at(path)} is missing`, () => without(sample, path))] : []),
	]);
}

/** Numbers as they stand in JSON text. */
const NUMBERS: readonly string[] = [
	'0',
	'-0',
	'-1',
	'127',
	'255',
	'256',
	'65535',
	'65536',
	'2147483647',
	'2147483648',
	'-2147483649',
	'4294967295',
	'4294967296',
	'9007199254740991',
	'9007199254740992',
	'9007199254740993',
	'-9007199254740993',
	'9223372036854775807',
	'9223372036854775808',
	'18446744073709551615',
	'18446744073709551616',
	'1e21',
	'1e308',
	'1e309',
	'-1e309',
	'1e-400',
	'0.1',
	'253402300800',
	'8640000000000001',
	'9'.repeat(40),
	'9'.repeat(5000),
	'1e99999',
	'1E+2',
	'00',
	'01',
	'+1',
	'.5',
	'5.',
	'0x10',
	'1_000',
	'1n',
	'--1',
	'Infinity',
];

/** A number at a boundary in every field that holds a number, or a text of digits. */
export function numbers(sample: string): Body[] {
	const value = JSON.parse(sample) as unknown;
	const paths = pathsOf(value).filter((path) => {
		const leaf = valueAt(value, path);
		return typeof leaf === 'number' || (typeof leaf === 'string' && /^\d+$/.test(leaf));
	});
	return paths.flatMap((path) =>
		NUMBERS.flatMap((token) => {
			const short = token.length > 30 ? `${token.length} digits` : token;
			return [
				later(`${at(path)} is ${short}`, () => withToken(sample, path, token)),
				later(`${at(path)} is "${short}"`, () => withToken(sample, path, `"${token}"`)),
			];
		}),
	);
}

const POISON = [
	'"__proto__":{"polluted":1}',
	'"__proto__":null',
	'"\\u005f_proto__":{"polluted":1}',
	'"constructor":{"prototype":{"polluted":1}}',
	'"prototype":{"polluted":1}',
	'"toString":1,"valueOf":1,"hasOwnProperty":1,"toJSON":1,"then":1',
	'"__defineGetter__":1,"__lookupSetter__":{}',
];

/** Keys that mean something to JavaScript, in every object. */
export function prototypeKeys(sample: string): Body[] {
	const value = JSON.parse(sample) as unknown;
	const objects = pathsOf(value).filter((path) => isRecord(valueAt(value, path)));
	return objects.flatMap((path) =>
		POISON.map((poison) => {
			const inner = JSON.stringify(valueAt(value, path)).slice(1);
			const token = `{${poison}${inner === '}' ? '' : ','}${inner}`;
			return later(`${at(path)} has ${poison}`, () => withToken(sample, path, token));
		}),
	);
}

/** Every field twice, the second time as something else. */
export function duplicateKeys(sample: string): Body[] {
	const value = JSON.parse(sample) as unknown;
	const objects = pathsOf(value).filter((path) => isRecord(valueAt(value, path)));
	return objects.flatMap((path) => {
		const inner = JSON.stringify(valueAt(value, path)).slice(1, -1);
		const keys = Object.keys(valueAt(value, path) as object);
		return keys.slice(0, 12).map((key) => {
			const again = inner ? `${inner},${JSON.stringify(key)}:[[]]` : '';
			return later(`${at(path)} has ${key} twice`, () => withToken(sample, path, `{${again}}`));
		});
	});
}
