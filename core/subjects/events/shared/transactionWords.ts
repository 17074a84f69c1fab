import { bareAddress } from '../../../formats/ids';
import { PRIMARY_CHAIN_CHOICES } from '../../../operations/shared';
import { quoted } from '../../../events/words';
import { type Amount, type Total, totalOf } from './amounts';

/** Words of users for the transactions of the primary network. */

interface Output {
	addresses?: readonly string[] | null;
	asset?: Amount | null;
	createdOnChainId?: string | null;
	consumedOnChainId?: string | null;
}

/** The parts of a transaction that say what it does. */
export interface Deed {
	txType?: string | null;
	nodeId?: string | null;
	subnetId?: string | null;
	amountStaked?: readonly Amount[] | null;
	amountL1ValidatorBalanceBurned?: readonly Amount[] | null;
	consumedUtxos?: readonly Output[] | null;
	emittedUtxos?: readonly Output[] | null;
	evmOutputs?: readonly { asset?: Amount | null }[] | null;
	sourceChain?: string | null;
	destinationChain?: string | null;
}

type Parts = Deed & { what: string };

const onNode = ({ nodeId }: Deed, word: string) => (nodeId ? ` ${word} ${nodeId}` : '');
const ofSubnet = ({ subnetId }: Deed) => (subnetId ? ` ${subnetId}` : '');
const stake = (parts: Parts) => `Stake${parts.what}${onNode(parts, 'on')}`;
const delegation = (parts: Parts) => `Delegation${parts.what}${onNode(parts, 'to')}`;

const WORDS: Readonly<Record<string, (parts: Parts) => string>> = {
	AddAutoRenewedValidatorTx: (parts) => `Auto-renewed s${stake(parts).slice(1)}`,
	AddDelegatorTx: delegation,
	AddPermissionlessDelegatorTx: delegation,
	AddPermissionlessValidatorTx: stake,
	AddSubnetValidatorTx: (parts) =>
		`Validator${onNode(parts, '').trimEnd()} added to subnet${ofSubnet(parts)}`,
	AddValidatorTx: stake,
	AdvanceTimeTx: () => 'Time of the chain advanced',
	BaseTx: ({ what }) => `Transfer${what}`,
	ConvertSubnetToL1Tx: (parts) =>
		`Conversion of subnet${ofSubnet(parts)} to an L1${balance(parts)}`,
	CreateAssetTx: () => 'Creation of an asset',
	CreateChainTx: (parts) => `Creation of a blockchain of subnet${ofSubnet(parts)}`,
	CreateSubnetTx: (parts) => `Creation of subnet${ofSubnet(parts)}`,
	DisableL1ValidatorTx: (parts) => `L1 validator${onNode(parts, '').trimEnd()} disabled`,
	ExportTx: (parts) => `Export${parts.what}${chainWords('to', parts.destinationChain)}`,
	ImportTx: (parts) => `Import${parts.what}${chainWords('from', parts.sourceChain)}`,
	IncreaseL1ValidatorBalanceTx: (parts) =>
		`Balance of an L1 validator increased${parts.what.replace(' of ', ' by ')}`,
	OperationTx: () => 'Operation on an asset',
	RegisterL1ValidatorTx: (parts) => `Registration of an L1 validator${balance(parts)}`,
	RemoveSubnetValidatorTx: (parts) =>
		`Validator${onNode(parts, '').trimEnd()} removed from subnet${ofSubnet(parts)}`,
	RewardAutoRenewedValidatorTx: (parts) =>
		`End of a period of auto-renewed validator${onNode(parts, '').trimEnd()}`,
	RewardValidatorTx: (parts) => `End of a stake${onNode(parts, 'on')}`,
	SetAutoRenewedValidatorConfigTx: (parts) =>
		`New configuration of auto-renewed validator${onNode(parts, '').trimEnd()}`,
	SetL1ValidatorWeightTx: () => 'New weight of an L1 validator',
	TransferSubnetOwnershipTx: (parts) => `New owner of subnet${ofSubnet(parts)}`,
	TransformSubnetTx: (parts) => `Transformation of subnet${ofSubnet(parts)}`,
	UNKNOWN: () => 'Transaction of an unknown type',
};

const balance = ({ what }: Parts) => what.replace(' of ', ' with a balance of ');

/** Such as `Delegation of 25 AVAX to NodeID-…`; of a type that is not known, its name in quotes. */
export function deedWords(deed: Deed, moved: Total | undefined): string {
	const { txType } = deed;
	const what = moved === undefined ? '' : ` of ${moved.words}`;
	const words = Object.hasOwn(WORDS, String(txType)) ? WORDS[String(txType)] : undefined;
	return words?.({ ...deed, what }) ?? `Transaction of type ${quoted(txType) ?? 'unknown'}${what}`;
}

function chainWords(word: string, id: string | null | undefined): string {
	const found = PRIMARY_CHAIN_CHOICES.find(({ value }) => value === id)?.name;
	return found === undefined ? '' : ` ${word} the ${found.split(' ')[0]}`;
}

const assetsOf = (outputs: readonly Output[]) => outputs.flatMap(({ asset }) => asset ?? []);

/**
 * The amount that a transaction stakes, adds to a balance or moves for the owners `mine`: of a transfer that they
 * sent, what went to others; of any other, what came to them. Undefined where the record does not say it:
 * change that returns to its sender is not an amount of the transaction.
 */
export function movedIn(deed: Deed, mine: readonly string[] = []): Total | undefined {
	const { txType = '', amountStaked, amountL1ValidatorBalanceBurned: balances } = deed;
	const [consumed, emitted] = [deed.consumedUtxos ?? [], deed.emittedUtxos ?? []];
	if (/^(Add|Reward).*(Validator|Delegator)Tx$/.test(txType ?? '')) return totalOf(amountStaked);
	if (/L1/.test(txType ?? '')) return totalOf(balances);
	const crosses = ({ createdOnChainId: from, consumedOnChainId: to }: Output) =>
		Boolean(from && to) && from !== to;
	const own = new Set(mine.map(bareAddress));
	const isOf = (owners: ReadonlySet<string>) => (output: Output) =>
		(output.addresses ?? []).some((address) => owners.has(bareAddress(address)));
	if (txType === 'ExportTx') return totalOf(assetsOf(emitted.filter(crosses)));
	if (txType === 'ImportTx') {
		const arrived = [...(deed.evmOutputs ?? []), ...consumed.filter(crosses)];
		return totalOf(assetsOf(arrived.length > 0 ? arrived : emitted.filter(isOf(own))));
	}
	if (txType !== 'BaseTx') return undefined;
	const senders = new Set(consumed.flatMap(({ addresses }) => addresses ?? []).map(bareAddress));
	const isSent = consumed.some(isOf(own));
	return totalOf(
		assetsOf(emitted.filter((output) => (isSent ? !isOf(senders)(output) : isOf(own)(output)))),
	);
}
