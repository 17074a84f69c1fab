import { decodeContainer } from '../../../testing/cases/containers';
import type { World } from '../../../testing/network';
import { casesAt, resultOf } from '../../../testing/cases/expected';
import { owners, sum } from '../../../testing/cases/networkWorld';

/** The X-Chain of a node: recorded calls, and the samples of the documents. */

const X = 'X-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';
const BARE = 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';
const OTHER = 'avax1t4ztu5pec99t2jusz03dt0juc0s9cfa7f3qcaa';
const LOCAL = 'X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u';
const AVAX = 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z';
const LOCAL_AVAX = '2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe';
const TX = '2oJCbb8pfdxEHAf9A8CdN4Afj9VSR3xzyzNkf8tDv7aM1sfNFL';
const UTXO = 'kbUThAUfmBXUmRgTpgD6r3nLj7rJUGho6xyht5nouNNypH45j';
const UNKNOWN_ID = '2XDnKyAEr1RhhWpTpMXqrjeejN23vETmDykVzkb4PrU1fQjewh';
const SUBNET = '2bRCr6B4MiEfSjidDwxDpdCyviwnfUVqB2HGwhm947w9YYqb7r';

const use = casesAt('/ext/bc/X', 'node-json-rpc; vms/avm/service.go');

function amountsOf({ node }: World): Map<string, bigint> {
	const sums = new Map<string, bigint>();
	for (const { assetId, amount } of node.utxos('X', node.address(1))) {
		sums.set(assetId, (sums.get(assetId) ?? 0n) + amount);
	}
	return sums;
}

export const balances = [
	use('xChain.getManyBalances', 'avm.getAllBalances', {
		input: { address: LOCAL, includePartial: 'true' },
		params: { address: LOCAL, includePartial: true },
		answer: { recorded: 'xChain.getAllBalances-bare-partial' },
		items: [{ asset: 'AVAX', balance: '299999987997000000' }],
		rejected: [{}, { balances: { AVAX: '1' } }],
		world: (world) => ({ address: owners(world, 'X', 1)[0], includePartial: true }),
		inWorld: {
			expected(world) {
				const [avax] = world.node.assets;
				return [...amountsOf(world)].map(([id, amount]) => ({
					asset: id === avax.assetId ? 'AVAX' : id,
					balance: String(amount),
				}));
			},
		},
	}),
	use('xChain.getManyBalances', 'avm.getAllBalances', {
		input: { address: X },
		answer: { json: { balances: [{ asset: AVAX, balance: 102 }] } },
		items: [{ asset: AVAX, balance: '102' }],
	}),
	use('xChain.getManyBalances', 'avm.getAllBalances', {
		input: { address: BARE },
		params: { address: X },
		answer: { json: { balances: [{ asset: 'AVAX', balance: '102' }] } },
		items: [{ asset: 'AVAX', balance: '102' }],
	}),
	use('xChain.getBalance', 'avm.getBalance', {
		input: { address: LOCAL, assetID: 'AVAX' },
		answer: { recorded: 'xChain.getBalance' },
		items: [resultOf('xChain.getBalance')],
		rejected: [{ balance: { AVAX: '1' } }],
		// The chain's prefix is put before the address.
		world: ({ node }) => ({ address: node.address(1), assetID: 'AVAX', includePartial: true }),
		inWorld: {
			part: ({ balance, utxoIDs }) => ({ balance, utxos: (utxoIDs as unknown[]).length }),
			expected({ node }) {
				const [avax] = node.assets;
				const own = node
					.utxos('X', node.address(1))
					.filter(({ assetId }) => assetId === avax.assetId);
				return [{ balance: String(sum(own.map(({ amount }) => amount))), utxos: own.length }];
			},
		},
	}),
	use('xChain.getBalance', 'avm.getBalance', {
		input: { address: X, assetID: AVAX },
		answer: { json: { balance: 12, utxoIDs: null } },
		missing: true,
		items: [{ balance: '12', utxoIDs: null }],
	}),
];

const encodedUtxos = { utxos: ['0x0000'], endIndex: { address: X, utxo: TX }, encoding: 'hex' };

export const utxos = [
	use('xChain.getManyUtxos', 'avm.getUTXOs', {
		input: { addresses: LOCAL, encoding: 'hex' },
		params: { addresses: [LOCAL], encoding: 'hex' },
		answer: { recorded: 'xChain.getUtxos-default' },
		items: resultOf('xChain.getUtxos-default').utxos as string[],
		rejected: [{ numFetched: '0' }, { utxos: [{ id: TX }] }],
		world: (world) => ({ addresses: owners(world, 'X', 0) }),
		inWorld: {
			part: ({ value }) => ({ isHex: /^0x[0-9a-f]+$/.test(String(value)) }),
			expected: ({ node }) => node.utxos('X', node.address(0)).map(() => ({ isHex: true })),
		},
	}),
	use('xChain.getManyUtxos', 'avm.getUTXOs', {
		input: { addresses: [X] },
		answer: { json: { numFetched: '1', ...encodedUtxos } },
		items: ['0x0000'],
	}),
	use('xChain.getManyUtxos', 'avm.getUTXOs', {
		input: {
			addresses: `${X},\n${BARE},${OTHER}`,
			limit: '5',
			startIndexAddress: BARE,
			startIndexUtxo: UTXO,
			sourceChain: 'P',
			encoding: 'hex',
		},
		params: {
			addresses: [X, `X-${OTHER}`],
			limit: 5,
			startIndex: { address: X, utxo: UTXO },
			sourceChain: 'P',
			encoding: 'hex',
		},
		answer: { json: { numFetched: 1, sourceChain: 'P', ...encodedUtxos } },
		items: ['0x0000'],
	}),
];

