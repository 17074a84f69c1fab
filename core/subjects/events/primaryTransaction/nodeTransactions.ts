import * as pChain from '../../pChain/pChain';
import * as pChainTransactions from '../../pChain/pChainTransactions';
import * as pChainStaking from '../../pChainStaking';
import * as xChain from '../../xChain/xChain';
import { Failure } from '../../../failure';
import { hexWithoutChecksum } from '../../../formats/hex';
import { bareAddress } from '../../../formats/ids';
import type { TxInput, TxOutput } from '../../../transactions/layouts';
import { TransactionFormatError, hrpOf } from '../../../transactions/parts';
import {
	type Transaction as Signed,
	type TransactionBlock,
	readBlock,
	readTransaction,
} from '../../../transactions/read';
import type { ItemPositions, ListPage, ReadingOrder } from '../../../events/arrivalSource';
import type { PollContext } from '../../../events/event';
import { firstPositionSince } from '../../../events/firstPosition';
import { KNOWN_AVAX } from '../../shared/money';
import { type Amount, avaxIn } from '../shared/amounts';
import { heightPages, upToMissing } from '../shared/blocks';
import { once } from '../shared/nodeLogs';
import { type Deed, movedIn } from '../shared/transactionWords';

/** Transactions of the P- or X-Chain from the blocks of a node, in the form of the data service. */

/** Blocks of one page, one request each. */
const PAGE_BLOCKS = 40;

export interface FromNode {
	chain?: string;
	addresses: readonly string[];
}

/** A transaction in the form of the data service, made from what its bytes say. */
export interface NodeTransaction extends Deed {
	txHash: string;
	blockTimestamp: number;
	blockHeight: number;
	amountBurned?: Amount[];
	/** Every owner that it names: of outputs, rewards, subnets and L1 validators. */
	rewardAddresses: string[];
	memo?: string;
}

const CHAINS = {
	P: { height: pChain.getHeight, block: pChain.getBlockByHeight },
	X: { height: xChain.getHeight, block: xChain.getBlockByHeight },
} as const;

const chainOf = ({ chain }: FromNode) => (chain === 'X' ? 'X' : 'P');

/** Heights of the chain at the node. */
export const primaryHeights: Omit<ItemPositions<FromNode, never>, 'of'> = {
	newest: headOf,
	async at(settings, context, moment) {
		const newest = await headOf(settings, context);
		return await firstPositionSince(moment, { first: 1, newest }, async (height) => {
			const { answers, missing } = await blocksAt(settings, [height], context);
			if (missing) throw missing;
			// Blocks before Banff have no time, and are before any moment.
			return answers[0].time ?? -1;
		});
	},
};

async function headOf(settings: FromNode, { client }: PollContext): Promise<number> {
	return (await client.call(CHAINS[chainOf(settings)].height, {})).height;
}

/** The blocks before the first one that the node does not have; one that cannot be read is skipped, without transactions. */
async function blocksAt(settings: FromNode, heights: number[], { client, skip }: PollContext) {
	const chain = chainOf(settings);
	const operation = CHAINS[chain].block;
	const asked = heights.map((height) => ({ height: String(height), encoding: 'hex' as const }));
	const { answers, missing } = await upToMissing(client.many(operation, asked));
	const blocks = answers.map(({ block }, at): TransactionBlock => {
		try {
			const found = readBlock(hexWithoutChecksum(block as string), chain);
			if (found.height === heights[at]) return found;
			const message = `The node returned block ${found.height} for the height ${heights[at]}`;
			throw new Failure({ kind: 'invalid-response', message });
		} catch (error) {
			if (!(error instanceof TransactionFormatError || error instanceof RangeError)) throw error;
			const message = `block ${heights[at]} of the ${chain}-Chain cannot be read: ${error.message}`;
			skip?.({ operation: operation.id, path: ['block'], message, names: [String(heights[at])] });
			return { height: heights[at], transactions: [] };
		}
	});
	return { answers: blocks, missing };
}

