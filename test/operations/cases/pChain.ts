import { recordedCall } from '../../kit/recordedCalls';
import type { NetworkWorld, StakingTx } from '../../../emulator';
import type { OperationCase } from '../case';

const source = 'vms/platformvm/service.go';
const OWNER = 'P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u';
const SUBNET = 'Ww3mPZKLq7i7FKvNTAgm51dkLEzYA4mcouG15JAyayvfQQZ6S';
const PRIMARY = '11111111111111111111111111111111LpoYY';
const AVAX = '2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe';

/** The result of a recorded call. */
function resultOf(name: string) {
	return (JSON.parse(recordedCall(name).text) as { result: Record<string, unknown> }).result;
}

/** A call with its answer; the fields of the input are those of the method unless `params` says more. */
function use(
	id: string,
	method: string,
	given: {
		input?: Record<string, unknown>;
		params?: Record<string, unknown>;
		answer: OperationCase['answer'];
		items: unknown[];
		world?: OperationCase['world'];
	},
): OperationCase {
	const { input = {}, params = input, ...others } = given;
	return { id, input, request: { path: '/ext/bc/P', body: { method, params } }, source, ...others };
}

const TX_ID = '18Q4TqfpLFt26upQyMhnErHv7L4ATgMzZ9hchts4mAVdb8zAj';

/** A delegation that has ended and was rewarded; the world begins without one. */
function endedStake({ staking, epoch }: NetworkWorld): string {
	const hasEnded = ({ endTimestamp = Infinity }: StakingTx) => endTimestamp < epoch;
	const ended = staking.find({}).find(hasEnded);
	const given = { timestamp: epoch - 9000, startTimestamp: epoch - 8000, endTimestamp: epoch - 1 };
	return (ended ?? staking.add({ ...given, estimatedReward: 7n })).txHash;
}

/** The wire form has quoted integers; these are numbers in items. */
function setsAtProposed() {
	const { validatorSets } = resultOf('further-platform.getAllValidatorsAt');
	return Object.entries(validatorSets as Record<string, object>).map(([subnetID, set]) => ({
		subnetID,
		...set,
	}));
}

