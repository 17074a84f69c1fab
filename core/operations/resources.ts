import type { MenuEntry } from './declare';

/**
 * The groups of the menus, by n8n node. Workflows save the values: they never change. No menu has
 * more than 15 entries.
 */

/** Of the node Avalanche. */
export const dataResources = {
	account: { value: 'account', name: 'Account' },
	chain: { value: 'chain', name: 'Chain' },
	contract: { value: 'contract', name: 'Contract and NFT' },
	event: { value: 'event', name: 'Event' },
	evmTransaction: { value: 'evmTransaction', name: 'EVM Transaction' },
	icmMessage: { value: 'icmMessage', name: 'ICM Message' },
	lookingGlass: { value: 'lookingGlass', name: 'Looking Glass' },
	metric: { value: 'metric', name: 'Metric' },
	primaryBlock: { value: 'primaryBlock', name: 'Primary Network Block' },
	primaryNetwork: { value: 'primaryNetwork', name: 'Primary Network' },
	primaryTransaction: { value: 'primaryTransaction', name: 'Primary Network Transaction' },
	staking: { value: 'staking', name: 'Staking' },
	tokenBalance: { value: 'tokenBalance', name: 'Token Balance' },
	transactionExport: { value: 'transactionExport', name: 'Transaction Export' },
	webhook: { value: 'webhook', name: 'Webhook' },
} as const satisfies Record<string, MenuEntry>;

/** Of the node Avalanche RPC. */
export const nodeResources = {
	cChain: { value: 'cChain', name: 'C-Chain Atomic' },
	customCall: { value: 'customCall', name: 'Custom Call' },
	evm: { value: 'evm', name: 'EVM Chain' },
	evmSubnet: { value: 'evmSubnet', name: 'EVM Chain Details' },
	health: { value: 'health', name: 'Health' },
	index: { value: 'index', name: 'Index' },
	info: { value: 'info', name: 'Info' },
	nodeMetric: { value: 'nodeMetric', name: 'Node Metric' },
	pChain: { value: 'pChain', name: 'P-Chain' },
	pChainFee: { value: 'pChainFee', name: 'P-Chain Fee' },
	pChainStaking: { value: 'pChainStaking', name: 'P-Chain Staking' },
	pChainSubnet: { value: 'pChainSubnet', name: 'P-Chain Subnet' },
	proposerVm: { value: 'proposerVm', name: 'Proposer VM' },
	warp: { value: 'warp', name: 'Warp' },
	xChain: { value: 'xChain', name: 'X-Chain' },
} as const satisfies Record<string, MenuEntry>;
