import { separated, moment, quoted, span } from '../../events/words';
import { formatUnits } from '../../formats/amount';
import { bech32Encode } from '../../formats/bech32';
import { withChecksum } from '../../formats/evmAddress';
import { hexToBytes } from '../../formats/hex';
import { nodeIdOf } from '../../formats/ids';
import { cb58Encode } from '../../formats/cb58';
import { PRIMARY_NETWORK } from '../../operations/shared';
import type { TxInput, TxOutput, Owners, TransactionValues } from '../../transactions/layouts';
import { hrpOf } from '../../transactions/parts';
import { CHAIN_IDS } from '../../transactions/read';
import { WarpFormatError } from '../../warp/bytes';
import { decodeSigned } from '../../warp/codec';
import { type L1Message, type PChainOwner, decodeL1Message } from '../../warp/l1Messages';
import { decodePayload } from '../../warp/payload';
import { AVAX_ID } from '../shared/money';

/** Sentences about what a transaction of the P-, X- or C-Chain does: every amount exact, every identity whole. */

/** The latest time that texts show as a date, in Unix seconds. */
const LAST_DATE = 253_402_300_799n;
/** Fees above it are said to be unusual, in nAVAX: 0.01 AVAX, which an asset of the X-Chain costs. */
const HIGH_FEE = 10_000_000n;
/** The number of shares that a whole reward has (avalanchego vms/platformvm/reward, PercentDenominator). */
const ALL_SHARES = 1_000_000;

/** Types that nodes do not take any more, or issue themselves. */
const REFUSED: Readonly<Record<string, string>> = {
	AddValidatorTx: 'nodes refuse this type since the Durango upgrade',
	AddDelegatorTx: 'nodes refuse this type since the Durango upgrade',
	TransformSubnetTx: 'nodes refuse this type since the Etna upgrade',
	AdvanceTimeTx: 'only nodes make this type, in blocks',
	RewardValidatorTx: 'only nodes make this type, in blocks',
	RewardAutoRenewedValidatorTx: 'only nodes make this type, in blocks',
};

/** An amount of an asset that is left over between the inputs and what the outputs and the type say. */
interface Burned {
	assetId: string;
	/** Base units; negative if more comes out than goes in. */
	amount: bigint;
}

/** The words about one transaction. */
export interface Words {
	/** The effect in one sentence. */
	summary: string;
	/** The summary, then one sentence for each further effect. */
	statements: string[];
	/** Sentences about all that needs a second look. */
	unusual: string[];
	/** The AVAX that the inputs have beyond what comes out, in nAVAX; undefined without inputs, or if AVAX is not known. */
	fee?: bigint;
}

const when = (seconds: bigint) =>
	seconds <= LAST_DATE ? moment(Number(seconds)) : `second ${seconds} of Unix time`;
const duration = (seconds: bigint) =>
	seconds <= LAST_DATE ? span(Number(seconds)) : `${seconds} seconds`;
const share = (shares: number) => `${(100 * shares) / ALL_SHARES} %`;

/** The words of a network: its money, its chains and the owners that are the user's own. */
function vocabulary(networkId: number, own: ReadonlySet<string>) {
	const network = networkId === 1 ? 'mainnet' : networkId === 5 ? 'fuji' : undefined;
	const avaxId = network && AVAX_ID[network];
	const money = (amount: bigint, assetId: string) =>
		assetId === avaxId
			? `${separated(formatUnits(amount, 9))} AVAX`
			: `${separated(String(amount))} units of the asset ${assetId}`;
	/** The balance of an L1 validator in AVAX: the bytes of the transaction do not name its asset. */
	const balance = (amount: bigint) => `${separated(formatUnits(amount, 9))} AVAX`;
	const chain = (id: string) => {
		const known = Object.entries(CHAIN_IDS[networkId] ?? {}).find(([, each]) => each === id);
		if (known) return `the ${known[0]}-Chain`;
		return id === PRIMARY_NETWORK ? 'the P-Chain' : `the chain ${id}`;
	};
	const subnet = (id: string) =>
		id === PRIMARY_NETWORK ? 'the primary network' : `the subnet ${id}`;
	const owners = ({ threshold, addresses, locktime }: Owners) => {
		const after = locktime > 0n ? `, not before ${when(locktime)}` : '';
		if (threshold === 0) return `anyone, without a signature${after}`;
		const [only] = addresses;
		if (addresses.length === 1) return `${only}${after}`;
		return `${threshold} of ${addresses.join(', ')}${after}`;
	};
	/** True if only the user's own addresses can sign. */
	const isOwn = ({ threshold, addresses }: Owners) =>
		threshold > 0 && addresses.every((each) => own.has(each.slice(each.indexOf('-') + 1)));
	return { avaxId, network, money, balance, chain, subnet, owners, isOwn };
}

