import type { Body } from './mutations';
import { at, isRecord, pathsOf, valueAt, withToken } from './paths';

/** Nesting and lengths that no service sends. `size` is the length of the long ones. */
export function giants(sample: string, size: number): Body[] {
	const value = JSON.parse(sample) as unknown;
	const leaves = pathsOf(value).filter((path) => typeof valueAt(value, path) === 'string');
	const long = 'a'.repeat(size);
	const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
	const deepObject = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
	const inSample = (token: string) => {
		const path = isRecord(value) && 'result' in value ? ['result'] : [];
		const inner = valueAt(value, path);
		return isRecord(inner)
			? withToken(sample, path, `${JSON.stringify(inner).slice(0, -1)},"extra":${token}}`)
			: withToken(sample, path, token);
	};
	return [
		{ name: 'arrays 100,000 deep', body: deep(100_000) },
		{ name: 'objects 100,000 deep', body: deepObject(100_000) },
		{ name: 'half of arrays 500,000 deep', body: '['.repeat(500_000) },
		...[100, 1_000, 3_000, 10_000, 100_000].flatMap((depth) => [
			{ name: `a field of arrays ${depth} deep`, body: inSample(deep(depth)) },
			{ name: `a field of objects ${depth} deep`, body: inSample(deepObject(depth)) },
			{
				name: `a field of objects ${depth} deep with a backslash and a prototype`,
				body: inSample(`{"\\u005f":"\\\\","__proto__":1,"b":${deepObject(depth)}}`),
			},
		]),
		...leaves.slice(0, 6).map((path) => ({
			name: `${at(path)} has ${size} characters`,
			body: withToken(sample, path, `"${long}"`),
		})),
		{ name: 'a long key', body: inSample(`{"${long}":1}`) },
		{ name: `${size} digits`, body: inSample('9'.repeat(size)) },
		{ name: 'many backslashes', body: inSample(`"${'\\\\'.repeat(size / 2)}"`) },
		{ name: 'many quotes', body: inSample(`"${'\\"'.repeat(size / 2)}1234567890123456789"`) },
		{
			name: 'many long numbers',
			body: inSample(
				`[${Array<string>(Math.ceil(size / 25))
					.fill('12345678901234567890')
					.join(', ')}]`,
			),
		},
		{
			name: 'a long number and much white space',
			body: inSample(`[12345678901234567890${' '.repeat(size)}]`),
		},
		{
			name: 'many long numbers in texts',
			body: inSample(
				`["${Array<string>(Math.ceil(size / 25))
					.fill('12345678901234567890')
					.join('","')}"]`,
			),
		},
		{
			name: 'many keys',
			body: inSample(
				`{${Array.from({ length: Math.ceil(size / 20) }, (_, n) => `"k${n}":1`).join()}}`,
			),
		},
		{ name: 'many empty objects', body: inSample(`[${'{},'.repeat(size / 4)}{}]`) },
		{ name: 'a text as long, not closed', body: `{"a":"${long}` },
	];
}
