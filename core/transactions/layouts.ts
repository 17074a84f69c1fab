import { concat } from '../formats/bytes';
import {
	type BytePart,
	type ByteParts,
	type PartValues,
	TransactionFormatError,
	part,
} from './parts';

/**
 * The layouts of the transactions of the P-, X- and C-Chain. Source: avalanchego 1cf1fc3d,
 * vms/platformvm/txs, vms/avm/txs, vms/secp256k1fx, vms/nftfx, vms/propertyfx,
 * graft/coreth/plugin/evm/atomic. Orders and rules are those of the nodes' syntactic verification.
 */

const { list, struct, tagged } = part;

const MOST_MEMO = 256;
const UTXO_KEY = 36;

/** The owners of something: `threshold` of the addresses sign, from `locktime` on (Unix seconds). */
export interface Owners {
	locktime: bigint;
	threshold: number;
	addresses: string[];
}

function ownersMistake({ threshold, addresses }: Pick<Owners, 'threshold' | 'addresses'>) {
	if (threshold > addresses.length) {
		return `needs ${threshold} signatures of ${addresses.length} addresses: nobody can spend it`;
	}
	return threshold === 0 && addresses.length > 0
		? `needs no signature of its ${addresses.length} addresses`
		: undefined;
}

const addresses = list(part.address, { unique: true });
const OWNERS = { locktime: part.u64, threshold: part.u32, addresses };
const owners: BytePart<Owners> = part.checked(struct(OWNERS), ownersMistake);
const messageOwner = part.checked(struct({ threshold: part.u32, addresses }), ownersMistake);
const signatureIndices = list(part.u32, { unique: true });

/** A struct whose values have the name of its kind. */
const kind =
	<K extends string, P extends ByteParts>(
		name: K,
		parts: P,
	): BytePart<{ kind: K } & PartValues<P>> =>
	(from, what) => ({ kind: name, ...struct(parts)(from, what) });

const flatOwners =
	<K extends string, P extends ByteParts>(
		name: K,
		parts: P,
	): BytePart<{ kind: K } & PartValues<P> & { owners: Owners }> =>
	(from, what) => ({ kind: name, ...struct(parts)(from, what), owners: owners(from, what) });

const transferOut = flatOwners('transfer', { amount: part.amount });
const transferIn = kind('transfer', { amount: part.amount, signatureIndices });
const mintOut = flatOwners('mint', {});
const nftMintOut = flatOwners('nftMint', { groupId: part.u32 });
const nftOut = flatOwners('nft', { groupId: part.u32, payload: part.bytes(1024) });
const propertyMintOut = flatOwners('propertyMint', {});
const propertyOut = flatOwners('property', {});

/** The content of an output of the P-Chain: until `stakeableUntil` for stakes alone. */
const pOutput = tagged({
	7: transferOut,
	22: ((from, what) => {
		const stakeableUntil = from.read.u64(`locktime of ${what}`);
		return { ...tagged({ 7: transferOut })(from, what), stakeableUntil };
	}) as BytePart<ReturnType<typeof transferOut> & { stakeableUntil: bigint }>,
});
const pInput = tagged({
	5: transferIn,
	21: ((from, what) => {
		const stakeableUntil = from.read.u64(`locktime of ${what}`);
		return { ...tagged({ 5: transferIn })(from, what), stakeableUntil };
	}) as BytePart<ReturnType<typeof transferIn> & { stakeableUntil: bigint }>,
});
const avmOutput = tagged({
	6: mintOut,
	7: transferOut,
	10: nftMintOut,
	11: nftOut,
	15: propertyMintOut,
	16: propertyOut,
});
/** Outputs with an amount, as base transactions of the X-Chain and exports of the C-Chain have them. */
const amountOutput = tagged({ 7: transferOut });

type Held = ReturnType<typeof transferOut> & { stakeableUntil?: bigint };
type Spent = ReturnType<typeof transferIn> & { stakeableUntil?: bigint };

const outputsOf = (held: BytePart<Held>) =>
	list((from, what) => ({ assetId: part.id(from, `asset of ${what}`), ...held(from, what) }), {});
const inputsOf = (spent: BytePart<Spent>) =>
	list(
		(from, what) => ({
			txId: part.id(from, `transaction of ${what}`),
			outputIndex: from.read.u32(`output index of ${what}`),
			assetId: part.id(from, `asset of ${what}`),
			...spent(from, what),
		}),
		{ unique: true, key: (input) => input.subarray(0, UTXO_KEY) },
	);

const pOutputs = outputsOf(pOutput);
const amountOutputs = outputsOf(amountOutput);
const pInputs = inputsOf(pInput);
const amountInputs = inputsOf(tagged({ 5: transferIn }));

