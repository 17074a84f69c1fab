import { initialState, input, operations, owners, PARTS } from './fx';
import {
	base64,
	blob,
	byte,
	fixed,
	id,
	int,
	joined,
	list,
	long,
	nodeId,
	numbers,
	object,
	oneOf,
	shortId,
	text,
	type Types,
} from './shapes';

/** The kinds of transactions by their type ids: avalanchego 1.14.2, vms/platformvm/txs, vms/avm/txs. */

const base = {
	P: baseOf('P'),
	X: baseOf('X'),
};

function baseOf(alias: 'P' | 'X') {
	const { outputs, inputs } = PARTS[alias];
	return object({ networkID: int, blockchainID: id, outputs, inputs, memo: blob });
}

const pKind = (fields: Parameters<typeof object>[0]) => joined(base.P, object(fields));
const xKind = (fields: Parameters<typeof object>[0]) => joined(base.X, object(fields));

const period = object({ nodeID: nodeId, start: long, end: long, weight: long });
const owner = oneOf({ 11: owners });
const authorization = oneOf({ 10: input });
const possession = object({ publicKey: fixed(48), proofOfPossession: fixed(96) });
const signer = oneOf({ 27: object({}), 28: possession });
const stake = PARTS.P.outputs;
/** Owners as L1 validators have them: of no chain, and not locked. */
const l1Owner = object({ threshold: int, addresses: list(shortId) });
const l1Validator = object({
	nodeID: blob,
	weight: long,
	balance: long,
	signer: possession,
	remainingBalanceOwner: l1Owner,
	deactivationOwner: l1Owner,
});
const rewards = { validationRewardsOwner: owner, delegationRewardsOwner: owner };

export const P_KINDS: Types = {
	12: pKind({ validator: period, stake, rewardsOwner: owner, shares: int }),
	13: pKind({
		validator: joined(period, object({ subnetID: id })),
		subnetAuthorization: authorization,
	}),
	14: pKind({ validator: period, stake, rewardsOwner: owner }),
	15: pKind({
		subnetID: id,
		chainName: text,
		vmID: id,
		fxIDs: list(id),
		genesisData: base64,
		subnetAuthorization: authorization,
	}),
	16: pKind({ owner }),
	17: pKind({ sourceChain: id, importedInputs: PARTS.P.inputs }),
	18: pKind({ destinationChain: id, exportedOutputs: PARTS.P.outputs }),
	19: object({ time: long }),
	20: object({ txID: id }),
	23: pKind({ nodeID: nodeId, subnetID: id, subnetAuthorization: authorization }),
	24: pKind({
		subnetID: id,
		assetID: id,
		initialSupply: long,
		maximumSupply: long,
		minConsumptionRate: long,
		maxConsumptionRate: long,
		minValidatorStake: long,
		maxValidatorStake: long,
		minStakeDuration: int,
		maxStakeDuration: int,
		minDelegationFee: int,
		minDelegatorStake: long,
		maxValidatorWeightFactor: byte,
		uptimeRequirement: int,
		subnetAuthorization: authorization,
	}),
	25: pKind({ validator: period, subnetID: id, signer, stake, ...rewards, shares: int }),
	26: pKind({ validator: period, subnetID: id, stake, rewardsOwner: owner }),
	33: pKind({ subnetID: id, subnetAuthorization: authorization, newOwner: owner }),
	34: base.P,
	35: pKind({
		subnetID: id,
		chainID: id,
		address: blob,
		validators: list(l1Validator),
		subnetAuthorization: authorization,
	}),
	36: pKind({ balance: long, proofOfPossession: numbers(96), message: blob }),
	37: pKind({ message: blob }),
	38: pKind({ validationID: id, balance: long }),
	39: pKind({ validationID: id, disableAuthorization: authorization }),
	40: pKind({
		nodeID: blob,
		signer,
		stake,
		...rewards,
		validatorAuthority: owner,
		delegationShares: int,
		autoCompoundRewardShares: int,
		period: long,
	}),
	41: pKind({ txID: id, auth: authorization, autoCompoundRewardShares: int, period: long }),
	42: object({ txID: id, timestamp: long }),
};

export const X_KINDS: Types = {
	0: base.X,
	1: xKind({ name: text, symbol: text, denomination: byte, initialStates: list(initialState) }),
	2: xKind({ operations }),
	3: xKind({ sourceChain: id, importedInputs: PARTS.X.inputs }),
	4: xKind({ destinationChain: id, exportedOutputs: PARTS.X.outputs }),
};
