import type { NetworkWorld, StakingTx } from '../../../testing/network';
import type { OperationCase } from '../../../testing/cases/operationCase';
import { casesAt, resultOf } from '../../../testing/cases/expected';

const use = casesAt('/ext/bc/P', 'vms/platformvm/service.go');
const OWNER = 'P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u';
const PRIMARY = '11111111111111111111111111111111LpoYY';

const TX_ID = '18Q4TqfpLFt26upQyMhnErHv7L4ATgMzZ9hchts4mAVdb8zAj';

/** A delegation that has ended and was rewarded; the world begins without one. */
function endedStake({ staking, epoch }: NetworkWorld): string {
	const hasEnded = ({ endTimestamp = Infinity }: StakingTx) => endTimestamp < epoch;
	const ended = staking.find({}).find(hasEnded);
	const given = { timestamp: epoch - 9000, startTimestamp: epoch - 8000, endTimestamp: epoch - 1 };
	return (ended ?? staking.add({ ...given, estimatedReward: 7n })).txHash;
}

export const pChain: OperationCase[] = [
	use('pChain.getTransaction', 'platform.getTx', {
		input: { txID: TX_ID, encoding: 'hex' },
		answer: { recorded: 'further-platform.getTx-2' },
		items: [resultOf('further-platform.getTx-2')],
		world: ({ node }) => ({ txID: node.chain('P').block(5)?.txs[0].id, encoding: 'json' }),
	}),
	use('pChain.getTransactionStatus', 'platform.getTxStatus', {
		input: { txID: '2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm' },
		answer: { recorded: 'further-platform.getTxStatus-2' },
		items: [{ status: 'Unknown' }],
	}),
	use('pChain.getTransactionStatus', 'platform.getTxStatus', {
		input: { txID: TX_ID },
		answer: { json: { status: 'Dropped', reason: 'tx has insufficient funds' } },
		items: [{ status: 'Dropped', reason: 'tx has insufficient funds' }],
	}),
	use('pChain.issueTransaction', 'platform.issueTx', {
		input: { tx: '0x0000000000220102', encoding: 'hex' },
		answer: { json: { txID: TX_ID } },
		items: [{ txID: TX_ID }],
		world: 'sent',
	}),
	use('pChain.getManyUtxos', 'platform.getUTXOs', {
		input: { addresses: [OWNER], limit: 2 },
		answer: { recorded: 'further-platform.getUTXOs' },
		items: resultOf('further-platform.getUTXOs').utxos as string[],
		world: ({ node }) => ({ addresses: [`P-${node.address(0)}`, `P-${node.address(1)}`] }),
	}),
	use('pChain.getManyUtxos', 'platform.getUTXOs', {
		input: {
			addresses: OWNER.slice(2),
			startIndexAddress: OWNER,
			startIndexUtxo: 'LUC1cmcxnfNR9LdkACS2ccGKLEK7SYqB4gLLTycQfg1koyfSq',
			sourceChain: 'X',
		},
		params: {
			addresses: [OWNER],
			startIndex: {
				address: OWNER,
				utxo: 'LUC1cmcxnfNR9LdkACS2ccGKLEK7SYqB4gLLTycQfg1koyfSq',
			},
			sourceChain: 'X',
		},
		answer: {
			json: {
				numFetched: '0',
				utxos: [],
				endIndex: { address: OWNER, utxo: PRIMARY },
				encoding: 'hex',
			},
		},
		items: [],
	}),
	use('pChain.getManyRewardUtxos', 'platform.getRewardUTXOs', {
		input: { txID: TX_ID },
		answer: { json: { numFetched: '1', utxos: ['0x00000f68c33227834'], encoding: 'hex' } },
		items: ['0x00000f68c33227834'],
		world: ({ node }) => ({ txID: endedStake(node) }),
	}),
	use('pChain.getManyRewardUtxos', 'platform.getRewardUTXOs', {
		input: { txID: '2pWbpFvKX6nqVdCGPojCsKYFgS42uZCfonWH29kEWpNAQ2Sa3x' },
		answer: { recorded: 'further-platform.getRewardUTXOs' },
		items: [],
	}),
	use('pChain.getTimestamp', 'platform.getTimestamp', {
		answer: { recorded: 'diff-P-timestamp' },
		items: [{ timestamp: '2026-11-21T21:35:32Z' }],
	}),
	use('pChain.getProposedHeight', 'platform.getProposedHeight', {
		answer: { recorded: 'platform.getProposedHeight' },
		items: [{ height: 15 }],
	}),
];