/** An output with its asset. */
export type TxOutput = ReturnType<typeof pOutputs>[number];
/** An input with the output that it spends. */
export type TxInput = ReturnType<typeof pInputs>[number];

const HEAD = { networkId: part.networkId, blockchainId: part.id };
const P_BASE = { ...HEAD, outputs: pOutputs, inputs: pInputs, memo: part.bytes(MOST_MEMO) };
const X_BASE = {
	...HEAD,
	outputs: amountOutputs,
	inputs: amountInputs,
	memo: part.bytes(MOST_MEMO),
};

const owner = tagged({ 11: owners });
const auth = tagged({ 10: struct({ signatureIndices }) });
const proof = { publicKey: part.fixed(48), proofOfPossession: part.fixed(96) };
const signer = tagged({ 27: kind('none', {}), 28: kind('bls', proof) });
const PERIOD = {
	nodeId: part.nodeId,
	startTime: part.u64,
	endTime: part.u64,
	weight: part.u64,
};
const nodeIdBytes: BytePart<string> = (from, what) => {
	const length = from.read.u32(`length of ${what}`);
	if (length === 20) return part.nodeId(from, what);
	throw new TransactionFormatError(`${what} has ${length} bytes, not 20`);
};
const l1Validator = struct({
	nodeId: nodeIdBytes,
	weight: part.amount,
	balance: part.u64,
	...proof,
	remainingBalanceOwner: messageOwner,
	deactivationOwner: messageOwner,
});

/** A layout with the name of its type. */
const transaction = <T extends string, P extends ByteParts>(type: T, parts: P) => ({ type, parts });

const P = {
	12: transaction('AddValidatorTx', {
		...P_BASE,
		...PERIOD,
		stake: pOutputs,
		rewardsOwner: owner,
		delegationShares: part.u32,
	}),
	13: transaction('AddSubnetValidatorTx', { ...P_BASE, ...PERIOD, subnetId: part.id, auth }),
	14: transaction('AddDelegatorTx', {
		...P_BASE,
		...PERIOD,
		stake: pOutputs,
		delegatorRewardsOwner: owner,
	}),
	15: transaction('CreateChainTx', {
		...P_BASE,
		subnetId: part.id,
		chainName: part.text,
		vmId: part.id,
		fxIds: list(part.id, { unique: true }),
		genesis: part.bytes(),
		auth,
	}),
	16: transaction('CreateSubnetTx', { ...P_BASE, owner }),
	17: transaction('ImportTx', { ...P_BASE, sourceChain: part.id, importedInputs: pInputs }),
	18: transaction('ExportTx', { ...P_BASE, destinationChain: part.id, exportedOutputs: pOutputs }),
	19: transaction('AdvanceTimeTx', { time: part.u64 }),
	20: transaction('RewardValidatorTx', { stakingTxId: part.id }),
	23: transaction('RemoveSubnetValidatorTx', {
		...P_BASE,
		nodeId: part.nodeId,
		subnetId: part.id,
		auth,
	}),
	24: transaction('TransformSubnetTx', {
		...P_BASE,
		subnetId: part.id,
		assetId: part.id,
		initialSupply: part.u64,
		maximumSupply: part.u64,
		minConsumptionRate: part.u64,
		maxConsumptionRate: part.u64,
		minValidatorStake: part.u64,
		maxValidatorStake: part.u64,
		minStakeDuration: part.u32,
		maxStakeDuration: part.u32,
		minDelegationFee: part.u32,
		minDelegatorStake: part.u64,
		maxValidatorWeightFactor: part.u8,
		uptimeRequirement: part.u32,
		auth,
	}),
	25: transaction('AddPermissionlessValidatorTx', {
		...P_BASE,
		...PERIOD,
		subnetId: part.id,
		signer,
		stake: pOutputs,
		validatorRewardsOwner: owner,
		delegatorRewardsOwner: owner,
		delegationShares: part.u32,
	}),
	26: transaction('AddPermissionlessDelegatorTx', {
		...P_BASE,
		...PERIOD,
		subnetId: part.id,
		stake: pOutputs,
		delegatorRewardsOwner: owner,
	}),
	33: transaction('TransferSubnetOwnershipTx', { ...P_BASE, subnetId: part.id, auth, owner }),
	34: transaction('BaseTx', P_BASE),
	35: transaction('ConvertSubnetToL1Tx', {
		...P_BASE,
		subnetId: part.id,
		managerChainId: part.id,
		managerAddress: part.bytes(4096),
		// Length and bytes of the node id.
		validators: list(l1Validator, { unique: true, key: (each) => each.subarray(4, 24) }),
		auth,
	}),
	36: transaction('RegisterL1ValidatorTx', {
		...P_BASE,
		balance: part.u64,
		proofOfPossession: part.fixed(96),
		message: part.bytes(),
	}),
	37: transaction('SetL1ValidatorWeightTx', { ...P_BASE, message: part.bytes() }),
	38: transaction('IncreaseL1ValidatorBalanceTx', {
		...P_BASE,
		validationId: part.id,
		balance: part.amount,
	}),
	39: transaction('DisableL1ValidatorTx', { ...P_BASE, validationId: part.id, auth }),
	40: transaction('AddAutoRenewedValidatorTx', {
		...P_BASE,
		nodeId: nodeIdBytes,
		signer,
		stake: pOutputs,
		validatorRewardsOwner: owner,
		delegatorRewardsOwner: owner,
		validatorAuthority: owner,
		delegationShares: part.u32,
		autoCompoundRewardShares: part.u32,
		period: part.u64,
	}),
	41: transaction('SetAutoRenewedValidatorConfigTx', {
		...P_BASE,
		stakingTxId: part.id,
		auth,
		autoCompoundRewardShares: part.u32,
		period: part.u64,
	}),
	42: transaction('RewardAutoRenewedValidatorTx', { stakingTxId: part.id, timestamp: part.u64 }),
} as const;

