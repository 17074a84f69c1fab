import { createHash } from 'node:crypto';
import {
	type PrepareL1TopUpInput,
	bytesToHex,
	createClient,
	hexToBytes,
	hexWithChecksum,
	hexWithoutChecksum,
	prepareL1TopUp,
} from '../../../core';
import { readTransaction } from '../../../core/transactions/read';
import { fakeClock } from '../protocol/fakes';

/** *Prepare L1 Top-Up*: what a node returns decides on the fee and the inputs, and on nothing else. */

const u32 = (value: number) => value.toString(16).padStart(8, '0');
const u64 = (value: bigint) => value.toString(16).padStart(16, '0');
const AVAX = 'U8iRqJoiJm8xZHAacmvYyZVwqQx6uDNtQeP3CQ6fcgQk3JqnK';
const AVAX_BYTES = '3d9bdac0ed1d761330cf680efdeb1a42159eb387d6d2950c96f7d28f61bbe2aa';
const PAYER = 'P-fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t';
const OWNER = '3cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c';
const OTHER = 'P-fuji1qvpsxqcrqvpsxqcrqvpsxqcrqvpsxqcrmh0vef';
const VALIDATION = '9FAftNgNBrzHUMMApsSyV6RcFiL9UmCbvsCu28xdLV2mQ7CMo';
const ID = '4yo5ZzPDUKCsoucyTX2GfktgoyjxM9cjFUWqkiQsUJrYiEQqr';

/** An unspent output of the payer: 3 AVAX by default. */
const utxo = (index = 0, amount = 3n * 10n ** 9n, type = 7) =>
	hexWithChecksum(
		hexToBytes(
			`0000${'11'.repeat(32)}${u32(index)}${AVAX_BYTES}${u32(type)}${u64(amount)}${u64(0n)}${u32(1)}${u32(1)}${OWNER}`,
		),
	);

const owner = (address: string) => ({ locktime: '0', threshold: '1', addresses: [address] });
const VALIDATOR = {
	validationID: VALIDATION,
	subnetID: ID,
	nodeID: 'NodeID-K1LV379WF46iHh4RCSKou2Up5bUBRWCVV',
	weight: '1',
	balance: '1000',
	startTime: '1',
	publicKey: '0x',
	minNonce: '0',
	remainingBalanceOwner: owner(PAYER),
	deactivationOwner: owner(PAYER),
	height: '5',
};
const ANSWERS: Readonly<Record<string, unknown>> = {
	'info.getNetworkID': { networkID: '5' },
	'platform.getStakingAssetID': { assetID: AVAX },
	'platform.getL1Validator': VALIDATOR,
	'platform.getFeeState': {
		price: '1',
		capacity: '1000000',
		excess: '0',
		timestamp: '2026-11-26T00:00:00Z',
	},
	'platform.getTimestamp': { timestamp: '2026-11-26T00:00:00Z' },
};
const utxos = (...all: string[]): Record<string, unknown> => ({
	'platform.getUTXOs': {
		numFetched: String(all.length),
		utxos: all,
		endIndex: { address: PAYER, utxo: ID },
		encoding: 'hex',
	},
});

async function prepare(
	answers: Readonly<Record<string, unknown>> = {},
	given: Partial<PrepareL1TopUpInput> = {},
) {
	const known = { ...ANSWERS, ...utxos(utxo()), ...answers };
	const asked: string[] = [];
	const client = createClient({
		nodeUrl: 'http://127.0.0.1:9650',
		clock: fakeClock(),
		retry: { retries: 0 },
		transport: async ({ body = '' }) => {
			const { id, method } = JSON.parse(body) as { id: number; method: string };
			asked.push(method);
			const result = known[method];
			const answer =
				result instanceof Error ? { error: { code: -32000, message: result.message } } : { result };
			return { status: 200, headers: {}, text: JSON.stringify({ jsonrpc: '2.0', id, ...answer }) };
		},
	});
	const input = { validationID: VALIDATION, amount: '1', addresses: [PAYER], ...given };
	return { asked, prepared: await prepareL1TopUp(client, input) };
}

