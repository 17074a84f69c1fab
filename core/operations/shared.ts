import type { Choice } from '../fields/field';

/** Choices that fields of several operations share. */

type ChoiceOf<V extends string> = Choice & { value: V };

function named<V extends string>(values: Record<V, string>): Array<ChoiceOf<V>> {
	return Object.entries(values).map(([value, name]) => ({ value, name }) as ChoiceOf<V>);
}

function valuesOf<V extends string>(choices: ReadonlyArray<ChoiceOf<V>>): V[] {
	return choices.map(({ value }) => value);
}

/** The subnet id of the primary network, on every network. */
export const PRIMARY_NETWORK = '11111111111111111111111111111111LpoYY';

/** The P-Chain has the same blockchain id on every network. */
export const P_CHAIN_ID = '11111111111111111111111111111111LpoYY';

/** The asset ids of AVAX, which each network began with: no transaction created them. */
export const AVAX: Readonly<Record<string, string>> = {
	mainnet: 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z',
	fuji: 'U8iRqJoiJm8xZHAacmvYyZVwqQx6uDNtQeP3CQ6fcgQk3JqnK',
};

export const NETWORKS = ['mainnet', 'fuji', 'testnet'] as const;

export const NETWORK_CHOICES: readonly Choice[] = [
	{ value: 'mainnet', name: 'Mainnet' },
	{ value: 'fuji', name: 'Fuji', description: 'The test network' },
	{ value: 'testnet', name: 'Testnet', description: 'Same as Fuji' },
];

export const P_CHAIN_CHOICES: readonly Choice[] = named({
	'p-chain': 'P-Chain',
	[P_CHAIN_ID]: 'P-Chain (Blockchain ID)',
});

export const X_CHAIN_CHOICES: readonly Choice[] = named({
	'x-chain': 'X-Chain',
	'2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM': 'X-Chain of Mainnet (Blockchain ID)',
	'2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm': 'X-Chain of Fuji (Blockchain ID)',
});

const C_CHAIN_CHOICES: readonly Choice[] = named({
	'c-chain': 'C-Chain',
	'2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5': 'C-Chain of Mainnet (Blockchain ID)',
	yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp: 'C-Chain of Fuji (Blockchain ID)',
});

/** Names of the C-Chain in the path of a node: its aliases, and its IDs on the public networks. */
export const C_CHAIN_IDS: ReadonlySet<unknown> = new Set([
	'C',
	'evm',
	...valuesOf(C_CHAIN_CHOICES).slice(1),
]);

/** Every chain of the primary network, by alias and by id. */
export const PRIMARY_CHAIN_CHOICES: readonly Choice[] = [
	...P_CHAIN_CHOICES,
	...X_CHAIN_CHOICES,
	...C_CHAIN_CHOICES,
];

/**
 * Values of `{blockchainId}` in the API documents: for the P-Chain, the X-Chain, and all three
 * chains.
 */
export const P_CHAINS: readonly string[] = valuesOf(P_CHAIN_CHOICES);
export const X_CHAINS: readonly string[] = valuesOf(X_CHAIN_CHOICES);
export const PRIMARY_CHAINS: readonly string[] = valuesOf(PRIMARY_CHAIN_CHOICES);

export const SORT_ORDERS = ['asc', 'desc'] as const;

export const SORT_ORDER_CHOICES: readonly Choice[] = named({
	asc: 'Ascending',
	desc: 'Descending',
});

export const VALIDATION_STATUSES = ['completed', 'active', 'pending', 'removed'] as const;

export const VALIDATION_STATUS_CHOICES: readonly Choice[] = named({
	active: 'Active',
	completed: 'Completed',
	pending: 'Pending',
	removed: 'Removed',
});

export const DELEGATION_STATUSES = ['completed', 'active', 'pending'] as const;

export const DELEGATION_STATUS_CHOICES: readonly Choice[] = named({
	active: 'Active',
	completed: 'Completed',
	pending: 'Pending',
});

