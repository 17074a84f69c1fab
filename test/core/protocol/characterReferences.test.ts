import { referenced } from '../../../core/protocol/characterReferences';
import names from '../../../core/testing/vectors/html_character_references.json';

test('every name of a letter up to U+00FF in the list of WHATWG is known', () => {
	const given = Object.fromEntries(Object.keys(names).map((name) => [name, referenced(name)]));
	expect(given).toEqual(names);
});

test.each<[string, number | undefined]>([
	['#47', 0x2f],
	['#0047', 0x2f],
	['#x2F', 0x2f],
	['#X2f', 0x2f],
	['#x0002f', 0x2f],
	['#xffff', 0xffff],
	['#x10000', undefined],
	['#', undefined],
	['#x', undefined],
	['#4a', undefined],
	['#-47', undefined],
	['sole', undefined],
	['SOL', undefined],
	['constructor', undefined],
	['', undefined],
])('%j is %p', (reference, code) => {
	expect(referenced(reference)).toBe(code);
});