type Vocabulary = ReturnType<typeof vocabulary>;

const ownersOf = ({ threshold, addresses }: PChainOwner, networkId: number): Owners => ({
	threshold,
	locktime: 0n,
	addresses: addresses.map((each) => `P-${bech32Encode(hrpOf(networkId), each)}`),
});

/** The message to the P-Chain in a transaction; undefined if it is none. */
function l1MessageOf(message: string): L1Message | undefined {
	try {
		const payload = decodePayload(decodeSigned(hexToBytes(message)).unsigned.payload);
		return payload.type === 'addressedCall' ? decodeL1Message(payload.payload) : undefined;
	} catch (error) {
		if (error instanceof WarpFormatError) return undefined;
		throw error;
	}
}

/** Owners that a transaction sets, by what they may do. */
type Named = ReadonlyArray<readonly [what: string, owners: Owners]>;

interface Said {
	summary: string;
	more?: string[];
	unusual?: string[];
	set?: Named;
	/** AVAX that goes to balances of validators. */
	balances?: bigint;
}

const period = ({ startTime, endTime }: { startTime: bigint; endTime: bigint }) =>
	`from ${when(startTime)} to ${when(endTime)}`;
const UNREAD = 'its message to the P-Chain cannot be read';
const nameText = (text: string) => quoted(text) ?? 'an empty text';

