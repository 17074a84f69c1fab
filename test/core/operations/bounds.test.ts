import { createClient } from '../../../core/client';
import { parseFields } from '../../../core/fields/fieldSet';
import { catalogue } from '../../../core/operations/catalogue';
import type { AnyOperation } from '../../../core/operations/declare';
import { placesOf } from '../../../core/protocol/bounds';
import { operationCases } from '../../operations/case';
import { fakeClock } from '../protocol/fakes';
import { idOf, rangeService } from '../protocol/rangeService';

/** The bounds that lists declare, beside their documents and the inputs of their cases. */

const bounded = catalogue.filter(({ bounds }) => bounds);
const names = bounded.map((operation) => [operation.id, operation] as const);
const services = { data: { url: 'https://a.test' }, metrics: { url: 'https://a.test' } };

/** Lists that take two ends and are read by one reader all the same. */
const UNBOUNDED: Record<string, string> = {
	'lookingGlass.getManyTokenHolders': 'the ends choose who held the token, the items have no time',
	'lookingGlass.getManyValidatorAddresses': 'the unit of the sort key is not documented',
	'usage.getManyLogs': 'the unit of eventTimestamp is not documented',
};

/** Inputs of operations that have no case of their own. */
const INPUTS: Record<string, Record<string, unknown>> = {
	'index.getContainerRange': { index: 'P/block', startIndex: '0' },
	'stakingTransaction.getMany': { network: 'mainnet' },
	'tokenTransfer.getManyErc20': { chainId: '43114', address: `0x${'1'.repeat(40)}` },
};

function caseOf({ id }: AnyOperation) {
	const found = operationCases().find((each) => each.id === id && each.items.length > 0);
	return found ?? { input: INPUTS[id], items: [] };
}

/** The input of the operation's case without its ends and the place of a page. */
function inputOf(operation: AnyOperation): Record<string, unknown> {
	const { start, end } = operation.bounds ?? {};
	const left = ['pageToken', 'pageSize', start?.field, end?.field];
	const given = Object.entries(caseOf(operation).input);
	return Object.fromEntries(given.filter(([key]) => !left.includes(key)));
}

test('every list with two ends declares its bounds, or it is known why not', () => {
	const ends = (key: string) => /^(start|end)(Timestamp|Block)$/.test(key);
	const lists = catalogue.filter(({ input, paging }) => paging && input.keys.filter(ends).length);
	const without = lists.filter(({ bounds }) => !bounds).map(({ id }) => id);
	expect(without.sort()).toEqual(Object.keys(UNBOUNDED));
	expect(bounded.length).toBeGreaterThanOrEqual(15);
});

describe.each(names)('%s', (_, operation) => {
	it('has the fields of its ends, and a number in every item of its case', () => {
		const { start, end } = operation.bounds ?? {};
		for (const bound of [start, end])
			if (bound) expect(operation.input.keys).toContain(bound.field);
		const input = { ...INPUTS[operation.id], ...inputOf(operation) };
		const places = placesOf(operation, parseFields(operation.input, input, operation.id), 0);
		for (const item of caseOf(operation).items) expect(places?.of(item)).not.toBeNaN();
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
			const client = createClient({ services, transport, clock: fakeClock() });
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
