import { clientWith } from '../../core/client';
import { parseFields } from '../../core/fields/fieldSet';
import { catalogue } from '../../core/subjects/catalogue';
import type { AnyOperation } from '../../core/operations/declare';
import { listPositionsOf } from '../../core/protocol/bounds';
import { operationCases } from '../../lab/kit/operations/case';
import { fakeClock, TOLERANT } from '../core/protocol/fakes';
import { idOf, rangeService } from '../core/protocol/rangeService';

/** The bounds that lists declare, beside their documents and the inputs of their cases. */

const bounded = catalogue.filter(({ bounds }) => bounds);
const names = bounded.map((operation) => [operation.id, operation] as const);
const services = { data: { url: 'https://a.test' }, metrics: { url: 'https://a.test' } };

/** The first case of an operation that has items. */
function caseOf({ id }: AnyOperation) {
	const found = operationCases().find((each) => each.id === id && each.items.length > 0);
	if (!found) throw new Error(`${id} has no case with items`);
	return found;
}

/** The input of the operation's case without its ends and the place of a page. */
function inputOf(operation: AnyOperation): Record<string, unknown> {
	const { start, end } = operation.bounds ?? {};
	const left = ['pageToken', 'pageSize', start?.field, end?.field];
	const given = Object.entries(caseOf(operation).input);
	return Object.fromEntries(given.filter(([key]) => !left.includes(key)));
}

test('every list with two ends, and no other, declares its bounds or why it has none', () => {
	const ends = (key: string) => /^(start|end)(Timestamp|Block)$/.test(key);
	const lists = catalogue.filter(({ input, paging }) => paging && input.keys.filter(ends).length);
	for (const { id, bounds, unbounded } of lists) {
		expect([id, bounds === undefined]).toEqual([id, unbounded !== undefined]);
	}
	const others = catalogue.filter((one) => one.unbounded !== undefined && !lists.includes(one));
	expect(others.map(({ id }) => id)).toEqual([]);
	expect(bounded.length).toBeGreaterThanOrEqual(15);
});

describe.each(names)('%s', (_, operation) => {
	it('has the fields of its ends, and a number in every item of its case', () => {
		const { start, end } = operation.bounds ?? {};
		for (const bound of [start, end])
			if (bound) expect(operation.input.keys).toContain(bound.field);
		const { input, items } = caseOf(operation);
		const parsed = parseFields(operation.input, input, operation.id);
		const positions = listPositionsOf(operation, parsed, 0);
		for (const item of items) expect(positions?.of(item)).not.toBeNaN();
	});

	it('gives the same items to five readers as to one', async () => {
		const { bounds } = operation;
		// Containers have a test of their own.
		if (!bounds?.end) return;
		const { step = 1, unit } = bounds;
		const begin = unit === 'blocks' ? 0 : 1_650_000_000 - (1_650_000_000 % step);
		const items = Array.from({ length: 400 }, (_, at) => ({
			position: begin + step * Math.floor((at * at) / 900),
			id: String(at).padStart(4, '0'),
		}));
		const read = async (readers: number, boundsCount: boolean) => {
			const service = rangeService({ operation, items, boundsCount });
			const transport = async (request: Parameters<typeof service.respond>[0]) =>
				service.respond(request);
			const client = clientWith({
				...TOLERANT,
				services,
				transport,
				clock: fakeClock(),
			});
			const ids: string[] = [];
			const options = { readers, pageSize: 20 };
			const input = { ...inputOf(operation), [bounds.start.field]: begin + step * 2 };
			for await (const page of client.pages(operation, input, options)) {
				ids.push(...page.items.map(idOf));
			}
			return ids;
		};
		for (const boundsCount of [false, true]) {
			const one = await read(1, boundsCount);
			expect(one.length).toBeGreaterThan(300);
			expect(await read(5, boundsCount)).toEqual(one);
		}
	});
});
