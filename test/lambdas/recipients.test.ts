import fc from '../../core/testing/properties';
import {
	type Recipients,
	configuredRecipients,
	mergedPages,
	mergedRecipients,
} from '../../lambdas/notify/recipients';

/** The merge of several kinds of recipients. */

async function* pagesOf(pages: ReadonlyArray<readonly string[]>) {
	await Promise.resolve();
	yield* pages;
}

async function all(pages: AsyncIterable<readonly string[]>): Promise<string[][]> {
	const read: string[][] = [];
	for await (const page of pages) read.push([...page]);
	return read;
}

const byCode = (names: readonly string[]) =>
	[...new Set(names)].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));

test('sorted lists of pages are merged in order, each name once', async () => {
	const list = fc.array(fc.array(fc.string({ maxLength: 2 }), { maxLength: 4 }), { maxLength: 5 });
	await fc.assert(
		fc.asyncProperty(fc.array(list, { maxLength: 4 }), async (lists) => {
			const sorted = lists.map((pages) => {
				const names = byCode(pages.flat());
				return pages.map(({ length }) => names.splice(0, length));
			});
			const merged = await all(mergedPages(sorted.map(pagesOf)));
			expect(merged.flat()).toEqual(byCode(sorted.flat(2)));
			expect(merged.filter(({ length }) => length === 0)).toEqual([]);
		}),
	);
});

test('a page is read only when the one before it is used up', async () => {
	const read: string[] = [];
	async function* watched(name: string, pages: ReadonlyArray<readonly string[]>) {
		for (const page of pages) {
			await Promise.resolve();
			read.push(name);
			yield page;
		}
	}
	const merged = mergedPages([watched('one', [['a'], ['c']]), watched('two', [['b'], ['d']])])[
		Symbol.asyncIterator
	]();
	expect((await merged.next()).value).toEqual(['a']);
	expect(read).toEqual(['one', 'two']);
	expect((await merged.next()).value).toEqual(['b']);
	expect(read).toEqual(['one', 'two', 'one']);
});

test.each<[after: string | undefined, names: string[]]>([
	[undefined, ['a', 'b', 'c']],
	['a', ['b', 'c']],
	['c', []],
])('targets of the settings behind %s', async (after, names) => {
	const targets = ['b', 'c', 'a', 'd'].map((name) => ({
		...{ name, types: name === 'd' ? ['u'] : ['t'], holds: name === 'b' },
	}));
	const configured = configuredRecipients(targets as never);
	const wanted = { source: 's', event: { id: '1', type: 't', timestamp: '', data: {} } };
	expect(await all(configured.targetsFor(wanted, after))).toEqual(names.length > 0 ? [names] : []);
	expect(['a', 'b', 'x'].map((name) => configured.holds?.(name))).toEqual([false, true, false]);
	expect([...(await configured.find(['a', 'x'])).keys()]).toEqual(['a']);
});

test('a target is found in the kind that has it', async () => {
	const kind = (name: string): Recipients => ({
		targetsFor: () => pagesOf([[name]]),
		find: async (names) =>
			new Map(names.includes(name) ? [[name, { name } as never]] : []) as never,
	});
	const both = mergedRecipients(kind('b'), kind('a'));
	const wanted = { source: 's', event: { id: '1', type: 't', timestamp: '', data: {} } };
	expect((await all(both.targetsFor(wanted as never))).flat()).toEqual(['a', 'b']);
	expect([...(await both.find(['b', 'x'])).keys()]).toEqual(['b']);
});

const matching = (severity: string[]) => ({ match: { severity } });
const both = { match: { severity: ['info'], event: ['u'] }, targets: ['a'] };

test.each<[string, object[] | undefined, severity: string, names: string[]]>([
	['no routes', undefined, 'info', ['a', 'b']],
	['a route of another target', [{ ...matching(['critical']), targets: ['b'] }], 'info', ['a']],
	[
		'a route that fits',
		[{ ...matching(['info', 'critical']), targets: ['a'] }],
		'info',
		['a', 'b'],
	],
	[
		'one of two that fits',
		[both, { ...matching(['info']), targets: ['a', 'b'] }],
		'info',
		['a', 'b'],
	],
	['one of which a part fits', [both], 'info', ['b']],
	['the end of an alert', [{ ...matching(['critical']), targets: ['a'] }], 'resolved', ['a', 'b']],
	['the end of another event', [both], 'resolved', ['b']],
])('targets by %s', async (_, routes, severity, names) => {
	const targets = ['a', 'b'].map((name) => ({ name }));
	const configured = configuredRecipients(targets as never, routes as never);
	const wanted = { source: 's', event: { id: '1', type: 't', timestamp: '', data: { severity } } };
	expect((await all(configured.targetsFor(wanted))).flat()).toEqual(names);
});

test.each<[string, target: object, names: string[]]>([
	['its source', { sources: ['r', 's'] }, ['a']],
	['another source', { sources: ['r'] }, []],
	['its source and another type', { sources: ['s'], types: ['u'] }, []],
	['its type and another source', { sources: ['r'], types: ['t'] }, []],
	['both', { sources: ['s'], types: ['u', 't'] }, ['a']],
])('a target with %s', async (_, target, names) => {
	const configured = configuredRecipients([{ name: 'a', ...target }] as never);
	const wanted = { source: 's', event: { id: '1', type: 't', timestamp: '', data: {} } };
	expect((await all(configured.targetsFor(wanted))).flat()).toEqual(names);
});