/** The transactions of the addresses, in the order of their blocks. */
export async function* nodeTransactions(
	settings: FromNode,
	context: PollContext,
	reading: ReadingOrder,
): AsyncGenerator<ListPage<NodeTransaction>> {
	const head = await headOf(settings, context);
	const own = new Set(settings.addresses.map(bareAddress));
	const isOwn = (address: string) => own.has(bareAddress(address));
	yield* heightPages({ head, span: PAGE_BLOCKS }, reading, async (heights) => {
		const { answers, missing } = await blocksAt(settings, heights, context);
		const found: NodeTransaction[][] = [];
		for (const { height: blockHeight, time = 0, transactions } of answers) {
			const items: NodeTransaction[] = [];
			for (const signed of transactions) {
				requireNetwork(signed, settings);
				const deed = await deedOf(signed, context);
				if (!namesOf(deed).some(isOwn)) continue;
				items.push({ ...deed, txHash: String(signed.txId), blockTimestamp: time, blockHeight });
			}
			found.push(items);
		}
		return { found, missing };
	});
}

const namesOf = ({
	rewardAddresses,
	consumedUtxos,
}: Omit<NodeTransaction, 'txHash' | 'blockTimestamp' | 'blockHeight'>) => [
	...rewardAddresses,
	...(consumedUtxos ?? []).flatMap(({ addresses }) => addresses ?? []),
];

/** Addresses of another network would never be found. */
function requireNetwork({ values }: Signed, { addresses }: FromNode): void {
	if (!('networkId' in values)) return;
	const hrp = hrpOf(values.networkId);
	if (addresses.every((address) => bareAddress(address).startsWith(`${hrp}1`))) return;
	throw new Failure({
		kind: 'invalid-input',
		field: 'addresses',
		message: `"Addresses" (addresses) must hold addresses of the node's network, which begin with ${hrp}1 after an optional chain prefix; given: ${addresses.join(', ')}`,
	});
}

/** The owners in any part of a transaction. */
function ownersIn(part: unknown): string[] {
	if (typeof part !== 'object' || part === null) return [];
	return Object.entries(part).flatMap(([key, each]) =>
		key === 'addresses' ? (each as string[]) : ownersIn(each),
	);
}

type Found = Omit<NodeTransaction, 'txHash' | 'blockTimestamp' | 'blockHeight'>;

/** The transaction that began a stake. */
async function stakingOf(txID: string, { client }: PollContext): Promise<Signed['values']> {
	const { tx } = await client.call(pChainTransactions.getTransaction, { txID, encoding: 'hex' });
	return readTransaction(hexWithoutChecksum(tx as string), 'P').values;
}

