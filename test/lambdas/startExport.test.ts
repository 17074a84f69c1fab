import fc, { rounds } from '../../core/testing/properties';
import { createHandler, type StatusReport } from '../../lambdas/startExport/create';
import { daysOf, planExecutions } from '../../lambdas/startExport/plan';
import { startEnvironment } from '../../lambdas/startExport/environment';
import { parseStartEvent, type StartOrder } from '../../lambdas/startExport/event';
import type { Execution, Executions } from '../../lambdas/startExport/executions';
import { virtualClock } from '../../core/testing/virtualClock';
import { recordedTelemetry } from '../../lab/kit/lambda/exportKit';
import { lambdaError, makeStartExport } from '../../lab/kit/lambda/lambdaService';

const A = '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7';
const NOW = Date.parse('2026-11-18T06:00:00Z');
const addressOf = (n: number) => `0x${n.toString(16).padStart(40, '0')}`;
const order = (changes: object = {}) => ({
	rule: 'yesterday',
	time: '2026-11-18T06:00:00Z',
	chains: ['43114'],
	addresses: [A],
	...changes,
});
const plan = (changes: object = {}) =>
	planExecutions(parseStartEvent(order(changes)) as StartOrder, NOW);

/** Lambda's rule in memory: a name is taken once. */
function memoryExecutions() {
	const known = new Map<string, Execution & { event: unknown }>();
	const executions: Executions = {
		find: async (name) => known.get(name),
		detail: async (execution) => ({ ...execution, result: { version: 1 } }),
		async start(name, event) {
			if (known.has(name)) return 'taken';
			known.set(name, { name, arn: `arn:${name}`, status: 'RUNNING', event });
			return { arn: `arn:${name}` };
		},
	};
	return { known, executions };
}

const handlerOver = (executions: Executions, clock = virtualClock(NOW)) =>
	createHandler({
		executions,
		clock,
		telemetry: recordedTelemetry().telemetry,
	});

const minutes = (count: number) => ({ getRemainingTimeInMillis: () => count * 60_000 });

describe('days of a rule, in UTC', () => {
	// 2026-11-18 is a Wednesday.
	it.each([
		['yesterday', '2026-11-18T00:00:00Z', '2026-11-17', '2026-11-17'],
		['yesterday', '2026-11-17T23:59:59Z', '2026-11-16', '2026-11-16'],
		['yesterday', '2028-03-01T05:00:00Z', '2028-02-29', '2028-02-29'],
		['yesterday', '2027-01-01T05:00:00Z', '2026-12-31', '2026-12-31'],
		['lastWeek', '2026-11-18T06:00:00Z', '2026-11-09', '2026-11-15'],
		['lastWeek', '2026-11-15T23:59:59Z', '2026-11-02', '2026-11-08'],
		['lastWeek', '2026-11-16T00:00:00Z', '2026-11-09', '2026-11-15'],
		['lastMonth', '2026-11-18T06:00:00Z', '2026-10-01', '2026-10-31'],
		['lastMonth', '2027-01-01T00:00:00Z', '2026-12-01', '2026-12-31'],
		['lastMonth', '2028-03-31T00:00:00Z', '2028-02-01', '2028-02-29'],
	] as const)('%s at %s', (rule, at, firstDate, lastDate) => {
		expect(daysOf(rule, Date.parse(at))).toEqual({ firstDate, lastDate });
	});
});

