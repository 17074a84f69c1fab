import fc from '../../../core/testing/properties';
import { catalogue } from '../../../core/subjects/catalogue';
import type { Operation } from '../../../core/operations/declare';
import { type Failure, isFailure } from '../../../core/failure';
import { parseFields } from '../../../core/fields/fieldSet';

/** Inputs that are refused before anything is sent. */

const X = 'X-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';
const P = 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';
const NODE = 'NodeID-5mb46qkSBj81k9g9e4VFjGGSbaaSLFRzD';
const TX = '2oJCbb8pfdxEHAf9A8CdN4Afj9VSR3xzyzNkf8tDv7aM1sfNFL';
const UTXO = 'kbUThAUfmBXUmRgTpgD6r3nLj7rJUGho6xyht5nouNNypH45j';
const P_CHAIN = '11111111111111111111111111111111LpoYY';
// The last letter of each is wrong.
const BAD_ID = '2oJCbb8pfdxEHAf9A8CdN4Afj9VSR3xzyzNkf8tDv7aM1sfNFM';
const BAD_NODE = 'NodeID-5mb46qkSBj81k9g9e4VFjGGSbaaSLFRzE';
const BAD_X = 'X-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre4';

const all = catalogue.filter(({ service }) => service === 'node');
const operation = (id: string) => all.find((one) => one.id === id) as Operation;

/** The field that is at fault and what the error says, or undefined where all is well. */
function refusal(id: string, input: Record<string, unknown>) {
	try {
		parseFields(operation(id).input, input, id);
		return undefined;
	} catch (error) {
		const failure = error as Failure;
		expect(isFailure(failure) && failure.kind).toBe('invalid-input');
		return { field: failure.field, message: failure.message };
	}
}