async function deedOf(signed: Signed, context: PollContext): Promise<Found> {
	const { values } = signed;
	const txType = values.type;
	if (values.type === 'AdvanceTimeTx') return { txType, rewardAddresses: [] };
	if ('stakingTxId' in values && !('networkId' in values)) {
		const began = await stakingOf(values.stakingTxId, context);
		// Change is not a part of the stake.
		const { outputs: _, ...staked } = began as typeof began & { outputs?: unknown };
		// A renewed stake has grown by its rewards.
		const amounts =
			values.type === 'RewardValidatorTx'
				? await amountsOf(began, stakeIn(began), context)
				: undefined;
		return { ...aboutOf(began), txType, amountStaked: amounts, rewardAddresses: ownersIn(staked) };
	}
	// Settings of the data service need no curve.
	const { signerAddressesOf } = await import('../../../transactions/signers.js');
	const signers = signerAddressesOf(signed);
	const imported = 'importedInputs' in values ? values.importedInputs : [];
	const spent: TxInput[] = [...('inputs' in values ? values.inputs : []), ...imported];
	const exported = 'exportedOutputs' in values ? values.exportedOutputs : [];
	const stake = stakeIn(values);
	const onChain = [...('outputs' in values ? values.outputs : []), ...stake];
	const all = [...onChain, ...exported];
	const [consumed, emitted] = [
		await amountsOf(values, spent, context),
		await amountsOf(values, all, context),
	];
	const { blockchainId: here } = values as { blockchainId: string };
	const source = 'sourceChain' in values ? values.sourceChain : here;
	const destination = 'destinationChain' in values ? values.destinationChain : here;
	const l1 = l1BalanceIn(values);
	const burned = avaxIn(consumed) - avaxIn(emitted) - l1;
	const avax = consumed.find((amount) => avaxIn([amount]) > 0n);
	const of = (amount: bigint): Amount[] =>
		avax && amount > 0n ? [{ ...avax, amount: String(amount) }] : [];
	return {
		...aboutOf(values),
		txType,
		consumedUtxos: [
			...consumed.map((asset, at) => ({
				asset,
				addresses: signers[at],
				...(at >= spent.length - imported.length && {
					createdOnChainId: source,
					consumedOnChainId: here,
				}),
			})),
			// Signatures that allow something, such as those of the owner of a subnet, spend nothing.
			...signers.slice(spent.length).map((addresses) => ({ addresses })),
		],
		emittedUtxos: emitted.map((asset, at) => ({
			asset,
			addresses: all[at].owners.addresses,
			...(at >= onChain.length && { createdOnChainId: here, consumedOnChainId: destination }),
		})),
		amountStaked: emitted.slice(onChain.length - stake.length, onChain.length),
		amountL1ValidatorBalanceBurned: of(l1),
		amountBurned: of(burned),
		rewardAddresses: ownersIn(values),
	};
}

const stakeIn = (values: object): TxOutput[] =>
	'stake' in values ? (values.stake as TxOutput[]) : [];

/** nAVAX that become balances of L1 validators. */
function l1BalanceIn(values: Signed['values']): bigint {
	if (values.type === 'ConvertSubnetToL1Tx') {
		return values.validators.reduce((sum, { balance }) => sum + balance, 0n);
	}
	return 'balance' in values ? values.balance : 0n;
}

/** Node, subnet, chains and memo of a transaction that has them. */
function aboutOf(values: object) {
	const { nodeId, subnetId, sourceChain, destinationChain, memo } = values as Record<
		string,
		string | undefined
	>;
	return { nodeId, subnetId, sourceChain, destinationChain, memo };
}

/** The amounts of outputs or inputs. AVAX of a network whose asset id is not a constant is what its node names. */
async function amountsOf(
	values: object,
	parts: ReadonlyArray<{ assetId: string; amount: bigint }>,
	context: PollContext,
): Promise<Amount[]> {
	const { networkId = 0 } = values as { networkId?: number };
	const asked =
		networkId in KNOWN_AVAX || parts.length === 0 ? undefined : await avaxOfNode(context);
	return parts.map(({ assetId, amount }) => ({
		assetId,
		amount: String(amount),
		...(asked === assetId && { avax: true }),
	}));
}

async function avaxOfNode(context: PollContext): Promise<string> {
	return await once(context, 'AVAX', async () => {
		return (await context.client.call(pChainStaking.getStakingAsset, {})).assetID;
	});
}

/** The transaction with name and decimals of the asset that it moves, if that is not AVAX. */
export async function named(
	tx: NodeTransaction,
	{ addresses }: FromNode,
	context: PollContext,
): Promise<NodeTransaction> {
	const moved = movedIn(tx, addresses);
	if (!moved || moved.known || moved.assetId === null) return tx;
	const { assetId: assetID } = moved;
	const { symbol, denomination } = await once(context, `asset ${assetID}`, async () =>
		context.client.call(xChain.getAssetDescription, { assetID }),
	);
	const withName = <Part extends { asset?: Amount | null }>(part: Part): Part =>
		part.asset?.assetId === assetID
			? { ...part, asset: { ...part.asset, symbol, denomination } }
			: part;
	return {
		...tx,
		consumedUtxos: tx.consumedUtxos?.map(withName),
		emittedUtxos: tx.emittedUtxos?.map(withName),
	};
}
