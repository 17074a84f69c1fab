import { importTx } from '../../testing/cases/signedTransactions';
import type { OperationCase } from '../../testing/cases/operationCase';
import { casesAt } from '../../testing/cases/expected';

const TX_ID = '18Q4TqfpLFt26upQyMhnErHv7L4ATgMzZ9hchts4mAVdb8zAj';
const ADDRESS = 'C-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';
const use = casesAt('/ext/bc/C/avax', 'graft/coreth/plugin/evm/atomic/vm/api.go');

export const cChain: OperationCase[] = [
	use('cChain.getManyUtxos', 'avax.getUTXOs', {
		input: { addresses: ADDRESS.slice(2), sourceChain: 'X', limit: 1 },
		params: { addresses: [ADDRESS], sourceChain: 'X', limit: 1 },
		answer: {
			json: {
				numFetched: '1',
				utxos: ['0x0000a1'],
				endIndex: { address: ADDRESS, utxo: TX_ID },
				encoding: 'hex',
			},
		},
		items: ['0x0000a1'],
		world: ({ node }) => ({
			addresses: [0, 1, 2, 3, 4].map((at) => `C-${node.address(at)}`),
			sourceChain: 'X',
		}),
	}),
	use('cChain.issueTransaction', 'avax.issueTx', {
		input: { tx: '0x0000000000000102' },
		answer: { json: { txID: TX_ID } },
		items: [{ txID: TX_ID }],
		world: 'sent',
	}),
	use('cChain.getTransaction', 'avax.getAtomicTx', {
		input: { txID: TX_ID, encoding: 'hex' },
		answer: { json: { tx: '0x000000000000', encoding: 'hex', blockHeight: '5' } },
		items: [{ tx: '0x000000000000', encoding: 'hex', blockHeight: 5 }],
		world({ node }) {
			const { id, bytes } = importTx(node, 0);
			node.atomicTxs.set(id, { bytes, blockHeight: 1 });
			return { txID: id, encoding: 'hex' };
		},
	}),
	use('cChain.getTransactionStatus', 'avax.getAtomicTxStatus', {
		input: { txID: TX_ID },
		answer: { recorded: 'further-avax.getAtomicTxStatus' },
		items: [{ status: 'Unknown' }],
	}),
	use('cChain.getTransactionStatus', 'avax.getAtomicTxStatus', {
		input: { txID: TX_ID },
		answer: { json: { status: 'Accepted', blockHeight: '1024' } },
		items: [{ status: 'Accepted', blockHeight: 1024 }],
	}),
];
