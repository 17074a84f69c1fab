import type { DataDifference, NotReplayed } from './exceptions';

/** Of the calls that `npm run opinion -- node` recorded: what is not asked of the emulator, and why. */
export const NOT_DRAWN: readonly NotReplayed[] = [
	{
		calls: /sendRawTransaction@l1/,
		reason: 'the emulated L1 has no transaction with signed bytes',
	},
	{
		calls: /sendRawTransaction@C wrong tx/,
		reason: 'the bytes of drawn values differ, and the first of them decides what the decoder says',
	},
	{
		calls: /helicon.* info\.getUptime /,
		reason: 'the recorded node was not a validator',
	},
	{
		calls:
			/helicon.* evm(Subnet)?\.(call|createAccessList|estimateGas)@C (gasPrice|maxFeePerGas|block 4)/,
		reason: 'the recorded sender had no such funds, and the fee of the first block was higher',
	},
];

/** Differences that are of data, not of the form of an answer. */
export const DRAWN_DIFFERENCES: readonly DataDifference[] = [
	{
		calls: /info\.getManyAcps/,
		paths: /\.acps\.\d+$/,
		reason: 'the emulated network votes on a proposal, the recorded one on none',
	},
	{
		calls: /evmSubnet\.get(ActivePrecompiles|ActiveRules|ChainConfig)@l1/,
		paths: /\.((contractNativeMinter|txAllowList)Config|precompileUpgrades)$/,
		reason: 'which precompiles a chain was made with, and which upgrades its operator scheduled',
	},
	{
		calls: /pChainSubnet\.getManyBlockchains /,
		paths: /\.name$/,
		reason: 'the names of the chains',
	},
	{
		calls: /info\.getNetworkName/,
		paths: /\.networkName$/,
		emulated: /^"mainnet"$/,
		reason: 'the name of the network',
	},
	{
		calls: /\.getManyValidators[ @]/,
		paths: /\.(isActive|isL1Validator|isConnected|connected)$/,
		emulated: /^(true|false)$/,
		reason: 'who is active and connected, and of which kind',
	},
	{
		calls: /helicon.* pChainSubnet\.getBlockchainStatus (default|blockchainID [12])/,
		paths: /\.status$/,
		reason: 'the recorded node did not validate the primary network',
	},
	{
		calls: /pChain\.getBalance/,
		paths: /\.lockedNotStakeables\.<id>$/,
		reason: 'the emulated owner has locked outputs',
	},
	{
		calls: /pChainStaking\.getStake /,
		paths: /\.stakeds\.<id>$/,
		reason: 'the recorded owner has staked',
	},
	{
		calls: /pChainStaking\.getManyValidatorsAtHeight/,
		paths: /\.publicKey$/,
		reason: 'the emulated subnets have validators without keys',
	},
	{
		calls: /xChain\.getManyBalances/,
		paths: /\.asset$/,
		emulated: /^<id>$/,
		reason: 'the emulated owner has assets besides AVAX',
	},
	{
		calls: /evm\.getManyLogs@C/,
		paths: /\.data$/,
		reason: 'how much data the recorded events have',
	},
	{
		calls: /sendRawTransaction@C default/,
		paths: /\.error\.message$/,
		reason: 'the emulated transaction waits for a block, the recorded one was in one',
	},
];
