import type { Choice } from '../../fields/field';

/** The closed sets of webhooks. */

export const STATUS_CHOICES = [
	{ value: 'active', name: 'Active' },
	{ value: 'inactive', name: 'Inactive' },
] as const satisfies readonly Choice[];

export const KEY_TYPE_CHOICES = [
	{ value: 'addresses', name: 'Addresses' },
	{ value: 'nodeId', name: 'Node ID' },
	{ value: 'subnetId', name: 'Subnet ID' },
] as const satisfies readonly Choice[];

export const NETWORK_CHOICES = [
	{ value: 'mainnet', name: 'Mainnet' },
	{ value: 'fuji', name: 'Fuji' },
] as const satisfies readonly Choice[];

export const ADDRESS_EVENT_CHOICES = [
	{ value: 'balance_change', name: 'Balance Change' },
	{ value: 'balance_threshold', name: 'Balance Threshold' },
	{ value: 'reward_distribution', name: 'Reward Distribution' },
] as const satisfies readonly Choice[];

export const VALIDATOR_EVENT_CHOICES = [
	{ value: 'delegator_stake', name: 'Delegator Stake' },
	{ value: 'l1_validator_balance_increased', name: 'L1 Validator Balance Increased' },
	{ value: 'l1_validator_balance_threshold', name: 'L1 Validator Balance Threshold' },
	{ value: 'l1_validator_disabled', name: 'L1 Validator Disabled' },
	{ value: 'l1_validator_removed', name: 'L1 Validator Removed' },
	{ value: 'reward_distribution', name: 'Reward Distribution' },
	{ value: 'validator_stake', name: 'Validator Stake' },
] as const satisfies readonly Choice[];

export const BALANCE_TYPE_CHOICES = [
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
] as const satisfies readonly Choice[];

/** The values of a closed set. */
export function valuesOf<const V extends string>(
	choices: ReadonlyArray<Choice & { value: V }>,
): V[] {
	return choices.map(({ value }) => value);
}