export const pChain: OperationCase[] = [
	use('pChain.getHeight', 'platform.getHeight', {
		answer: { recorded: 'platform.getHeight-' },
		items: [{ height: 15 }],
	}),
	use('pChain.getTx', 'platform.getTx', {
		input: { txID: TX_ID, encoding: 'hex' },
		answer: { recorded: 'further-platform.getTx-2' },
		items: [resultOf('further-platform.getTx-2')],
		world: ({ node }) => ({ txID: node.chain('P').block(5)?.txs[0].id, encoding: 'json' }),
	}),
	use('pChain.getTxStatus', 'platform.getTxStatus', {
		input: { txID: '2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm' },
		answer: { recorded: 'further-platform.getTxStatus-2' },
		items: [{ status: 'Unknown' }],
	}),
	use('pChain.getTxStatus', 'platform.getTxStatus', {
		input: { txID: TX_ID },
		answer: { json: { status: 'Dropped', reason: 'tx has insufficient funds' } },
		items: [{ status: 'Dropped', reason: 'tx has insufficient funds' }],
	}),
	use('pChain.issueTx', 'platform.issueTx', {
		input: { tx: '0x0000000000220102', encoding: 'hex' },
		answer: { json: { txID: TX_ID } },
		items: [{ txID: TX_ID }],
		world: 'sent',
	}),
	use('pChain.getUtxos', 'platform.getUTXOs', {
		input: { addresses: [OWNER], limit: 2 },
		answer: { recorded: 'further-platform.getUTXOs' },
		items: resultOf('further-platform.getUTXOs').utxos as string[],
		world: ({ node }) => ({ addresses: [`P-${node.address(0)}`, `P-${node.address(1)}`] }),
	}),
	use('pChain.getUtxos', 'platform.getUTXOs', {
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
	use('pChain.getRewardUtxos', 'platform.getRewardUTXOs', {
		input: { txID: TX_ID },
		answer: { json: { numFetched: '1', utxos: ['0x00000f68c33227834'], encoding: 'hex' } },
		items: ['0x00000f68c33227834'],
		world: ({ node }) => ({ txID: endedStake(node) }),
	}),
	use('pChain.getRewardUtxos', 'platform.getRewardUTXOs', {
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

export const pChainStaking: OperationCase[] = [
	use('pChain.getValidatorsAt', 'platform.getValidatorsAt', {
		input: { height: 0 },
		params: { height: '0' },
		answer: { recorded: 'platform.getValidatorsAt-0' },
		items: Object.entries(resultOf('platform.getValidatorsAt-0')).map(([nodeID, member]) => ({
			nodeID,
			...(member as object),
		})),
		world: () => ({ height: 'proposed' }),
	}),
	use('pChain.getAllValidatorsAt', 'platform.getAllValidatorsAt', {
		input: { height: 'proposed' },
		answer: { recorded: 'further-platform.getAllValidatorsAt' },
		items: setsAtProposed(),
	}),
	use('pChain.sampleValidators', 'platform.sampleValidators', {
		input: { size: 2 },
		answer: { recorded: 'further-platform.sampleValidators' },
		items: ['NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg', 'NodeID-P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE5'],
	}),
	use('pChain.getStakingAsset', 'platform.getStakingAssetID', {
		answer: { recorded: 'further-platform.getStakingAssetID' },
		items: [{ assetID: AVAX }],
	}),
	use('pChain.getMinStake', 'platform.getMinStake', {
		answer: { recorded: 'further-platform.getMinStake' },
		items: [{ minValidatorStake: '2000000000000', minDelegatorStake: '25000000000' }],
	}),
	use('pChain.getTotalStake', 'platform.getTotalStake', {
		input: { subnetID: PRIMARY },
		answer: { recorded: 'further-platform.getTotalStake' },
		items: [{ stake: '10004025000000000', weight: '10004025000000000' }],
	}),
	use('pChain.getStake', 'platform.getStake', {
		input: { addresses: [OWNER] },
		answer: { recorded: 'further-platform.getStake' },
		items: [resultOf('further-platform.getStake')],
		world: ({ node }) => ({ addresses: [`P-${node.address(0)}`], validatorsOnly: true }),
	}),
];

export const pChainFee: OperationCase[] = [
	use('pChain.getFeeConfig', 'platform.getFeeConfig', {
		answer: { recorded: 'further-platform.getFeeConfig' },
		items: [
			{
				weights: [1, 1000, 1000, 4],
				maxCapacity: 1_000_000,
				maxPerSecond: 100_000,
				targetPerSecond: 50_000,
				minPrice: '1',
				excessConversionConstant: 2_164_043,
			},
		],
	}),
	use('pChain.getFeeState', 'platform.getFeeState', {
		answer: {
			json: { capacity: 999_976, excess: 24, price: 1, timestamp: '2024-12-16T17:19:07Z' },
		},
		items: [{ capacity: 999_976, excess: '24', price: '1', timestamp: '2024-12-16T17:19:07Z' }],
	}),
	use('pChain.getValidatorFeeConfig', 'platform.getValidatorFeeConfig', {
		answer: { recorded: 'further-platform.getValidatorFeeConfig' },
		items: [{ capacity: 20_000, target: 10_000, minPrice: '1', excessConversionConstant: 865_617 }],
	}),
	use('pChain.getValidatorFeeState', 'platform.getValidatorFeeState', {
		answer: { recorded: 'further-platform.getValidatorFeeState' },
		items: [{ excess: '0', price: '1', timestamp: '2026-11-21T21:35:32Z' }],
	}),
];

const OWNER_ITEM = { locktime: 0, threshold: 1, addresses: [OWNER] };

export const pChainSubnet: OperationCase[] = [
	use('pChain.validatedBy', 'platform.validatedBy', {
		input: { blockchainID: '2gvf97g9P31vUEEFRcLvLVJwJQgYRVVtK6QhZfRW9pYFVK4dNS' },
		answer: { json: { subnetID: SUBNET } },
		items: [{ subnetID: SUBNET }],
		world: ({ node }) => ({ blockchainID: node.subnets[1].blockchains[0].id }),
	}),
	use('pChain.getL1Validator', 'platform.getL1Validator', {
		input: { validationID: 'rUcLijgTrss3DybJqgZdQm2hr6jjHfExxNd2uwRQuqLVy4Uwb' },
		answer: { recorded: 'platform.getL1Validator' },
		items: [
			{
				nodeID: 'NodeID-79MdUKuvyTCyAMC2EHdmpVMUwvPhZxrwX',
				weight: '5',
				startTime: 1795295874,
				validationID: 'rUcLijgTrss3DybJqgZdQm2hr6jjHfExxNd2uwRQuqLVy4Uwb',
				publicKey:
					'0xadb4c0dd0cd15f8c454fb7135dd4b4a7738d1629a6aa7cdc2bc3650fa2c1edf799f4228e6f2c688076ddde735ec09ee3',
				remainingBalanceOwner: OWNER_ITEM,
				deactivationOwner: OWNER_ITEM,
				minNonce: '0',
				balance: '5000000000',
				subnetID: SUBNET,
				height: 11,
			},
		],
		world: ({ node }) => ({ validationID: node.l1.all()[0].validationId }),
	}),
	use('pChain.getSubnet', 'platform.getSubnet', {
		input: { subnetID: SUBNET },
		answer: { recorded: 'platform.getSubnet-l1' },
		items: [
			{
				isPermissioned: false,
				controlKeys: [OWNER],
				threshold: 1,
				locktime: 0,
				subnetTransformationTxID: PRIMARY,
				conversionID: 'U3M6FqZThqGZgJGchYJfiKndrvXhUnbRnqEWMdbed334YtLeV',
				managerChainID: '2gvf97g9P31vUEEFRcLvLVJwJQgYRVVtK6QhZfRW9pYFVK4dNS',
				managerAddress: '0x0feedc0de0000000000000000000000000000000',
			},
		],
		world: ({ node }) => ({ subnetID: node.subnets[1].id }),
	}),
	use('pChain.getSubnet', 'platform.getSubnet', {
		input: { subnetID: SUBNET },
		answer: { recorded: 'platform.getSubnet-permissioned' },
		items: [
			{
				isPermissioned: true,
				controlKeys: [OWNER],
				threshold: 1,
				locktime: 0,
				subnetTransformationTxID: PRIMARY,
				conversionID: PRIMARY,
				managerChainID: PRIMARY,
				managerAddress: null,
			},
		],
	}),
	use('pChain.getManySubnets', 'platform.getSubnets', {
		answer: { recorded: 'further-platform.getSubnets' },
		items: [
			...[
				'2YrYKbMQMpuQJrLXRgexdKfXt5mCGeQSujkxYxgNUmXstpdUP4',
				'd8beWYANHbFwHHjxDord4ptry7pw4aed618xM4JK74QutESMT',
				SUBNET,
				'BDfW7SyeCh9Puiw1EBWrx653xQnzGtUrV9k83rAodqiCMViXZ',
			].map((id) => ({ id, controlKeys: [OWNER], threshold: 1 })),
			{ id: PRIMARY, controlKeys: [], threshold: 0 },
		],
	}),
	use('pChain.getValidatedBlockchains', 'platform.validates', {
		input: { subnetID: PRIMARY },
		answer: { recorded: 'further-platform.validates' },
		items: [
			'2owdGqyG6FFzTHy5qhenDXQcEghvr571KZE3gSfRJERSJinuwC',
			'2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed',
		],
	}),
];