export const FEATURES = ['nftIndexing', 'webhooks', 'teleporter'] as const;

export const FEATURE_CHOICES: readonly Choice[] = named({
	nftIndexing: 'NFT Indexing',
	teleporter: 'Teleporter',
	webhooks: 'Webhooks',
});

/** The three exports of the primary network and the one of EVM chains. */
export const EXPORT_TYPES = [
	'TRANSACTION_EXPORT_EVM',
	'TRANSACTION_EXPORT_PRIMARY_NETWORK',
	'TRANSACTION_EXPORT_PRIMARY_NETWORK_STAKING',
	'TRANSACTION_EXPORT_PRIMARY_NETWORK_SIMPLE',
] as const;

export const EXPORT_TYPE_CHOICES: readonly Choice[] = named({
	TRANSACTION_EXPORT_EVM: 'EVM Chains',
	TRANSACTION_EXPORT_PRIMARY_NETWORK: 'Primary Network',
	TRANSACTION_EXPORT_PRIMARY_NETWORK_SIMPLE: 'Primary Network (Simple)',
	TRANSACTION_EXPORT_PRIMARY_NETWORK_STAKING: 'Primary Network (Staking)',
});

/** The types of P-, X- and C-Chain transactions. */
export const TX_TYPE_CHOICES = named({
	AddAutoRenewedValidatorTx: 'Add Auto-Renewed Validator',
	AddDelegatorTx: 'Add Delegator',
	AddPermissionlessDelegatorTx: 'Add Permissionless Delegator',
	AddPermissionlessValidatorTx: 'Add Permissionless Validator',
	AddSubnetValidatorTx: 'Add Subnet Validator',
	AddValidatorTx: 'Add Validator',
	AdvanceTimeTx: 'Advance Time',
	BaseTx: 'Base',
	ConvertSubnetToL1Tx: 'Convert Subnet to L1',
	CreateAssetTx: 'Create Asset',
	CreateChainTx: 'Create Chain',
	CreateSubnetTx: 'Create Subnet',
	DisableL1ValidatorTx: 'Disable L1 Validator',
	ExportTx: 'Export',
	ImportTx: 'Import',
	IncreaseL1ValidatorBalanceTx: 'Increase L1 Validator Balance',
	OperationTx: 'Operation',
	RegisterL1ValidatorTx: 'Register L1 Validator',
	RemoveSubnetValidatorTx: 'Remove Subnet Validator',
	RewardAutoRenewedValidatorTx: 'Reward Auto-Renewed Validator',
	RewardValidatorTx: 'Reward Validator',
	SetAutoRenewedValidatorConfigTx: 'Set Auto-Renewed Validator Config',
	SetL1ValidatorWeightTx: 'Set L1 Validator Weight',
	TransferSubnetOwnershipTx: 'Transfer Subnet Ownership',
	TransformSubnetTx: 'Transform Subnet',
	UNKNOWN: 'Unknown',
});

/**
 * Transaction types for filters: those of the API documents, and three that the deployed service
 * has in addition. The service rejects other names.
 */
export const TX_TYPES = valuesOf(TX_TYPE_CHOICES);

export const CURRENCY_CHOICES = named({
	aud: 'Australian Dollar',
	cad: 'Canadian Dollar',
	chf: 'Swiss Franc',
	clp: 'Chilean Peso',
	cny: 'Chinese Yuan',
	czk: 'Czech Koruna',
	dkk: 'Danish Krone',
	eur: 'Euro',
	gbp: 'British Pound',
	hkd: 'Hong Kong Dollar',
	huf: 'Hungarian Forint',
	jpy: 'Japanese Yen',
	nzd: 'New Zealand Dollar',
	usd: 'US Dollar',
});

/** The currencies of the API documents. */
export const CURRENCIES = valuesOf(CURRENCY_CHOICES);
