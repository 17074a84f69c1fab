/** Values that expressions and events may give in place of what a field takes. */

/** Values that JSON can carry. */
export function plainValues(long: number): unknown[] {
	const deep = (depth: number) => {
		let value: unknown = 1;
		for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { a: value };
		return value;
	};
	return [
		null,
		true,
		-1,
		1.5,
		1e300,
		2 ** 53,
		'',
		' ',
		'\u0000',
		'\r\nX-Injected: 1',
		'../../admin',
		'%2e%2e/%2f',
		'http://127.0.0.1:1/',
		'{{ 1 }}',
		'${1}',
		'\u202ecba',
		'\ud800',
		'\udfff\ud800',
		'e\u0301'.repeat(50),
		'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢',
		'ｍａｉｎｎｅｔ',
		'０',
		'\ufeff43114',
		'🏔'.repeat(100),
		'-0',
		'1e3',
		'9'.repeat(400),
		'0x'.padEnd(long, 'f'),
		'a'.repeat(long),
		'a '.repeat(long / 2),
		','.repeat(long),
		'1'.repeat(long),
		`P-avax1${'q'.repeat(long)}`,
		'{'.repeat(5000),
		'[]',
		'{"__proto__":{"polluted":1}}',
		[],
		{},
		[null],
		[[[[]]]],
		[{}],
		Array.from({ length: 2000 }, (_, n) => `v${n}`),
		JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'),
		{ __rl: true, mode: 'list', value: { a: 1 } },
		{ __rl: true },
		{ toString: 1, valueOf: 2, toJSON: 3, then: 4 },
		{ toMillis: 1 },
		{ length: 5 },
		deep(50),
		deep(3000),
	];
}

/** Values that only code can make, and that n8n passes on. */
export function livingValues(): unknown[] {
	return [
		undefined,
		Number.NaN,
		Number.POSITIVE_INFINITY,
		-0,
		10n,
		Symbol('s'),
		new Date(),
		new Date(Number.NaN),
		new Map([['a', 1]]),
		new Set([1]),
		new Uint8Array(4),
		/x/,
		new Error('value'),
		Promise.resolve(1),
		Object.create(null),
		{ toMillis: () => ({}) },
		{ toMillis: () => 10n },
		Array.from({ length: 200_000 }, () => '1'),
		new String('text'),
		new Number(5),
	];
}

/** Values that n8n itself refuses or fails on before a node gets them: given to the core alone. */
export function trappedValues(): unknown[] {
	const cyclic: Record<string, unknown> = {};
	cyclic.self = cyclic;
	const fails = () => {
		throw new Error('looked at');
	};
	return [
		() => 1,
		class A {},
		cyclic,
		[cyclic],
		{ toMillis: fails },
		{ toString: fails, valueOf: fails },
		{ toJSON: fails },
		Object.defineProperty({}, 'value', { get: fails, enumerable: true }),
		Object.defineProperty({}, 'toMillis', { get: fails, enumerable: true }),
		Object.defineProperty([1], '0', { get: fails, enumerable: true }),
		new Proxy({}, { get: fails, has: fails, ownKeys: fails, getPrototypeOf: fails }),
		new Proxy([], { get: fails }),
		new Array(4_000_000_000),
		Array.from({ length: 20 }).reduce<unknown>((inner) => [inner, inner], 'x'),
	];
}
