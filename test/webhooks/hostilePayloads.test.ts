import { instantEvents } from '../../core/subjects/events/allInstant';
import { transfer } from '../../core/subjects/events/transfer/instant';
import { webhookMessageOf } from '../../core/webhooks/message';
import { firstNamed, hashesIn } from '../../core/webhooks/openPayload';
import { emulatorForTests } from '../emulatorForTests';
import { pollContext } from '../../lab/kit/events/run';
import fc from '../../core/testing/properties';

/** Messages that are signed and not as the documents have them. */

const NOON = 1_794_052_800_000;
const MINE = '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7';
const OTHER = '0x664a4be5af2cfc824f9c0914cbac4703396da2dc';
const NODE = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
const HASH = `0x${'f6'.repeat(32)}`;

const emulator = emulatorForTests();
afterEach(() => emulator.control.reset());

const SETTINGS: Record<string, Record<string, unknown>> = {
	transfer: { addresses: MINE },
	primaryTransaction: {
		network: 'mainnet',
		addresses: 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
	},
	rewardPaid: { network: 'mainnet', nodeIds: NODE },
	delegation: { network: 'mainnet', nodeIds: NODE },
	stakingTransaction: { network: 'mainnet', nodeIds: NODE },
	l1Validator: { network: 'mainnet', nodeIds: NODE },
	balanceThreshold: {
		network: 'mainnet',
		addresses: 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
		balanceThreshold: '1',
	},
};

const message = (event: unknown, eventType = 'address_activity') =>
	webhookMessageOf({ webhookId: 'w', messageId: 'm', eventType, event });

const base = {
	txHash: HASH,
	blockNumber: '44568834',
	blockTimestamp: NOON / 1000,
	txStatus: '1',
	from: OTHER,
	to: MINE,
	value: '0',
};

async function transfersOf(transaction: object, more: Record<string, unknown> = {}) {
	const settings = transfer.settings({ addresses: MINE, ...more });
	const { events } = await transfer.eventsOf(
		message({ transaction }),
		settings,
		pollContext(emulator),
	);
	return events.map(({ data }) => data);
}

describe('the envelope', () => {
	test.each([
		[null, /no valid webhookId/],
		[[], /no valid webhookId/],
		['text', /no valid webhookId/],
		[{ webhookId: 'a', messageId: 5 }, /no valid messageId; given: 5/],
		[{ webhookId: 'a', messageId: 'b', eventType: '' }, /no valid eventType/],
		[{ webhookId: 'a', messageId: 'b', eventType: 'c' }, /no event; given: undefined/],
		[{ webhookId: 'a', messageId: 'b', eventType: 'c', event: [1] }, /no event; given/],
	])('%j is refused', (value, expected) => {
		expect(() => webhookMessageOf(value)).toThrow(expected);
	});

	test('old names become the present ones, unknown ones stay', () => {
		const named = (eventType: string, sub: string) =>
			webhookMessageOf({ webhookId: 'w', messageId: 'm', eventType, event: { eventType: sub } });
		expect(named('platform_address_activity', 'balance_change')).toMatchObject({
			eventType: 'primary_network_address_activity',
			subEvent: 'balance_change',
		});
		expect(named('validator_activity', 'l1_validator_threshold_reached')).toMatchObject({
			subEvent: 'l1_validator_balance_threshold',
		});
		expect(named('constructor', '__proto__')).toMatchObject({
			eventType: 'constructor',
			subEvent: '__proto__',
		});
	});
});

describe('EVM transactions', () => {
	const token = { address: OTHER, name: 'USD Coin', symbol: 'USDC', decimals: 18 };
	const moved = (more: object = {}) => ({
		...{ from: OTHER, to: MINE.toLowerCase(), value: '30576074978046450', logIndex: 3 },
		erc20Token: { ...token, valueWithDecimals: '0.030576074978046448' },
		...more,
	});

	test('amounts come from value and decimals', async () => {
		const [item] = await transfersOf({ ...base, erc20Transfers: [moved()] });
		expect(item).toMatchObject({ amount: '30576074978046450', decimals: 18, known: false });
		expect(item.title).toBe(`${MINE}: received 0.030576 "USDC" (token 0x664A…a2DC)`);
	});

	test('addresses have their checksum whatever case the message has', async () => {
		const [item] = await transfersOf({
			...base,
			value: '1',
			from: '0xB31F66AA3C1E785363F0875A1B74E27B85FD66C7',
		});
		expect(item).toMatchObject({ from: '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7', to: MINE });
	});

	test.each([
		['no lists', {}],
		['lists that are none', { erc20Transfers: 5, erc721Transfers: {}, internalTransactions: 'x' }],
		['transfers that are none', { erc20Transfers: [null, 1, 'x', [], {}] }],
		['ends that are not addresses', { erc20Transfers: [moved({ from: 5 }), moved({ to: '0x1' })] }],
		['no hash', { value: '1', txHash: undefined }],
		['another hash', { value: '1', txHash: '0x12' }],
		['no block', { value: '1', blockNumber: 'latest' }],
		['no time', { value: '1', blockTimestamp: 0 }],
		['a failed transaction', { value: '1', txStatus: '0', erc20Transfers: [moved()] }],
		['an amount with a fraction', { value: '1.5' }],
		['a negative amount', { value: '-1' }],
	])('%s: no event, no error', async (_, more) => {
		expect(await transfersOf({ ...base, ...more })).toEqual([]);
	});

	test('more transfers of an unknown token than the settings allow are one event', async () => {
		const erc20Transfers = Array.from({ length: 5 }, (_, logIndex) => moved({ logIndex }));
		const items = await transfersOf({ ...base, erc20Transfers }, { mostUnknown: 3 });
		expect(items.map(({ moreTransfers }) => moreTransfers)).toEqual([null, null, null, 2]);
		const all = await transfersOf({ ...base, erc20Transfers }, { mostUnknown: 5 });
		expect(all.map(({ moreTransfers }) => moreTransfers)).toEqual([null, null, null, null, null]);
	});

	test('decimals that no token has are null, and the amount stays in base units', async () => {
		const strange = moved({ erc20Token: { ...token, decimals: 1e21 } });
		const [item] = await transfersOf({ ...base, erc20Transfers: [strange] });
		expect(item).toMatchObject({
			decimals: null,
			title: expect.stringMatching(/base units/) as string,
		});
	});
});