test('the bytes, their hash, the fee with its margin, and the words', async () => {
	const { asked, prepared } = await prepare();
	const { unsignedTx, unsignedTxWithChecksum, hash, ...rest } = prepared;
	const bytes = hexToBytes(unsignedTx);
	expect(hash).toBe(`0x${createHash('sha256').update(bytes).digest('hex')}`);
	expect(bytesToHex(hexWithoutChecksum(unsignedTxWithChecksum))).toBe(bytesToHex(bytes));
	expect(readTransaction(bytes).values).toMatchObject({
		validationId: VALIDATION,
		balance: 10n ** 9n,
		memo: '0x',
		outputs: [{ amount: 1_999_979_722n, owners: { addresses: [PAYER] } }],
	});
	expect(rest).toMatchObject({
		amount: '1000000000',
		fee: '20278',
		change: '1999979722',
		inputs: [{ outputIndex: 0, amount: '3000000000', address: PAYER }],
		validator: { validationID: VALIDATION, subnetID: ID, balance: '1000' },
		summary: `Adds 1 AVAX to the balance of the L1 validation ${VALIDATION}`,
		unusual: [],
	});
	expect(asked).not.toContain('platform.issueTx');
});

test('what a payer should know about the validation', async () => {
	const inactive = { ...VALIDATOR, balance: '0', remainingBalanceOwner: owner(OTHER) };
	const { prepared } = await prepare({ 'platform.getL1Validator': inactive });
	expect(prepared.unusual).toEqual([
		'the validation is inactive: it becomes active again, unless the network has as many active L1 validators as it allows',
		`what is left of the balance at its end goes to ${OTHER}, not to the payers`,
	]);
});

test('outputs that are damaged or of an unknown type are left out', async () => {
	const damaged = `${utxo(1).slice(0, -1)}0`;
	const { prepared } = await prepare(utxos(damaged, '0x', utxo(2, 5n * 10n ** 9n, 99), utxo(3)));
	expect(prepared.inputs.map(({ outputIndex }) => outputIndex)).toEqual([3]);
});

test.each<[string, Record<string, unknown>, Partial<PrepareL1TopUpInput>, string, RegExp]>([
	[
		'a node of another network',
		{ 'info.getNetworkID': { networkID: '1' } },
		{},
		'invalid-input',
		/addresses of the network fuji, and the node is in the network 1 \(avax\)/,
	],
	[
		'another AVAX',
		{ 'platform.getStakingAssetID': { assetID: ID } },
		{},
		'invalid-response',
		/says that AVAX of network 5 is 4yo5/,
	],
	[
		'another validation',
		{ 'platform.getL1Validator': { ...VALIDATOR, validationID: ID } },
		{},
		'invalid-response',
		/returned the validation 4yo5.* for 9FAf/,
	],
	[
		'a validation that was removed',
		{ 'platform.getL1Validator': new Error('fetching L1 validator failed: not found') },
		{},
		'rpc',
		/not found/,
	],
	[
		'a price of gas that is a thousand times higher',
		{ 'platform.getFeeState': { ...(ANSWERS['platform.getFeeState'] as object), price: '1000' } },
		{},
		'invalid-input',
		/The fee of 20278000 nAVAX is above the maximum of 10000000 nAVAX/,
	],
	['an empty payer', utxos(), {}, 'invalid-input', /cannot be paid: the payer has 0 nAVAX/],
	['too little', {}, { amount: '3' }, 'invalid-input', /has 3000000000 nAVAX in 1 outputs/],
])('%s is an error', async (_, answers, given, kind, message) => {
	await expect(prepare(answers, given)).rejects.toMatchObject({
		kind,
		message: expect.stringMatching(message) as string,
	});
});

test.each<[string, Partial<PrepareL1TopUpInput>, RegExp]>([
	['no amount', { amount: '0' }, /\(amount\) must be more than 0/],
	['a tenth decimal place', { amount: '1.0000000001' }, /\(amount\) must have at most 9 decimal/],
	['a fee of nothing', { maxFee: '0.0' }, /\(maxFee\) must be more than 0/],
	['a negative amount', { amount: '-1' }, /\(amount\) must be an amount/],
	['a validation with a typing error', { validationID: `${VALIDATION}x` }, /typing error/],
	[
		'payers of two networks',
		{ addresses: [PAYER, 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'] },
		/\(addresses\) must be addresses of one network/,
	],
	['an address of the X-Chain', { addresses: [PAYER.replace('P-', 'X-')] }, /P-Chain/],
])('%s is refused before anything is sent', async (_, given, message) => {
	await expect(prepare({}, given)).rejects.toMatchObject({
		kind: 'invalid-input',
		message: expect.stringMatching(message) as string,
	});
});
