import fc, { anyText } from '../../core/testing/properties';

/** A host that no value may ever lead to. `at` is its host and port. */
function strangers(at: string): string[] {
	return [`http://${at}/`, `https://${at}/v1/chains`, `//${at}/x`, `@${at}/x`, `\\\\${at}\\x`];
}

/** Values that break the rules of all kinds of fields. */
export function poisons(at: string): unknown[] {
	return [
		...strangers(at),
		// Path traversal, plain and encoded.
		'..',
		'../../admin',
		'..%2f..%2fadmin',
		'%2e%2e/%2e%2e/admin',
		'..\\..\\admin',
		'mainnet/../../admin',
		'/etc/passwd',
		'.',
		// Characters that end a path or a query.
		'a?b=c',
		'a#b',
		// Control characters and header injection.
		'a\u0000b',
		'a\r\nX-Injected: 1',
		'\u001b[31m',
		'\u2028',
		'a\u007fb',
		// Unicode that looks like something else, or is half of something.
		'☃',
		'ｍａｉｎｎｅｔ',
		'pｰchain',
		'\ud800',
		'\u202e0x',
		'０x00',
		// Numbers that are not whole numbers, or lose digits before they arrive.
		-0.5,
		1.5,
		Number.NaN,
		Number.POSITIVE_INFINITY,
		Number.NEGATIVE_INFINITY,
		1e300,
		2 ** 53,
		// Things that are not values at all.
		{},
		{ a: 1 },
		{ toString: 'mainnet' },
		{ value: 'mainnet' },
		[[]],
		[{}],
		[Number.NaN],
		['../../admin'],
		[['mainnet']],
		// A text that no id, list or message is as long as.
		'a'.repeat(70_000),
	];
}

/** Values that some texts may be, but no number, moment, day, switch or chain. */
export const oddities: readonly unknown[] = [
	-1,
	'-1',
	'1e5',
	'0b11',
	'12a',
	'a&b=c',
	'a;b',
	'99999999999999999999999999999999999999',
	'yes',
	'2026-13-01',
	'2026-02-30T25:00:00Z',
];

/** Any value at all, and true values with something wrong in them. */
export function anyValue(at: string, sound: string): fc.Arbitrary<unknown> {
	const offset = fc.nat({ max: sound.length });
	const bad = fc.constantFrom(
		'/',
		'\\',
		'..',
		'%',
		'?',
		'#',
		'\0',
		'\r\n',
		' ',
		'☃',
		'@',
		':',
		'0',
	);
	const spoilt = fc
		.tuple(offset, bad)
		.map(([index, text]) => sound.slice(0, index) + text + sound.slice(index));
	return fc.oneof(
		fc.constantFrom(...poisons(at), ...oddities),
		spoilt,
		offset.map((end) => sound.slice(0, end)),
		anyText({ maxLength: 40 }),
		fc.string({ maxLength: 40 }),
		fc.webUrl(),
		fc.double(),
		fc.integer(),
		fc.boolean(),
		fc.array(fc.string({ maxLength: 10 }), { maxLength: 4 }),
		fc.jsonValue({ maxDepth: 2 }),
		fc.constantFrom(null, undefined, '', ' '),
	);
}