/** The effect of each type of the P-Chain. */
function saidOfP(tx: Extract<TransactionValues, { chain: 'P' }>, words: Vocabulary): Said {
	const { balance, subnet, chain } = words;
	switch (tx.type) {
		case 'BaseTx':
			return { summary: 'Transfers funds on the P-Chain' };
		case 'ImportTx':
			return { summary: `Imports funds to the P-Chain from ${chain(tx.sourceChain)}` };
		case 'ExportTx':
			return { summary: `Exports funds from the P-Chain to ${chain(tx.destinationChain)}` };
		case 'IncreaseL1ValidatorBalanceTx':
			return {
				summary: `Adds ${balance(tx.balance)} to the balance of the L1 validation ${tx.validationId}`,
				balances: tx.balance,
			};
		case 'DisableL1ValidatorTx':
			return {
				summary: `Deactivates the L1 validation ${tx.validationId}, and returns its balance to its remaining balance owner`,
			};
		case 'RegisterL1ValidatorTx': {
			const said = l1MessageOf(tx.message);
			const paid = `a balance of ${balance(tx.balance)}`;
			if (said?.type !== 'registerL1Validator') {
				return {
					summary: `Registers an L1 validator with ${paid}`,
					unusual: [UNREAD],
					balances: tx.balance,
				};
			}
			return {
				summary: `Registers ${nodeIdOf(said.nodeId)} as a validator of the L1 ${cb58Encode(said.subnetId)} with the weight ${said.weight} and ${paid}`,
				more: [`The registration expires ${when(said.expiry)}`],
				set: [
					['remaining balance owner', ownersOf(said.remainingBalanceOwner, tx.networkId)],
					['deactivation owner', ownersOf(said.disableOwner, tx.networkId)],
				],
				balances: tx.balance,
			};
		}
		case 'SetL1ValidatorWeightTx': {
			const said = l1MessageOf(tx.message);
			if (said?.type !== 'l1ValidatorWeight') {
				return { summary: 'Sets the weight of an L1 validator', unusual: [UNREAD] };
			}
			const id = cb58Encode(said.validationId);
			return {
				summary:
					said.weight === 0n
						? `Removes the L1 validation ${id}`
						: `Sets the weight of the L1 validation ${id} to ${said.weight}`,
			};
		}
		case 'ConvertSubnetToL1Tx':
			return {
				summary: `Converts ${subnet(tx.subnetId)} to an L1: the contract ${tx.managerAddress} on ${chain(tx.managerChainId)} then decides on its validators, which cannot be undone`,
				more: tx.validators.map(
					(each) =>
						`Validator ${each.nodeId}: weight ${each.weight}, balance ${balance(each.balance)}`,
				),
				set: tx.validators.flatMap(
					({ nodeId, remainingBalanceOwner, deactivationOwner }): Named => [
						[`remaining balance owner of ${nodeId}`, { ...remainingBalanceOwner, locktime: 0n }],
						[`deactivation owner of ${nodeId}`, { ...deactivationOwner, locktime: 0n }],
					],
				),
				balances: tx.validators.reduce((sum, each) => sum + each.balance, 0n),
			};
		case 'CreateSubnetTx':
			return { summary: 'Creates a subnet', set: [['owner of the subnet', tx.owner]] };
		case 'TransferSubnetOwnershipTx':
			return {
				summary: `Gives ${subnet(tx.subnetId)} to another owner`,
				set: [['new owner of the subnet', tx.owner]],
			};
		case 'CreateChainTx':
			return {
				summary: `Creates the chain ${nameText(tx.chainName)} with the virtual machine ${tx.vmId} in ${subnet(tx.subnetId)}`,
			};
		case 'RemoveSubnetValidatorTx':
			return { summary: `Removes ${tx.nodeId} from the validators of ${subnet(tx.subnetId)}` };
		case 'AddSubnetValidatorTx':
			return {
				summary: `Adds ${tx.nodeId} as a validator of ${subnet(tx.subnetId)} with the weight ${tx.weight}, ${period(tx)}`,
			};
		case 'TransformSubnetTx':
			return { summary: `Makes ${subnet(tx.subnetId)} elastic with the asset ${tx.assetId}` };
		case 'AddValidatorTx':
			return {
				summary: `Adds ${tx.nodeId} as a validator of the primary network, ${period(tx)}`,
				more: [`Its delegation fee is ${share(tx.delegationShares)}`],
				set: [['owner of the rewards', tx.rewardsOwner]],
			};
		case 'AddDelegatorTx':
			return {
				summary: `Delegates to ${tx.nodeId} on the primary network, ${period(tx)}`,
				set: [['owner of the rewards', tx.delegatorRewardsOwner]],
			};
		case 'AddPermissionlessValidatorTx':
			return {
				summary: `Adds ${tx.nodeId} as a validator of ${subnet(tx.subnetId)}, ${period(tx)}`,
				more: [`Its delegation fee is ${share(tx.delegationShares)}`],
				set: [
					['owner of the validation rewards', tx.validatorRewardsOwner],
					['owner of the delegation rewards', tx.delegatorRewardsOwner],
				],
			};
		case 'AddPermissionlessDelegatorTx':
			return {
				summary: `Delegates to ${tx.nodeId} on ${subnet(tx.subnetId)}, ${period(tx)}`,
				set: [['owner of the rewards', tx.delegatorRewardsOwner]],
			};
		case 'AddAutoRenewedValidatorTx':
			return {
				summary: `Adds ${tx.nodeId} as a validator of the primary network that is renewed every ${duration(tx.period)}`,
				more: [
					`Its delegation fee is ${share(tx.delegationShares)}; ${share(tx.autoCompoundRewardShares)} of its rewards is staked again`,
				],
				set: [
					['owner of the validation rewards', tx.validatorRewardsOwner],
					['owner of the delegation rewards', tx.delegatorRewardsOwner],
					['authority over the validator', tx.validatorAuthority],
				],
			};
		case 'SetAutoRenewedValidatorConfigTx':
			return {
				summary:
					tx.period === 0n
						? `Ends the renewed validation of the transaction ${tx.stakingTxId} after its current period`
						: `Renews the validation of the transaction ${tx.stakingTxId} every ${duration(tx.period)}, and stakes ${share(tx.autoCompoundRewardShares)} of its rewards again`,
			};
		case 'AdvanceTimeTx':
			return { summary: `Sets the time of the P-Chain to ${when(tx.time)}` };
		case 'RewardValidatorTx':
			return { summary: `Ends the stake of the transaction ${tx.stakingTxId}` };
		case 'RewardAutoRenewedValidatorTx':
			return { summary: `Ends a period of the renewed stake of the transaction ${tx.stakingTxId}` };
	}
}