describe('what a message does not say is read', () => {
	/** A message about a transaction of the emulated network. */
	async function itemsOf(given: object, more: Record<string, unknown> = {}) {
		const [txHash] = emulator.control.addTransfers({
			transfers: [{ from: OTHER, to: MINE, ...given }],
		});
		const chain = emulator.world.evmChain('43114')!;
		const one = emulator.world.tokens(chain).transferByHash(txHash)!;
		const erc20 = {
			from: OTHER,
			to: MINE,
			value: String(one.value),
			logIndex: one.logIndex,
			erc20Token: { ...one.token },
		};
		const call = { from: OTHER, to: MINE, value: String(one.value), internalTxType: 'CALL' };
		return await transfersOf(
			{
				...base,
				txHash,
				blockNumber: String(one.blockNumber),
				erc20Transfers: one.only === 'erc20' ? [erc20] : [],
				internalTransactions: one.only === 'internal' ? [call] : [],
			},
			more,
		);
	}

	test('spam is left out, unless it is asked for or the token is named', async () => {
		expect(await itemsOf({ malicious: true })).toEqual([]);
		expect(await itemsOf({ malicious: false })).toHaveLength(1);
		expect(await itemsOf({ malicious: true }, { includeSpam: true })).toHaveLength(1);
		const chain = emulator.world.evmChain('43114')!;
		const contractAddresses = emulator.world.tokens(chain).erc20[0].address;
		expect(await itemsOf({ malicious: true }, { contractAddresses })).toHaveLength(1);
	});

	test('an internal transaction that was reverted is left out', async () => {
		expect(await itemsOf({ only: 'internal', failed: true })).toEqual([]);
		expect(await itemsOf({ only: 'internal' })).toHaveLength(1);
	});

	test('without an answer nothing is left out', async () => {
		emulator.control.addFaults({ faults: [{ kind: 'status', status: 503 }] });
		expect(await itemsOf({ malicious: true })).toHaveLength(1);
	});

	test('a record that the service does not have yet is left to a poll', async () => {
		const delegation = instantEvents.find(({ value }) => value === 'delegation')!;
		const txHash = '2ebCneCbwthjQ1rYT41nhd7M76Hc6YmosMAQrTFhBq8qeqh6tt';
		const settings = delegation.settings(SETTINGS.delegation);
		const given = message({ transaction: { txHash } }, 'validator_activity');
		const found = await delegation.eventsOf(given, settings, pollContext(emulator));
		expect(found).toEqual({ events: [], missing: txHash });
		const asked = emulator.control.requests().filter(({ path }) => path.endsWith(txHash));
		expect(asked).toHaveLength(3);
	});
});

test('whatever an event is, it makes no event without need, and throws nothing but failures', async () => {
	const events = fc.oneof(
		fc.dictionary(fc.string(), fc.jsonValue()),
		fc.record({
			transaction: fc.dictionary(fc.constantFrom(...Object.keys(base)), fc.jsonValue()),
		}),
		fc.record({
			transaction: fc
				.dictionary(
					fc.constantFrom('erc20Transfers', 'value', 'internalTransactions', 'to'),
					fc.jsonValue(),
				)
				.map((other) => ({ ...base, ...other })),
		}),
	);
	const settings = new Map(
		instantEvents.map((event) => [event, event.settings(SETTINGS[event.value])]),
	);
	const context = { ...pollContext(emulator), deadline: 0 };
	await fc.assert(
		fc.asyncProperty(
			events,
			fc.nat(instantEvents.length - 1),
			fc.constantFrom('address_activity', 'validator_activity', 'platform_address_activity', 'x'),
			async (event, at, eventType) => {
				const instant = instantEvents[at];
				const own = settings.get(instant)!;
				const found = await instant.eventsOf(message(event, eventType), own, context);
				for (const { id, data } of found.events) {
					expect(typeof id).toBe('string');
					expect(String(data.text)).not.toMatch(/undefined|NaN|\[object/);
				}
			},
		),
	);
});

test('values are found by name at any depth, and hashes each once', () => {
	const payload = { a: [{ b: { NodeID: 5, c: { nodeId: 'x' } } }], nodeid: false };
	const isText = (value: unknown): value is string => typeof value === 'string';
	expect(firstNamed(payload, ['nodeId'], isText)).toBe('x');
	const one = '2ebCneCbwthjQ1rYT41nhd7M76Hc6YmosMAQrTFhBq8qeqh6tt';
	const two = '3P91K6nuDFvDodcRuJTsgdf9SvYe5pMiKk38HppsoeAiEztCP';
	const hashes = { deep: { stakingTxHash: two, txHash: one }, txHash: one, tx_id: HASH };
	expect(hashesIn(hashes)).toEqual([one, two]);
});