describe('the plan', () => {
	it('has one execution a chain and batch of addresses', () => {
		const addresses = Array.from({ length: 5 }, (_, n) => addressOf(n));
		const planned = plan({ chains: ['43114', '43113'], addresses, batchSize: 2 });
		expect(planned.map(({ event }) => event.request.options)).toEqual(
			['43114', '43113'].flatMap((chain) =>
				[addresses.slice(0, 2), addresses.slice(2, 4), addresses.slice(4)].map((batch) => ({
					addresses: batch,
					includeChains: [chain],
				})),
			),
		);
		expect(planned[0].event.request).toMatchObject({
			type: 'TRANSACTION_EXPORT_EVM',
			firstDate: '2026-11-17',
			lastDate: '2026-11-17',
		});
	});

	it('is of the content: order, case and repetitions of addresses and chains change no name', () => {
		const addresses = Array.from({ length: 7 }, (_, n) => addressOf(n + 10));
		const names = (changes: object) => plan({ batchSize: 3, ...changes }).map(({ name }) => name);
		const written = [...addresses].reverse().map((one) => `0x${one.slice(2).toUpperCase()}`);
		expect(names({ addresses: [...written, addresses[0]] })).toEqual(names({ addresses }));
		const primary = { type: 'TRANSACTION_EXPORT_PRIMARY_NETWORK', addresses: undefined };
		const chains = ['p-chain', 'x-chain'];
		const evm = { ...primary, cChainEvmAddresses: addresses };
		expect(names({ ...evm, chains: [...chains, 'p-chain'].reverse() })).toEqual(
			names({ ...evm, chains }),
		);
	});

	it('has groups that stay the same when one address is added or dropped', () => {
		fc.assert(
			fc.property(
				fc.uniqueArray(fc.nat(10_000).map(addressOf), { minLength: 2, maxLength: 40 }),
				fc.integer({ min: 1, max: 6 }),
				([added, ...addresses], batchSize) => {
					const groups = (list: string[]) =>
						plan({ addresses: list, batchSize }).map(({ event }) => event.request.options);
					const texts = (list: string[]) => groups(list).map((one) => JSON.stringify(one));
					const [before, after] = [texts(addresses), texts([...addresses, added])];
					for (const { addresses: some = [] } of groups([...addresses, added])) {
						expect(some.length).toBeLessThanOrEqual(batchSize);
					}
					// Its own group alone is another one, or is divided.
					expect(before.filter((one) => !after.includes(one)).length).toBeLessThanOrEqual(1);
					expect(
						groups([...addresses, added])
							.flatMap((one) => one.addresses)
							.sort(),
					).toEqual([...addresses, added].sort());
				},
			),
		);
	});

	it('keeps the chains of the primary network together', () => {
		const type = 'TRANSACTION_EXPORT_PRIMARY_NETWORK';
		const chains = ['p-chain', 'x-chain'];
		const [one, ...others] = plan({ type, chains, addresses: undefined, cChainEvmAddresses: [A] });
		expect(others).toEqual([]);
		expect(one.event.request.options).toEqual({
			includeChains: chains,
			cChainEvmAddresses: [A.toLowerCase()],
		});
	});

	it('gives the same names for the same order, and others for any other', () => {
		fc.assert(
			fc.property(
				fc.record({
					chains: fc.uniqueArray(
						fc.constantFrom('43114', '43113', '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5'),
						{ minLength: 1 },
					),
					addresses: fc.uniqueArray(fc.nat(200).map(addressOf), { minLength: 1, maxLength: 12 }),
					batchSize: fc.integer({ min: 1, max: 5 }),
					label: fc.option(fc.stringMatching(/^[A-Za-z0-9_-]{1,16}$/), { nil: undefined }),
				}),
				fc.constantFrom('yesterday', 'lastWeek', 'lastMonth'),
				(changes, rule) => {
					const names = plan({ ...changes, rule }).map(({ name }) => name);
					expect(plan({ ...changes, rule }).map(({ name }) => name)).toEqual(names);
					for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
					expect(new Set(names).size).toBe(names.length);
					const later = plan({ ...changes, rule, time: '2027-02-18T06:00:00Z' });
					expect(later.some(({ name }) => names.includes(name))).toBe(false);
				},
			),
			{ numRuns: rounds(100) },
		);
	});
});

