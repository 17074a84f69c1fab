import { catalogue } from '../../core';
import { infoOf } from '../../core/fields/fieldSet';
import { SENTENCES } from '../../lab/opinions/openapi/sentences';

/** Limits, defaults and conditions of the documents are said by the operations that they are about. */

const operations = catalogue.filter(({ service }) => service !== 'node');

test.each(SENTENCES.filter(({ ours }) => ours))('$says is said', ({ field, operation, ours }) => {
	const about = operations.filter(
		({ id, input }) => (!operation || operation.test(id)) && (!field || input.keys.includes(field)),
	);
	expect(about).not.toEqual([]);
	const texts = about.map(({ id, description, input }) => {
		if (!field) return `${id}: ${description}`;
		const info = infoOf(input, field);
		return `${id}: ${info.description}; ${info.rule}; default ${String(info.default)}`;
	});
	for (const text of texts) expect(text).toMatch(ours as RegExp);
});