const spender = struct({ signatureIndices });
const operation = tagged({
	8: kind('mint', { input: spender, mint: mintOut, transfer: transferOut }),
	12: kind('nftMint', {
		input: spender,
		groupId: part.u32,
		payload: part.bytes(1024),
		owners: list(owners),
	}),
	13: kind('nftTransfer', { input: spender, output: nftOut }),
	17: kind('propertyMint', { input: spender, mint: propertyMintOut, owned: propertyOut }),
	18: kind('propertyBurn', { input: spender }),
});
const operations = list(
	struct({
		assetId: part.id,
		utxos: list(struct({ txId: part.id, outputIndex: part.u32 }), { unique: true }),
		operation,
	}),
	{ unique: true },
);
const initialStates = list(struct({ fxIndex: part.u32, outputs: list(avmOutput, {}) }), {
	unique: true,
	key: (state) => state.subarray(0, 4),
});

const X = {
	0: transaction('BaseTx', X_BASE),
	1: transaction('CreateAssetTx', {
		...X_BASE,
		assetName: part.text,
		symbol: part.text,
		denomination: part.u8,
		initialStates,
	}),
	2: transaction('OperationTx', { ...X_BASE, operations }),
	3: transaction('ImportTx', { ...X_BASE, sourceChain: part.id, importedInputs: amountInputs }),
	4: transaction('ExportTx', {
		...X_BASE,
		destinationChain: part.id,
		exportedOutputs: amountOutputs,
	}),
} as const;

/** Address and asset of an account's amount: what the amounts are ordered by. */
const accountKey = (each: Uint8Array) => concat(each.subarray(0, 20), each.subarray(28, 60));
const EVM_AMOUNT = { address: part.fixed(20), amount: part.amount, assetId: part.id };

const C = {
	0: transaction('ImportTx', {
		...HEAD,
		sourceChain: part.id,
		importedInputs: amountInputs,
		evmOutputs: list(struct(EVM_AMOUNT), { unique: true, key: accountKey }),
	}),
	1: transaction('ExportTx', {
		...HEAD,
		destinationChain: part.id,
		evmInputs: list(struct({ ...EVM_AMOUNT, nonce: part.u64 }), { unique: true, key: accountKey }),
		exportedOutputs: amountOutputs,
	}),
} as const;

/** The layouts by chain and type id. */
export const LAYOUTS = { P, X, C } as const;

const signatures = list(part.fixed(65));
const credentialOf = (types: readonly number[]) =>
	list(tagged(Object.fromEntries(types.map((type) => [type, struct({ signatures })]))));

/** The credentials behind a signed transaction, by chain. */
export const CREDENTIALS = {
	P: credentialOf([9]),
	X: credentialOf([9, 14, 19]),
	C: credentialOf([9]),
} as const;

/** A UTXO of the P-Chain, behind its codec version. */
export const P_UTXO = struct({
	txId: part.id,
	outputIndex: part.u32,
	assetId: part.id,
	output: pOutput,
});

type Layouts = typeof LAYOUTS;
type Decoded<Chain extends keyof Layouts> = {
	[K in keyof Layouts[Chain]]: Layouts[Chain][K] extends {
		type: infer T;
		parts: infer F extends ByteParts;
	}
		? { chain: Chain; type: T } & PartValues<F>
		: never;
}[keyof Layouts[Chain]];

/** The values of a transaction, told apart by `chain` and `type`. */
export type TransactionValues = Decoded<'P'> | Decoded<'X'> | Decoded<'C'>;