/** The effect of each type of the X-Chain, and of atomic transactions of the C-Chain. */
function saidOfXC(tx: Extract<TransactionValues, { chain: 'X' | 'C' }>, words: Vocabulary): Said {
	const { money, chain, owners } = words;
	if (tx.type === 'ImportTx') {
		const evm = tx.chain === 'C' ? tx.evmOutputs : [];
		return {
			summary: `Imports funds to the ${tx.chain}-Chain from ${chain(tx.sourceChain)}`,
			more: evm.map(
				({ address, amount, assetId }) =>
					`Pays ${money(amount, assetId)} to ${withChecksum(address)} on the C-Chain`,
			),
		};
	}
	if (tx.type === 'ExportTx') {
		const evm = tx.chain === 'C' ? tx.evmInputs : [];
		return {
			summary: `Exports funds from the ${tx.chain}-Chain to ${chain(tx.destinationChain)}`,
			more: evm.map(
				({ address, amount, assetId, nonce }) =>
					`Takes ${money(amount, assetId)} from ${withChecksum(address)} on the C-Chain, with the nonce ${nonce}`,
			),
		};
	}
	if (tx.type === 'BaseTx') return { summary: 'Transfers funds on the X-Chain' };
	if (tx.type === 'CreateAssetTx') {
		const states = tx.initialStates.flatMap(({ outputs }) => outputs);
		return {
			summary: `Creates the asset ${nameText(tx.assetName)} with the symbol ${nameText(tx.symbol)} and ${tx.denomination} decimals`,
			more: states.map((each) =>
				each.kind === 'transfer'
					? `Gives ${separated(String(each.amount))} units of it to ${owners(each.owners)}`
					: `Gives a right of the kind ${each.kind} over it to ${owners(each.owners)}`,
			),
		};
	}
	return {
		summary: `Makes ${tx.operations.length} operations on assets of the X-Chain`,
		more: tx.operations.map(
			({ assetId, operation }) => `Operation ${operation.kind} on the asset ${assetId}`,
		),
		unusual: ['operations mint, move or burn tokens and rights: read its values'],
	};
}

/** All inputs with amounts, and all outputs with what they are. */
function flowsOf(tx: TransactionValues) {
	const inputs: TxInput[] = [
		...('inputs' in tx ? tx.inputs : []),
		...('importedInputs' in tx ? tx.importedInputs : []),
	];
	const outputs: Array<{ role: 'output' | 'stake' | 'export'; at: number; output: TxOutput }> = [];
	const add = (role: 'output' | 'stake' | 'export', from: readonly TxOutput[]) =>
		outputs.push(...from.map((output, at) => ({ role, at, output })));
	if ('outputs' in tx) add('output', tx.outputs);
	if ('stake' in tx) add('stake', tx.stake);
	if ('exportedOutputs' in tx) add('export', tx.exportedOutputs);
	const evmIn = 'evmInputs' in tx ? tx.evmInputs : [];
	const evmOut = 'evmOutputs' in tx ? tx.evmOutputs : [];
	return { inputs, outputs, evmIn, evmOut };
}

/** The amounts that the inputs have beyond the outputs and the balances of validators, by asset. */
function burnedOf(
	{ inputs, outputs, evmIn, evmOut }: ReturnType<typeof flowsOf>,
	balances: bigint,
	avaxId: string | undefined,
): Burned[] {
	const sums = new Map<string, bigint>();
	const add = (assetId: string, amount: bigint) =>
		sums.set(assetId, (sums.get(assetId) ?? 0n) + amount);
	for (const { assetId, amount } of [...inputs, ...evmIn]) add(assetId, amount);
	// On a network whose AVAX asset is not known, balances are in the only asset that is spent.
	const [only, ...others] = sums.keys();
	const paid = avaxId ?? (others.length === 0 ? only : undefined);
	for (const { output } of outputs) add(output.assetId, -output.amount);
	for (const { assetId, amount } of evmOut) add(assetId, -amount);
	if (paid !== undefined) add(paid, -balances);
	return [...sums].map(([assetId, amount]) => ({ assetId, amount }));
}

/** The number of credentials that a signed transaction of these values needs. */
function credentialsOf(tx: TransactionValues, { inputs, evmIn }: ReturnType<typeof flowsOf>) {
	const operations = tx.type === 'OperationTx' ? tx.operations.length : 0;
	return inputs.length + evmIn.length + operations + ('auth' in tx ? 1 : 0);
}

/**
 * The words about a transaction. `own` are the user's addresses without their chain: without any, nothing is
 * said about whose an output is. `signed` is the number of its credentials, undefined if it is not signed.
 */
