/** Well-known events, as Solidity has them. Signatures of several versions of a contract stand side by side. */

interface Preset {
	name: string;
	description: string;
	signatures: string;
}

/** Sources: the EIPs, OpenZeppelin Contracts 5, Safe 1.3 to 1.5, Uniswap, Chainlink, ava-labs icm-contracts, subnet-evm. */
export const PRESETS = {
	erc20: {
		name: 'ERC-20',
		description: 'Transfer, Approval',
		signatures: `
			event Transfer(address indexed from, address indexed to, uint256 value);
			event Approval(address indexed owner, address indexed spender, uint256 value);`,
	},
	erc721: {
		name: 'ERC-721',
		description: 'Transfer, Approval, ApprovalForAll',
		signatures: `
			event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
			event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId);
			event ApprovalForAll(address indexed owner, address indexed operator, bool approved);`,
	},
	erc1155: {
		name: 'ERC-1155',
		description: 'TransferSingle, TransferBatch, ApprovalForAll, URI',
		signatures: `
			event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value);
			event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values);
			event ApprovalForAll(address indexed account, address indexed operator, bool approved);
			event URI(string value, uint256 indexed id);`,
	},
	access: {
		name: 'Owners and Roles',
		description: 'Ownable, Ownable2Step, AccessControl, Pausable',
		signatures: `
			event OwnershipTransferred(address indexed previousOwner, address indexed newOwner);
			event OwnershipTransferStarted(address indexed previousOwner, address indexed newOwner);
			event RoleGranted(bytes32 indexed role, address indexed account, address indexed sender);
			event RoleRevoked(bytes32 indexed role, address indexed account, address indexed sender);
			event RoleAdminChanged(bytes32 indexed role, bytes32 indexed previousAdminRole, bytes32 indexed newAdminRole);
			event Paused(address account);
			event Unpaused(address account);`,
	},
	proxy: {
		name: 'Proxies (ERC-1967)',
		description: 'Upgraded, AdminChanged, BeaconUpgraded, Initialized',
		signatures: `
			event Upgraded(address indexed implementation);
			event AdminChanged(address previousAdmin, address newAdmin);
			event BeaconUpgraded(address indexed beacon);
			event Initialized(uint64 version);
			event Initialized(uint8 version);`,
	},
	safe: {
		name: 'Safe',
		description: 'Owners, threshold, modules, guards, executions',
		signatures: `
			event SafeSetup(address indexed initiator, address[] owners, uint256 threshold, address initializer, address fallbackHandler);
			event AddedOwner(address owner);
			event AddedOwner(address indexed owner);
			event RemovedOwner(address owner);
			event RemovedOwner(address indexed owner);
			event ChangedThreshold(uint256 threshold);
			event ExecutionSuccess(bytes32 txHash, uint256 payment);
			event ExecutionSuccess(bytes32 indexed txHash, uint256 payment);
			event ExecutionFailure(bytes32 txHash, uint256 payment);
			event ExecutionFailure(bytes32 indexed txHash, uint256 payment);
			event EnabledModule(address module);
			event EnabledModule(address indexed module);
			event DisabledModule(address module);
			event DisabledModule(address indexed module);
			event ExecutionFromModuleSuccess(address indexed module);
			event ExecutionFromModuleFailure(address indexed module);
			event ApproveHash(bytes32 indexed approvedHash, address indexed owner);
			event SignMsg(bytes32 indexed msgHash);
			event ChangedGuard(address guard);
			event ChangedGuard(address indexed guard);
			event ChangedFallbackHandler(address handler);
			event ChangedFallbackHandler(address indexed handler);
			event SafeReceived(address indexed sender, uint256 value);`,
	},
	uniswapV2: {
		name: 'Uniswap V2 Pair',
		description: 'Also pools of its kin, such as Pangolin: Swap, Mint, Burn, Sync',
		signatures: `
			event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to);
			event Mint(address indexed sender, uint256 amount0, uint256 amount1);
			event Burn(address indexed sender, uint256 amount0, uint256 amount1, address indexed to);
			event Sync(uint112 reserve0, uint112 reserve1);`,
	},
	uniswapV3: {
		name: 'Uniswap V3 Pool',
		description: 'Also pools of its kin: Swap, Mint, Burn, Collect, Flash, Initialize',
		signatures: `
			event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick);
			event Mint(address sender, address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1);
			event Burn(address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1);
			event Collect(address indexed owner, address recipient, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount0, uint128 amount1);
			event Flash(address indexed sender, address indexed recipient, uint256 amount0, uint256 amount1, uint256 paid0, uint256 paid1);
			event Initialize(uint160 sqrtPriceX96, int24 tick);`,
	},
	chainlink: {
		name: 'Chainlink Aggregator',
		description: 'AnswerUpdated, NewRound: of the aggregator, not of the proxy before it',
		signatures: `
			event AnswerUpdated(int256 indexed current, uint256 indexed roundId, uint256 updatedAt);
			event NewRound(uint256 indexed roundId, address indexed startedBy, uint256 startedAt);`,
	},
	icm: {
		name: 'Interchain Messages (ICM)',
		description: 'Teleporter messenger, registry and apps',
		signatures: `
			struct Receipt { uint256 receivedMessageNonce; address relayerRewardAddress; }
			struct Message { uint256 messageNonce; address originSenderAddress; bytes32 destinationBlockchainID; address destinationAddress; uint256 requiredGasLimit; address[] allowedRelayerAddresses; Receipt[] receipts; bytes message; }
			struct Fee { address feeTokenAddress; uint256 amount; }
			event SendCrossChainMessage(bytes32 indexed messageID, bytes32 indexed destinationBlockchainID, Message message, Fee feeInfo);
			event ReceiveCrossChainMessage(bytes32 indexed messageID, bytes32 indexed sourceBlockchainID, address indexed deliverer, address rewardRedeemer, Message message);
			event MessageExecuted(bytes32 indexed messageID, bytes32 indexed sourceBlockchainID);
			event MessageExecutionFailed(bytes32 indexed messageID, bytes32 indexed sourceBlockchainID, Message message);
			event ReceiptReceived(bytes32 indexed messageID, bytes32 indexed destinationBlockchainID, address indexed relayerRewardAddress, Fee feeInfo);
			event AddFeeAmount(bytes32 indexed messageID, Fee updatedFeeInfo);
			event RelayerRewardsRedeemed(address indexed redeemer, address indexed asset, uint256 amount);
			event BlockchainIDInitialized(bytes32 indexed blockchainID);
			event AddProtocolVersion(uint256 indexed version, address indexed protocolAddress);
			event LatestVersionUpdated(uint256 indexed oldVersion, uint256 indexed newVersion);
			event MinTeleporterVersionUpdated(uint256 indexed oldMinTeleporterVersion, uint256 indexed newMinTeleporterVersion);
			event TeleporterAddressPaused(address indexed teleporterAddress);
			event TeleporterAddressUnpaused(address indexed teleporterAddress);`,
	},
	ictt: {
		name: 'Interchain Token Transfer (ICTT)',
		description: 'Homes and remotes of bridged tokens',
		signatures: `
			struct Send { bytes32 destinationBlockchainID; address destinationTokenTransferrerAddress; address recipient; address primaryFeeTokenAddress; uint256 primaryFee; uint256 secondaryFee; uint256 requiredGasLimit; address multiHopFallback; }
			struct SendAndCall { bytes32 destinationBlockchainID; address destinationTokenTransferrerAddress; address recipientContract; bytes recipientPayload; uint256 requiredGasLimit; uint256 recipientGasLimit; address multiHopFallback; address fallbackRecipient; address primaryFeeTokenAddress; uint256 primaryFee; uint256 secondaryFee; }
			event TokensSent(bytes32 indexed teleporterMessageID, address indexed sender, Send input, uint256 amount);
			event TokensAndCallSent(bytes32 indexed teleporterMessageID, address indexed sender, SendAndCall input, uint256 amount);
			event TokensRouted(bytes32 indexed teleporterMessageID, Send input, uint256 amount);
			event TokensAndCallRouted(bytes32 indexed teleporterMessageID, SendAndCall input, uint256 amount);
			event TokensWithdrawn(address indexed recipient, uint256 amount);
			event CallSucceeded(address indexed recipientContract, uint256 amount);
			event CallFailed(address indexed recipientContract, uint256 amount);
			event RemoteRegistered(bytes32 indexed remoteBlockchainID, address indexed remoteTokenTransferrerAddress, uint256 initialCollateralNeeded, uint8 tokenDecimals);
			event CollateralAdded(bytes32 indexed remoteBlockchainID, address indexed remoteTokenTransferrerAddress, uint256 amount, uint256 remaining);
			event ReportBurnedTxFees(bytes32 indexed teleporterMessageID, uint256 feesBurned);`,
	},
	precompiles: {
		name: 'L1 Precompiles',
		description:
			'Roles, minting, fees and rewards of a Subnet-EVM chain: 0x0200…0000 to 0x0200…0004',
		signatures: `
			struct FeeConfig { uint256 gasLimit; uint256 targetBlockRate; uint256 minBaseFee; uint256 targetGas; uint256 baseFeeChangeDenominator; uint256 minBlockGasCost; uint256 maxBlockGasCost; uint256 blockGasCostStep; }
			event RoleSet(uint256 indexed role, address indexed account, address indexed sender, uint256 oldRole);
			event NativeCoinMinted(address indexed sender, address indexed recipient, uint256 amount);
			event FeeConfigChanged(address indexed sender, FeeConfig oldFeeConfig, FeeConfig newFeeConfig);
			event RewardAddressChanged(address indexed sender, address indexed oldRewardAddress, address indexed newRewardAddress);
			event FeeRecipientsAllowed(address indexed sender);
			event RewardsDisabled(address indexed sender);`,
	},
	validatorManager: {
		name: 'L1 Validator Manager',
		description: 'Validators of an L1 (ACP-99; version 1, too), its owner and upgrades',
		signatures: `
			event RegisteredInitialValidator(bytes32 indexed validationID, bytes20 indexed nodeID, bytes32 indexed subnetID, uint64 weight);
			event InitiatedValidatorRegistration(bytes32 indexed validationID, bytes20 indexed nodeID, bytes32 registrationMessageID, uint64 registrationExpiry, uint64 weight);
			event CompletedValidatorRegistration(bytes32 indexed validationID, uint64 weight);
			event InitiatedValidatorRemoval(bytes32 indexed validationID, bytes32 validatorWeightMessageID, uint64 weight, uint64 endTime);
			event CompletedValidatorRemoval(bytes32 indexed validationID);
			event InitiatedValidatorWeightUpdate(bytes32 indexed validationID, uint64 nonce, bytes32 weightUpdateMessageID, uint64 weight);
			event CompletedValidatorWeightUpdate(bytes32 indexed validationID, uint64 nonce, uint64 weight);
			event InitialValidatorCreated(bytes32 indexed validationID, bytes indexed nodeID, uint64 weight);
			event ValidationPeriodCreated(bytes32 indexed validationID, bytes indexed nodeID, bytes32 indexed registerValidationMessageID, uint64 weight, uint64 registrationExpiry);
			event ValidationPeriodRegistered(bytes32 indexed validationID, uint64 weight, uint256 timestamp);
			event ValidatorRemovalInitialized(bytes32 indexed validationID, bytes32 indexed setWeightMessageID, uint64 weight, uint256 endTime);
			event ValidationPeriodEnded(bytes32 indexed validationID, uint8 indexed status);
			event ValidatorWeightUpdate(bytes32 indexed validationID, uint64 indexed nonce, uint64 weight, bytes32 setWeightMessageID);
			event OwnershipTransferred(address indexed previousOwner, address indexed newOwner);
			event Upgraded(address indexed implementation);`,
	},
	stakingManager: {
		name: 'L1 Staking Manager',
		description: 'Stakes, delegations, rewards and their recipients (version 1, too)',
		signatures: `
			event InitiatedStakingValidatorRegistration(bytes32 indexed validationID, address indexed owner, uint16 delegationFeeBips, uint64 minStakeDuration, address rewardRecipient);
			event InitiatedDelegatorRegistration(bytes32 indexed delegationID, bytes32 indexed validationID, address indexed delegatorAddress, uint64 nonce, uint64 validatorWeight, uint64 delegatorWeight, bytes32 setWeightMessageID, address rewardRecipient);
			event CompletedDelegatorRegistration(bytes32 indexed delegationID, bytes32 indexed validationID, uint256 startTime);
			event InitiatedDelegatorRemoval(bytes32 indexed delegationID, bytes32 indexed validationID);
			event CompletedDelegatorRemoval(bytes32 indexed delegationID, bytes32 indexed validationID, uint256 rewards, uint256 fees);
			event UptimeUpdated(bytes32 indexed validationID, uint64 uptime);
			event ValidatorRewardClaimed(bytes32 indexed validationID, address indexed recipient, uint256 amount);
			event ValidatorRewardRecipientChanged(bytes32 indexed validationID, address indexed recipient, address indexed oldRecipient);
			event DelegatorRewardClaimed(bytes32 indexed delegationID, address indexed recipient, uint256 amount);
			event DelegatorRewardRecipientChanged(bytes32 indexed delegationID, address indexed recipient, address indexed oldRecipient);
			event DelegatorAdded(bytes32 indexed delegationID, bytes32 indexed validationID, address indexed delegatorAddress, uint64 nonce, uint64 validatorWeight, uint64 delegatorWeight, bytes32 setWeightMessageID);
			event DelegatorRegistered(bytes32 indexed delegationID, bytes32 indexed validationID, uint256 startTime);
			event DelegatorRemovalInitialized(bytes32 indexed delegationID, bytes32 indexed validationID);
			event DelegationEnded(bytes32 indexed delegationID, bytes32 indexed validationID, uint256 rewards, uint256 fees);`,
	},
} as const satisfies Record<string, Preset>;

export type PresetName = keyof typeof PRESETS;
export const PRESET_NAMES = Object.keys(PRESETS) as PresetName[];