describe('startExport', () => {
	it('starts nothing twice when a schedule repeats itself, and says what was there', async () => {
		const { known, executions } = memoryExecutions();
		const handler = handlerOver(executions);
		const chains = ['43114', '43113'];
		const first = await handler(order({ chains }));
		expect(first).toMatchObject({ started: [{}, {}], already: [] });
		const second = await handler(order({ chains: [...chains, '43114'] }));
		expect(second).toMatchObject({
			started: [],
			already: [{ status: 'RUNNING' }, { status: 'RUNNING' }],
		});
		expect(known.size).toBe(2);
		const racing = handlerOver({ ...executions, find: async () => undefined });
		expect(await racing(order({ chains }))).toMatchObject({ started: [], already: [{}, {}] });
	});

	it('starts the others where one cannot be started, and fails so that the schedule repeats', async () => {
		const { known, executions } = memoryExecutions();
		let calls = 0;
		const broken: Executions = {
			...executions,
			start: (...given) =>
				calls++ === 0 ? Promise.reject(new Error('throttled')) : executions.start(...given),
		};
		const chains = ['43114', '43113'];
		const handler = handlerOver(broken);
		await expect(handler(order({ chains }))).rejects.toMatchObject({
			name: 'StartFailed',
			message: expect.stringContaining('throttled'),
		});
		expect(known.size).toBe(1);
		expect(await handler(order({ chains }))).toMatchObject({ started: [{}], already: [{}] });
	});

	it('starts 1,300 addresses on 12 chains within a minute at 40 ms a call, however it is throttled', async () => {
		for (const perSecond of [Infinity, 15, 6]) {
			const { clock, invoke, known, count } = makeStartExport(NOW, { perSecond });
			const addresses = Array.from({ length: 1300 }, (_, n) => addressOf(n));
			const chains = Array.from({ length: 12 }, (_, n) => String(43_000 + n));
			const [report] = await invoke([order({ addresses, chains })]);
			expect(report).toMatchObject({ status: 'fulfilled', value: { already: [] } });
			expect(known.size).toBe(192);
			expect(clock.time - NOW).toBeLessThan(60_000);
			// It slows down after refusals, so that few more calls are refused.
			expect(count.refused).toBeLessThan(192);
		}
	});

	it('reports throttling of both calls: what cannot be started in time is an error', async () => {
		const { known, executions } = memoryExecutions();
		for (const call of ['find', 'start'] as const) {
			const clock = virtualClock(NOW);
			const throttled = () =>
				Promise.reject(lambdaError('TooManyRequestsException', 'Rate exceeded'));
			const handler = handlerOver({ ...executions, [call]: throttled }, clock);
			await expect(clock.run(() => handler(order(), minutes(1)))).rejects.toMatchObject({
				name: 'StartFailed',
				message: expect.stringContaining('Rate exceeded'),
			});
			expect(clock.time - NOW).toBeLessThan(60_000);
			expect(clock.time - NOW).toBeGreaterThan(50_000);
		}
		expect(known.size).toBe(0);
	});

	it('starts no further ones once the time has ended', async () => {
		const { known, executions } = memoryExecutions();
		const clock = virtualClock(NOW);
		const slow: Executions = {
			...executions,
			async start(...given) {
				clock.time = NOW + 60_000;
				return await executions.start(...given);
			},
		};
		const chains = Array.from({ length: 12 }, (_, n) => String(43_000 + n));
		await expect(handlerOver(slow, clock)(order({ chains }), minutes(1))).rejects.toMatchObject({
			name: 'StartFailed',
			message: expect.stringContaining('there was no time left'),
		});
		expect(known.size).toBe(10);
	});

	it('returns no more results than Lambda does, and the names that are left', async () => {
		const names = Array.from({ length: 100 }, (_, n) => `e${n}`);
		const { executions } = memoryExecutions();
		const result = { text: 'x'.repeat(100_000) };
		const handler = handlerOver({
			...executions,
			find: async (name) => ({ name, arn: '', status: 'SUCCEEDED' }),
			detail: async (execution) => ({ ...execution, result }),
		});
		const found: string[] = [];
		for (let next: string[] | undefined = names; next; ) {
			const report = (await handler({ action: 'status', names: next })) as StatusReport;
			expect(JSON.stringify(report).length).toBeLessThan(6 * 1024 * 1024);
			found.push(...report.executions.map(({ name }) => name));
			({ next } = report);
		}
		expect(found).toEqual(names);
	});

	it('returns the status of executions by their names', async () => {
		const { executions } = memoryExecutions();
		const handler = handlerOver(executions);
		const report = (await handler(order())) as { started: Array<{ name: string }> };
		const [{ name }] = report.started;
		expect(await handler({ action: 'status', names: [name, 'nobody'] })).toEqual({
			executions: [
				expect.objectContaining({ name, status: 'RUNNING', result: { version: 1 } }),
				{ name: 'nobody', status: 'UNKNOWN' },
			],
		});
	});

	it.each<[string, unknown, RegExp]>([
		['nothing', undefined, /expected object/],
		['no rule', order({ rule: undefined }), /rule/],
		['an unknown rule', order({ rule: 'today' }), /rule: must be "yesterday", .*"today"/],
		['a bad day', order({ rule: { firstDate: '1', lastDate: '2026-01-01' } }), /rule/],
		[
			'days in disorder',
			order({ rule: { firstDate: '2026-02-01', lastDate: '2026-01-01' } }),
			/lastDate/,
		],
		['no chains', order({ chains: [] }), /chains/],
		['a bad address', order({ addresses: ['x'] }), /request\.options\.addresses/],
		['a bad time', order({ time: 'now' }), /time: must be a time in ISO 8601/],
		['a stray field', order({ chain: '1' }), /no field chain/],
		['an unknown action', order({ action: 'stop' }), /action/],
		['a bad name', { action: 'status', names: ['a:b'] }, /names\.0: .*"a:b"/],
	])('refuses a bad event by its field: %s', async (_, event, message) => {
		const { known, executions } = memoryExecutions();
		await expect(handlerOver(executions)(event)).rejects.toMatchObject({
			name: 'InvalidEvent',
			message: expect.stringMatching(message),
		});
		expect(known.size).toBe(0);
	});

	it.each([
		...['action', 'rule', 'time', 'type', 'chains', 'addresses', 'cChainEvmAddresses'],
		...['batchSize', 'label', 'destination', 'wait'],
	])('refuses a value for %s that is not understood', async (key) => {
		const { known, executions } = memoryExecutions();
		// An object without settings leaves all of them out.
		const objects =
			key === 'destination' || key === 'wait' ? [{ bucket: '' }, { maxAttempts: '1' }] : [{}];
		for (const value of [null, '', [], 'a b', -1, 0.5, true, [''], ...objects]) {
			await expect(handlerOver(executions)(order({ [key]: value }))).rejects.toMatchObject({
				name: 'InvalidEvent',
				message: expect.stringMatching(new RegExp(key, 'i')),
			});
		}
		expect(known.size).toBe(0);
	});

	it.each([{}, { EXPORT_FUNCTION_ARN: 'exportTransactions' }])(
		'wants a qualified ARN: %j',
		(given) => {
			expect(() => startEnvironment(given)).toThrow(/EXPORT_FUNCTION_ARN/);
		},
	);
});

test('an order that stands for more exports than can be started is refused at once', () => {
	const many = (chains: number, addresses: number) =>
		parseStartEvent({
			rule: 'yesterday',
			chains: Array.from({ length: chains }, (_, n) => String(n + 1)),
			addresses: Array.from({ length: addresses }, (_, n) => `0x${String(n).padStart(40, '0')}`),
			batchSize: 1,
		}) as StartOrder;
	expect(() => planExecutions(many(40_000, 40_000), 0)).toThrow(/1600000000 exports/);
	expect(() => planExecutions(many(1, 1_001), 0)).toThrow(/1001 exports/);
	expect(planExecutions(many(10, 100), Date.UTC(2026, 10, 7))).toHaveLength(1_000);
});