const fxID = 'spdxUxVJQbX85MGxMHbKw1sHxMnSqJ3QBzDyDYEP3h6TLuxqQ';
const input = {
	txID: TX,
	outputIndex: 1,
	assetID: AVAX,
	fxID,
	input: { amount: 2570382395, signatureIndices: [0] },
};
const output = {
	assetID: AVAX,
	fxID,
	output: { addresses: [X], amount: '18446744073709551615', locktime: 0, threshold: 1 },
};
const unsigned = {
	networkID: 1,
	blockchainID: '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM',
	outputs: [],
	memo: '0x',
};
const credentials = [{ fxID, credential: { signatures: ['0x46eb'] } }];
/** Transactions of the documents; amounts in them are texts, since they may exceed 2^53. */
function transactions(amount: unknown) {
	const one = { ...input, input: { ...input.input, amount } };
	const exported = { destinationChain: SUBNET, exportedOutputs: [output], inputs: [one] };
	const imported = { sourceChain: SUBNET, importedInputs: [one], inputs: [one] };
	return {
		exportTx: { unsignedTx: { ...unsigned, ...exported }, credentials, id: TX },
		importTx: { unsignedTx: { ...unsigned, ...imported }, credentials, id: TX },
	};
}
const wire = transactions(2570382395);
const read = transactions('2570382395');

function txIn({ node }: World) {
	const found = node.chain('X').txAt(3);
	if (!found) throw new Error('The world has no transaction on the X-Chain');
	return found;
}

const txCase = (encoding: 'json', tx: unknown, item: unknown) =>
	use('xChain.getTransaction', 'avm.getTx', {
		input: { txID: ` ${TX}\n`, encoding },
		params: { txID: TX, encoding },
		answer: { json: { tx, encoding } },
		items: [{ tx: item, encoding }],
	});

export const xTransactions = [
	use('xChain.getTransaction', 'avm.getTx', {
		input: { txID: LOCAL_AVAX, encoding: 'hex' },
		answer: { recorded: 'xChain.getTx-hex' },
		items: [resultOf('xChain.getTx-hex')],
		rejected: [{ tx: ['0x00'] }],
		world: (world) => ({ txID: txIn(world).id, encoding: 'hex' }),
		inWorld: {
			part: ({ tx }) => decodeContainer(String(tx)).toString('hex'),
			expected: (world) => [Buffer.from(txIn(world).bytes).toString('hex')],
		},
		refused: { input: () => ({ txID: UNKNOWN_ID }), message: /not found/ },
	}),
	use('xChain.getTransaction', 'avm.getTx', {
		input: { txID: ` ${TX}\n` },
		params: { txID: TX },
		answer: { json: { tx: '0x0000', encoding: 'hex' } },
		items: [{ tx: '0x0000', encoding: 'hex' }],
	}),
	txCase('json', wire.exportTx, read.exportTx),
	txCase('json', wire.importTx, read.importTx),
	use('xChain.getTransactionFee', 'avm.getTxFee', {
		answer: { recorded: 'xChain.getTxFee' },
		items: [{ txFee: '1000000', createAssetTxFee: '1000000' }],
		rejected: [{}],
		inWorld: { expected: () => [{ txFee: '1000000', createAssetTxFee: '10000000' }] },
	}),
	use('xChain.getTransactionFee', 'avm.getTxFee', {
		answer: { json: { txFee: 1000000, createAssetTxFee: 10000000 } },
		items: [{ txFee: '1000000', createAssetTxFee: '10000000' }],
	}),
	use('xChain.getTransactionStatus', 'avm.getTxStatus', {
		input: { txID: LOCAL_AVAX },
		answer: { recorded: 'xChain.getTxStatus' },
		items: [{ status: 'Accepted' }],
		rejected: [{ status: true }],
		world: (world) => ({ txID: txIn(world).id }),
		inWorld: { expected: () => [{ status: 'Accepted' }] },
	}),
	use('xChain.getTransactionStatus', 'avm.getTxStatus', {
		input: { txID: TX },
		answer: { json: { status: 'Unknown' } },
		items: [{ status: 'Unknown' }],
	}),
];
