import { importTx } from '../../testing/cases/signedTransactions';
import type { OperationCase } from '../../testing/cases/operationCase';

const TX_ID = '18Q4TqfpLFt26upQyMhnErHv7L4ATgMzZ9hchts4mAVdb8zAj';
const ADDRESS = 'C-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';
const source = 'graft/coreth/plugin/evm/atomic/vm/api.go';

export const cChain: OperationCase[] = [
	{
		id: 'cChain.getManyUtxos',
		input: { addresses: ADDRESS.slice(2), sourceChain: 'X', limit: 1 },
		request: {
			path: '/ext/bc/C/avax',
			body: {
				method: 'avax.getUTXOs',
				params: { addresses: [ADDRESS], sourceChain: 'X', limit: 1 },
			},
		},
		answer: {
			json: {
				numFetched: '1',
				utxos: ['0x0000a1'],
				endIndex: { address: ADDRESS, utxo: TX_ID },
				encoding: 'hex',
			},
		},
		items: ['0x0000a1'],
		source,
		world: ({ node }) => ({
			addresses: [0, 1, 2, 3, 4].map((at) => `C-${node.address(at)}`),
			sourceChain: 'X',
		}),
	},
	{
		id: 'cChain.issueTransaction',
		input: { tx: '0x0000000000000102' },
		request: {
			path: '/ext/bc/C/avax',
			body: { method: 'avax.issueTx', params: { tx: '0x0000000000000102' } },
		},
		answer: { json: { txID: TX_ID } },
		items: [{ txID: TX_ID }],
		source,
		world: 'sent',
	},
	{
		id: 'cChain.getTransaction',
		input: { txID: TX_ID, encoding: 'hex' },
		request: {
			path: '/ext/bc/C/avax',
			body: { method: 'avax.getAtomicTx', params: { txID: TX_ID, encoding: 'hex' } },
		},
		answer: { json: { tx: '0x000000000000', encoding: 'hex', blockHeight: '5' } },
		items: [{ tx: '0x000000000000', encoding: 'hex', blockHeight: 5 }],
		source,
		world({ node }) {
			const { id, bytes } = importTx(node, 0);
			node.atomicTxs.set(id, { bytes, blockHeight: 1 });
			return { txID: id, encoding: 'hex' };
		},
	},
	{
		id: 'cChain.getTransactionStatus',
		input: { txID: TX_ID },
		request: {
			path: '/ext/bc/C/avax',
			body: { method: 'avax.getAtomicTxStatus', params: { txID: TX_ID } },
		},
		answer: { recorded: 'further-avax.getAtomicTxStatus' },
		items: [{ status: 'Unknown' }],
		source,
	},
	{
		id: 'cChain.getTransactionStatus',
		input: { txID: TX_ID },
		request: {
			path: '/ext/bc/C/avax',
			body: { method: 'avax.getAtomicTxStatus', params: { txID: TX_ID } },
		},
		answer: { json: { status: 'Accepted', blockHeight: '1024' } },
		items: [{ status: 'Accepted', blockHeight: 1024 }],
		source,
	},
];
