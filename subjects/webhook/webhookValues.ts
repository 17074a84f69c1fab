import type { Choice } from '../../core/fields/field';

/** The closed sets of webhooks. */

export const STATUS_CHOICES: readonly Choice[] = [
	{ value: 'active', name: 'Active' },
	{ value: 'inactive', name: 'Inactive' },
];

export const KEY_TYPE_CHOICES: readonly Choice[] = [
	{ value: 'addresses', name: 'Addresses' },
	{ value: 'nodeId', name: 'Node ID' },
	{ value: 'subnetId', name: 'Subnet ID' },
];

export const NETWORK_CHOICES: readonly Choice[] = [
	{ value: 'mainnet', name: 'Mainnet' },
	{ value: 'fuji', name: 'Fuji' },
];

export const ADDRESS_EVENT_CHOICES: readonly Choice[] = [
	{ value: 'balance_change', name: 'Balance Change' },
	{ value: 'balance_threshold', name: 'Balance Threshold' },
	{ value: 'reward_distribution', name: 'Reward Distribution' },
];

export const VALIDATOR_EVENT_CHOICES: readonly Choice[] = [
	{ value: 'delegator_stake', name: 'Delegator Stake' },
	{ value: 'l1_validator_balance_increased', name: 'L1 Validator Balance Increased' },
	{ value: 'l1_validator_balance_threshold', name: 'L1 Validator Balance Threshold' },
	{ value: 'l1_validator_disabled', name: 'L1 Validator Disabled' },
	{ value: 'l1_validator_removed', name: 'L1 Validator Removed' },
	{ value: 'reward_distribution', name: 'Reward Distribution' },
	{ value: 'validator_stake', name: 'Validator Stake' },
];

export const BALANCE_TYPE_CHOICES: readonly Choice[] = [
	{ value: 'atomicMemoryLocked', name: 'Atomic Memory Locked' },
	{ value: 'atomicMemoryUnlocked', name: 'Atomic Memory Unlocked' },
	{ value: 'locked', name: 'Locked' },
	{ value: 'lockedPlatform', name: 'Locked Platform' },
	{ value: 'lockedStakeable', name: 'Locked Stakeable' },
	{ value: 'lockedStaked', name: 'Locked Staked' },
	{ value: 'pendingStaked', name: 'Pending Staked' },
	{ value: 'unlocked', name: 'Unlocked' },
	{ value: 'unlockedStaked', name: 'Unlocked Staked' },
	{ value: 'unlockedUnstaked', name: 'Unlocked Unstaked' },
];

/** The values of a closed set. */
export function valuesOf(choices: readonly Choice[]): string[] {
	return choices.map(({ value }) => value);
}
