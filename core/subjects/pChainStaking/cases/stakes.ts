import type { OperationCase } from '../../../testing/cases/operationCase';
import { casesAt, resultOf } from '../../../testing/cases/expected';

const use = casesAt('/ext/bc/P', 'vms/platformvm/service.go');
const OWNER = 'P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u';
const PRIMARY = '11111111111111111111111111111111LpoYY';
const AVAX = '2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe';

/** The wire form has quoted integers; these are numbers in items. */
function setsAtProposed() {
	const { validatorSets } = resultOf('further-platform.getAllValidatorsAt');
	return Object.entries(validatorSets as Record<string, object>).map(([subnetID, set]) => ({
		subnetID,
		...set,
	}));
}

export const pChainStaking: OperationCase[] = [
	use('pChainStaking.getManyValidatorSets', 'platform.getAllValidatorsAt', {
		input: { height: 'proposed' },
		answer: { recorded: 'further-platform.getAllValidatorsAt' },
		items: setsAtProposed(),
	}),
	use('pChainStaking.sampleValidators', 'platform.sampleValidators', {
		input: { size: 2 },
		answer: { recorded: 'further-platform.sampleValidators' },
		items: ['NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg', 'NodeID-P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE5'],
	}),
	use('pChainStaking.getStakingAsset', 'platform.getStakingAssetID', {
		answer: { recorded: 'further-platform.getStakingAssetID' },
		items: [{ assetID: AVAX }],
	}),
	use('pChainStaking.getMinimumStake', 'platform.getMinStake', {
		answer: { recorded: 'further-platform.getMinStake' },
		items: [{ minValidatorStake: '2000000000000', minDelegatorStake: '25000000000' }],
	}),
	use('pChainStaking.getTotalStake', 'platform.getTotalStake', {
		input: { subnetID: PRIMARY },
		answer: { recorded: 'further-platform.getTotalStake' },
		items: [{ stake: '10004025000000000', weight: '10004025000000000' }],
	}),
	use('pChainStaking.getStake', 'platform.getStake', {
		input: { addresses: [OWNER] },
		answer: { recorded: 'further-platform.getStake' },
		items: [resultOf('further-platform.getStake')],
		world: ({ node }) => ({ addresses: [`P-${node.address(0)}`], validatorsOnly: true }),
	}),
];
