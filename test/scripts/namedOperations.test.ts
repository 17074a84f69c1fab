import { KNOWN } from '../../lab/opinions/openapi/known';
import { EXPECTED } from '../../lab/opinions/realNode/expected';
import { OF_OPERATION } from '../../lab/opinions/realNode/values';
import { catalogue, operationById } from '../../core/subjects/catalogue';

/** The tables of the second opinions name operations and fields that exist. */

const ids = catalogue.map(({ id }) => id);

function exactly(text: string): RegExp {
	return new RegExp(`^${text.replaceAll('.', '\\.')}$`);
}

/** The alternatives of a pattern, in its one group or at its top. */
function alternatives({ source }: RegExp): RegExp[] {
	const group = /^(.*?)\(([^()]*\|[^()]*)\)(.*)$/.exec(source);
	if (!group) return source.split('|').map((one) => new RegExp(one));
	const [, before, inner, after] = group;
	return inner.split('|').map((one) => new RegExp(`${before}(?:${one})${after}`));
}

test.each(EXPECTED.map(({ operation, why }) => [why, operation] as const))(
	'expected refusal "%s": its operations exist',
	(_, operation) => {
		// Each alternative by itself, so that a stale one beside a right one is found.
		for (const one of alternatives(operation))
			expect([one.source, ids.filter((id) => one.test(id))]).not.toEqual([one.source, []]);
	},
);

const requests = KNOWN.filter(({ of }) => of === 'request');

test.each(requests.map(({ operation, source }) => [source, operation] as const))(
	'known difference "%s": its operations exist',
	(_, operation) => {
		const all = typeof operation === 'string' ? [exactly(operation)] : alternatives(operation);
		for (const one of all)
			expect([one.source, ids.filter((id) => one.test(id))]).not.toEqual([one.source, []]);
	},
);

test.each(Object.keys(OF_OPERATION))('value of %s: the operation has the field', (key) => {
	const dot = key.lastIndexOf('.');
	const fields = operationById(key.slice(0, dot))?.input.fields ?? {};
	expect(Object.keys(fields)).toContain(key.slice(dot + 1));
});
