import {
	type DisableOptions,
	disable,
	disabledTargets,
	urlMarkOf,
} from '../../lambdas/notify/disable';
import type { Target } from '../../lambdas/notify/settings';
import type { TargetState } from '../../lambdas/notify/targetStates';

/** Targets that are disabled: which, how it is said, and until when. */

const url = 'https://example.org/hook';
const target = (more: Partial<Target> = {}) => ({ name: 'hook', url, ...more }) as Target;

test('the mark of a URL alone is the beginning of its digest', () => {
	expect(urlMarkOf({ url })).toBe('VU7JmMN7ltq2Dzcy');
	expect(urlMarkOf({ url, room: undefined })).toBe(urlMarkOf({ url }));
	expect(urlMarkOf({ url, template: '{{title}}', timeoutSeconds: 7 })).toBe(urlMarkOf({ url }));
	expect(urlMarkOf({})).toHaveLength(16);
});

test('each other part of a destination makes another mark', () => {
	const marks = [
		...[{ url }, { url: `${url}/2` }, { url, room: 'a' }, { url, room: 'b' }, { url, topic: 'a' }],
		...[
			{ room: 'a' },
			{ token: 'a' },
			{ routingKey: 'a' },
			{ chat: 'a' },
			{ chat: 'a', thread: '1' },
		],
		...[{ from: 'a' }, { to: ['a'] }, { to: ['a', 'b'] }],
	].map(urlMarkOf);
	expect(new Set(marks).size).toBe(marks.length);
});

test('a target is disabled for the destination that failed', () => {
	const state = (mark: string): TargetState => ({
		disabled: { at: 1, reason: `of ${mark}`, urlMark: mark },
	});
	const own = urlMarkOf({ url });
	const targets = ['a', 'b', 'c', 'd'].map((name) => target({ name }));
	const states = new Map<string, TargetState>([
		...([
			['a', state(own)],
			['b', state('another')],
		] as const),
		...([
			['c', { quick: true }],
			['e', state(own)],
		] as const),
	]);
	expect([...disabledTargets(targets, states)]).toEqual([['a', `of ${own}`]]);
});

/** Disables a target; what is stored, queued and remembered then, in its order. */
async function disabling(given: Target, more: Partial<DisableOptions> = {}) {
	const done: unknown[] = [];
	const disabled = new Map<string, string>();
	const options = {
		store: {
			events: {
				put: async (...[id, event, createdAt]: [string, { data: object }, number]) =>
					Promise.resolve(void done.push(['put', id, event.data, createdAt])),
			},
		},
		states: {
			change: async (name: string, at: number, apply: (state: TargetState) => TargetState) =>
				Promise.resolve(void done.push(['state', name, at, apply({ quick: true })])),
		},
		queue: {
			send: async (messages: ReadonlyArray<{ delivery: { event: { data: object } } }>) => {
				for (const { delivery } of messages) {
					const { event, ...rest } = delivery;
					done.push(['queue', rest, event.data]);
				}
				await Promise.resolve();
			},
		},
		clock: { now: () => 5_000 },
		...{ disabled, ...more },
	} as unknown as DisableOptions;
	await disable(given, 'status 410', options);
	return { done, disabled: options.disabled };
}

const state = ['state', 'hook', 5_000, { quick: true, disabled: expect.anything() }];
const disabledNow = { at: 5_000, reason: 'status 410', urlMark: urlMarkOf({ url }) };

test('a target is disabled in the table, and in what is left of the batch', async () => {
	const { done, disabled } = await disabling(target());
	expect(done).toEqual([['state', 'hook', 5_000, { quick: true, disabled: disabledNow }]]);
	expect([...disabled]).toEqual([['hook', 'status 410']]);
});

test('it is reported to another target first', async () => {
	const { done } = await disabling(target({ format: 'slack', reportTo: 'ops' }));
	const id = expect.stringMatching(/^msg_/);
	const data = expect.objectContaining({
		...{ severity: 'critical', subject: 'hook', format: 'slack', reason: 'status 410' },
	});
	const queued = { target: 'ops', id, source: 'notify', attempts: 0, createdAt: 5_000 };
	expect(done).toEqual([['put', id, data, 5_000], ['queue', queued, data], state]);
});

test('the report of one series of failures has one id', async () => {
	const idOf = async (more: Partial<Target>, ...since: number[]) => {
		const [failing] = since.map((at) => ({ since: at, reason: 'no' }));
		const { done } = await disabling(target({ reportTo: 'ops', ...more }), { failing });
		return (done[0] as string[])[1];
	};
	const one = await idOf({}, 7);
	expect(await idOf({}, 7)).toBe(one);
	const others = [await idOf({}, 8), await idOf({ url: `${url}/2` }, 7), await idOf({})];
	expect(new Set([one, ...others]).size).toBe(4);
	// Without failures before, the time counts.
	expect(await idOf({}, 5_000)).toBe(others[2]);
});

test.each<[string, boolean, expected: unknown[]]>([
	['a target that is stored elsewhere ends there alone', true, []],
	['a target of the settings does not', false, [state]],
])('%s', async (_, isOther, expected) => {
	const ended: unknown[][] = [];
	const { done, disabled } = await disabling(target(), {
		endTarget: async (...given) => Promise.resolve(ended.push(given) > 0 && isOther),
	});
	expect(ended).toEqual([[target(), 'status 410']]);
	expect(done).toEqual(expected);
	expect(disabled.has('hook')).toBe(true);
});

test('a target that is disabled already is not reported again', async () => {
	const disabled = new Map([['hook', 'before']]);
	const found = await disabling(target({ reportTo: 'ops' }), { disabled });
	expect(found).toEqual({ done: [], disabled: new Map([['hook', 'before']]) });
});