const refused: Array<[id: string, input: Record<string, unknown>, field: string, says: RegExp]> = [
	['xChain.getBalance', { assetID: 'AVAX' }, 'address', /"Address" \(address\) is required/],
	['xChain.getBalance', { address: BAD_X, assetID: 'AVAX' }, 'address', /checksum/],
	['xChain.getBalance', { address: `../${X}`, assetID: 'AVAX' }, 'address', /bech32/],
	[
		'xChain.getBalance',
		{ address: X, assetID: BAD_ID },
		'assetID',
		/or an alias.*typing error.*checksum/,
	],
	['xChain.getBlock', { blockID: TX, chain: '../P' }, 'chain', /blockchain id/],
	['xChain.getBlock', { blockID: TX, chain: 'X/wallet' }, 'chain', /blockchain id/],
	['xChain.getBlock', { blockID: TX, chain: '..' }, 'chain', /blockchain id/],
	['xChain.getBlockByHeight', { height: -1 }, 'height', /from 0 to 18446744073709551615/],
	['xChain.getBlockByHeight', { height: '18446744073709551616' }, 'height', /whole number/],
	['xChain.getBlockByHeight', { height: 2 ** 53 }, 'height', /whole number/],
	['xChain.getManyUtxos', { addresses: Array(1025).fill(X) }, 'addresses', /1 to 1024/],
	['xChain.getManyUtxos', { addresses: [X, BAD_X] }, 'addresses', /lre4"/],
	['xChain.getManyUtxos', { addresses: X, limit: 0 }, 'limit', /from 1 to 1024/],
	['xChain.getManyUtxos', { addresses: X, limit: 1025 }, 'limit', /from 1 to 1024/],
	['xChain.getManyUtxos', { addresses: X, sourceChain: 'P/x' }, 'sourceChain', /blockchain id/],
	[
		'xChain.getManyUtxos',
		{ addresses: X, startIndexUtxo: UTXO },
		'startIndexUtxo',
		/together with "Start Address"/,
	],
	[
		'xChain.getManyUtxos',
		{ addresses: X, startIndexAddress: X },
		'startIndexAddress',
		/together with "Start UTXO"/,
	],
	['pChain.getBalance', { addresses: X }, 'addresses', /preceded by P-/],
	[
		'pChainStaking.getCurrentSupply',
		{ subnetID: 'primary' },
		'subnetID',
		/must be a subnet id \(cb58\)/,
	],
	['pChainStaking.getManyValidators', { nodeIDs: [NODE, BAD_NODE] }, 'nodeIDs', /LFRzE"/],
	['health.getHealth', { tags: 'a/b' }, 'tags', /must be tags/],
	['health.getHealth', { tags: ['a b'] }, 'tags', /must be tags/],
	['health.getLivenessRpc', { tags: 'a' }, 'tags', /takes no fields/],
	['evmSubnet.getFeeConfig', { blockchainId: 'C/../P' }, 'blockchainId', /blockchain id/],
	[
		'evmSubnet.getFeeConfig',
		{ blockchainId: 'C', block: 'newest' },
		'block',
		/latest, pending, earliest/,
	],
	['evmSubnet.getFeeConfig', { blockchainId: 'C', block: -1 }, 'block', /block number/],
	[
		'evmSubnet.getFeeConfig',
		{ blockchainId: 'C', block: '9223372036854775808' },
		'block',
		/block number/,
	],
	['evmSubnet.getFeeConfig', { blockchainId: 'C', block: `0x${'1'.repeat(63)}` }, 'block', /hash/],
	[
		'evmSubnet.getActiveRules',
		{ blockchainId: 'C', timestamp: 1788220800000 },
		'timestamp',
		/Unix seconds/,
	],
	['pChainStaking.getManyValidatorsAtHeight', { height: 'latest' }, 'height', /or proposed/],
	// The largest uint64 is a name for "proposed" inside the node, which refuses it as a number.
	[
		'pChainStaking.getManyValidatorsAtHeight',
		{ height: '18446744073709551615' },
		'height',
		/18446744073709551614/,
	],
];

const accepted: Array<[id: string, input: Record<string, unknown>]> = [
	// The form has a default for what is left out.
	['xChain.getBalance', { address: X }],
	['index.getLastAcceptedContainer', {}],
	['index.getManyContainers', { index: 'X/tx', numToFetch: 1 }],
	['xChain.getBalance', { address: `${TX}-${X.slice(2)}`, assetID: 'AVAX' }],
	['xChain.getManyUtxos', { addresses: Array(1024).fill(X), limit: 1024 }],
	['xChain.getManyUtxos', { addresses: X, limit: 1, startIndexAddress: X, startIndexUtxo: UTXO }],
	[
		'xChain.getManyUtxos',
		{
			addresses: X.replace(
				'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
				'fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t',
			),
		},
	],
	['pChain.getBalance', { addresses: P }],
	['pChainStaking.getManyValidators', { subnetID: P_CHAIN, nodeIDs: NODE }],
	['index.getManyContainers', { index: 'X/tx', startIndex: 0, numToFetch: 0 }],
	['index.getManyContainers', { index: 'X/tx', startIndex: 0, numToFetch: 1024 }],
	['evmSubnet.getActiveRules', { blockchainId: 'C', timestamp: 0 }],
	['pChainStaking.getManyValidatorsAtHeight', { height: '18446744073709551614' }],
];

describe('input of node operations', () => {
	it.each(refused)('%s refuses %j', (id, input, field, says) => {
		const found = refusal(id, input);
		expect(found?.field).toBe(field);
		expect(found?.message).toMatch(says);
	});

	it.each(accepted)('%s accepts %j', (id, input) => {
		expect(refusal(id, input)).toBeUndefined();
	});

	it('block numbers become hex quantities of the same number', () => {
		const largest = 2n ** 63n - 1n;
		const feeConfig = operation('evmSubnet.getFeeConfig');
		const sent = (block: string) =>
			(
				parseFields(feeConfig.input, { blockchainId: 'C', block }, feeConfig.id) as {
					block: string;
				}
			).block;
		fc.assert(
			fc.property(fc.bigInt({ min: 0n, max: largest }), fc.nat(3), (number, zeros) => {
				const quantity = sent(number.toString());
				expect(quantity).toMatch(/^0x(0|[1-9a-f][0-9a-f]*)$/);
				expect(BigInt(quantity)).toBe(number);
				const digits = number.toString(16);
				const padded = `0x${'0'.repeat(Math.min(zeros, 16 - digits.length))}${digits}`;
				expect(sent(padded)).toBe(quantity);
			}),
		);
	});
});