export function wordsOf(
	tx: TransactionValues,
	own: ReadonlySet<string>,
	signed: number | undefined,
): Words {
	const networkId = 'networkId' in tx ? tx.networkId : 0;
	const words = vocabulary(networkId, own);
	const { money, owners, isOwn, network, avaxId } = words;
	const said = tx.chain === 'P' ? saidOfP(tx, words) : saidOfXC(tx, words);
	const flows = flowsOf(tx);
	const statements = [said.summary, ...(said.more ?? [])];
	const unusual = [...(said.unusual ?? [])];
	const odd = (sentence: string) => void unusual.push(sentence);
	const refused = REFUSED[tx.type];
	if (refused) odd(refused);

	if ('networkId' in tx) {
		if (!network) odd(`the network ${networkId} is neither Mainnet nor Fuji`);
		const expected = tx.chain === 'P' ? PRIMARY_NETWORK : CHAIN_IDS[networkId]?.[tx.chain];
		if (expected && tx.blockchainId !== expected) {
			odd(`the blockchain ${tx.blockchainId} is not the ${tx.chain}-Chain of its network`);
		}
	}
	for (const [at, { stakeableUntil, signatureIndices, assetId }] of flows.inputs.entries()) {
		if (stakeableUntil !== undefined) odd(`input ${at} is locked until ${when(stakeableUntil)}`);
		if (signatureIndices.length !== 1) {
			odd(`input ${at} needs ${signatureIndices.length} signatures`);
		}
		if (avaxId && assetId !== avaxId) odd(`input ${at} is not AVAX but ${assetId}`);
	}
	for (const { role, at, output } of flows.outputs) {
		const to = owners(output.owners);
		const amount = money(output.amount, output.assetId);
		const isForeign = own.size > 0 && !isOwn(output.owners);
		const change =
			isForeign || own.size === 0 ? `Pays ${amount} to ${to}` : `Returns ${amount} to ${to}`;
		const verb = { output: change, stake: `Stakes ${amount} of`, export: `Exports ${amount} for` }[
			role
		];
		const lock = output.stakeableUntil;
		const locked = lock === undefined ? '' : `, until ${when(lock)} for stakes only`;
		statements.push(`${role === 'output' ? verb : `${verb} ${to}`}${locked}`);
		const name = `${role} ${at}`;
		if (isForeign && tx.type !== 'BaseTx')
			odd(`${name} of ${amount} is not for your addresses alone`);
		if (lock !== undefined) odd(`${name} is locked until ${when(lock)}`);
		oddOwners(name, output.owners);
		if (avaxId && output.assetId !== avaxId) odd(`${name} is not AVAX but ${output.assetId}`);
	}
	for (const [what, set] of said.set ?? []) {
		statements.push(`The ${what} is ${owners(set)}`);
		if (own.size > 0 && !isOwn(set)) odd(`the ${what} is not one of your addresses alone`);
		oddOwners(`the ${what}`, set);
	}
	function oddOwners(what: string, { threshold, locktime, addresses }: Owners) {
		if (locktime > 0n) odd(`${what} has a locktime: ${when(locktime)}`);
		if (threshold === 0) odd(`${what} needs no signature: anyone can take it`);
		else if (addresses.length > 1)
			odd(`${what} needs ${threshold} of ${addresses.length} signatures`);
	}
	if ('memo' in tx && tx.memo !== '0x') {
		odd(
			`it has a memo of ${tx.memo.length / 2 - 1} bytes: nodes refuse that since the Durango upgrade`,
		);
	}
	const hasFlow = flows.inputs.length + flows.evmIn.length > 0;
	const burned = hasFlow ? burnedOf(flows, said.balances ?? 0n, avaxId) : [];
	for (const { assetId, amount } of burned) {
		if (amount < 0n) odd(`${money(-amount, assetId)} more come out than go in`);
		else if (amount > 0n) {
			const isFee = avaxId === undefined || assetId === avaxId;
			statements.push(`${isFee ? 'Pays a fee of' : 'Burns'} ${money(amount, assetId)}`);
			if (!isFee) odd(`it burns ${money(amount, assetId)}`);
			else if (avaxId && amount > HIGH_FEE) odd(`its fee of ${money(amount, assetId)} is high`);
		}
	}
	const needed = credentialsOf(tx, flows);
	if (signed === undefined) statements.push('It is not signed');
	else if (signed === needed) {
		statements.push('It is signed: whoever has these bytes can issue it');
	} else odd(`it has ${signed} credentials where ${needed} are needed`);
	const fee = burned.find(({ assetId }) => assetId === avaxId)?.amount;
	return { summary: said.summary, statements, unusual, fee };
}
