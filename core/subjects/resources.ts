import type { MenuEntry } from '../operations/declare';

/**
 * The groups of the menus, by n8n node, in the order of the menus and of n8n's list of actions, which
 * has no search: what most workflows use comes first. Workflows save the values: they never change. No
 * menu has more than 16 entries.
 */

/** Resources in the menu of the node Avalanche. */
export const dataResources = {
	staking: { value: 'staking', name: 'Staking' },
	tokenBalance: { value: 'tokenBalance', name: 'Token Balance' },
	primaryTransaction: { value: 'primaryTransaction', name: 'Primary Network Transaction' },
	evmTransaction: { value: 'evmTransaction', name: 'EVM Transaction' },
	event: { value: 'event', name: 'Event' },
	primaryNetwork: { value: 'primaryNetwork', name: 'Primary Network' },
	transactionExport: { value: 'transactionExport', name: 'Transaction Export' },
	chain: { value: 'chain', name: 'Chain' },
	metric: { value: 'metric', name: 'Metric' },
	contract: { value: 'contract', name: 'Contract and NFT' },
	icmMessage: { value: 'icmMessage', name: 'ICM Message' },
	webhook: { value: 'webhook', name: 'Webhook' },
	lookingGlass: { value: 'lookingGlass', name: 'Looking Glass' },
	primaryBlock: { value: 'primaryBlock', name: 'Primary Network Block' },
	account: { value: 'account', name: 'Account' },
	// Not "Custom API Call": n8n ends the menus of nodes with an entry of that name.
	customApiCall: { value: 'customApiCall', name: 'Custom Call' },
} as const satisfies Record<string, MenuEntry>;

/** Resources in the menu of the node Avalanche RPC. */
export const nodeResources = {
	pChainStaking: { value: 'pChainStaking', name: 'P-Chain Staking' },
	evm: { value: 'evm', name: 'EVM Chain' },
	evmContract: { value: 'evmContract', name: 'EVM Contract' },
	pChain: { value: 'pChain', name: 'P-Chain' },
	xChain: { value: 'xChain', name: 'X-Chain' },
	cChain: { value: 'cChain', name: 'C-Chain Atomic' },
	pChainSubnet: { value: 'pChainSubnet', name: 'P-Chain Subnet' },
	pChainFee: { value: 'pChainFee', name: 'P-Chain Fee' },
	info: { value: 'info', name: 'Info' },
	health: { value: 'health', name: 'Health' },
	customCall: { value: 'customCall', name: 'Custom Call' },
	warp: { value: 'warp', name: 'Warp' },
	evmSubnet: { value: 'evmSubnet', name: 'EVM Chain Details' },
	index: { value: 'index', name: 'Index' },
	nodeMetric: { value: 'nodeMetric', name: 'Node Metric' },
	proposerVm: { value: 'proposerVm', name: 'Proposer VM' },
} as const satisfies Record<string, MenuEntry>;

/** The values of all groups, in the order of the menus. */
export const RESOURCE_ORDER: readonly string[] = [dataResources, nodeResources].flatMap((group) =>
	Object.values<MenuEntry>(group).map(({ value }) => value),
);
