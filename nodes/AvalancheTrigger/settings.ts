import type { IPollFunctions } from 'n8n-workflow';
import type { EventSource, StartFrom } from '../../core/events/event';
import { type HealthSettings, healthSource } from '../../core/events/health';
import { type StakingSettings, stakingSource } from '../../core/events/staking';
import { type ValidatorSettings, validatorSource } from '../../core/events/validators';
import { listL1Validators } from '../../core/operations/data/l1Validator';
import { listStakingTransactions } from '../../core/operations/data/stakingTransaction';
import { type Operation, declare, field } from '../../core/operations/declare';
import { bigWhole, id, nodeIds, timestamp, whole } from '../../core/operations/kinds';
import { getCurrentEvmValidators } from '../../core/operations/rpc/evmSubnet';
import { getHealth } from '../../core/operations/rpc/health';
import { getCurrentValidators } from '../../core/operations/rpc/pChain';
import { parseInput } from '../../core/protocol/input';
import { collectionOf, numberOf } from '../shared/parameters';
import { z } from 'zod/v4';

/** What the form of the trigger means: a source and its settings. Throws `Failure` naming the field. */
export interface Watch {
	source: EventSource<unknown>;
	settings: unknown;
	/** Fields that Simplify keeps. */
	simplify?: readonly string[];
	/** What the user waits for, in words. */
	what: string;
}

type Values = Record<string, unknown>;

/** The trigger's own fields, checked like those of any operation. */
const own = declare({
	id: 'avalancheTrigger',
	node: 'avalanche',
	resource: 'Trigger',
	operation: 'Poll',
	action: 'Poll',
	description: 'Fields of the trigger that no operation has',
	service: 'data',
	call: { type: 'http', method: 'GET', path: '' },
	input: z.object({
		minAmountStaked: field(bigWhole().optional(), {
			in: 'query',
			label: 'Minimum Amount (nAVAX)',
			description: '',
		}),
		nodeIds: field(nodeIds().optional(), { in: 'query', label: 'Node IDs', description: '' }),
		subnetId: field(id('a subnet id').optional(), {
			in: 'query',
			label: 'Subnet ID',
			description: '',
		}),
		startDateTime: field(timestamp().optional(), {
			in: 'query',
			label: 'Start Date and Time',
			description: '',
		}),
		startMinutes: field(whole(1).optional(), { in: 'query', label: 'Minutes', description: '' }),
		confirmations: field(whole(1, 1000).optional(), {
			in: 'query',
			label: 'Hold for Polls',
			description: '',
		}),
		unreachableAfter: field(whole(0, 1000).optional(), {
			in: 'query',
			label: 'Unreachable for Polls',
			description: '',
		}),
	}),
	output: () => z.unknown(),
	spec: '',
});

/** Checks some fields of an operation; what is empty counts as left out. */
function checked(operation: Operation, values: Values): Values {
	const given = Object.entries(values).filter(
		([, value]) =>
			value !== undefined &&
			value !== null &&
			value !== '' &&
			!(Array.isArray(value) && value.length === 0),
	);
	return parseInput(operation, Object.fromEntries(given)) as Values;
}

/**
 * Reads the trigger's form. `now` (ms) is the moment of activation. `late`: that moment has passed
 * without a baseline, so what happened since counts as new.
 */
export function watchOf(context: IPollFunctions, now: number, late = false): Watch {
	const get = (name: string, fallback?: unknown) =>
		context.getNodeParameter(name, fallback) as unknown;
	const filters = collectionOf(get('filters', {}));
	const options = collectionOf(get('options', {}));
	switch (get('event')) {
		case 'health': {
			const { confirmations, unreachableAfter } = checked(own, {
				confirmations: options.confirmations,
				unreachableAfter: options.unreachableAfter,
			});
			const { tags } = checked(getHealth, { tags: get('tags', '') });
			const settings = {
				path: get('path', 'health'),
				tags,
				confirmations,
				unreachableAfter,
				fireFirst: late || options.fireFirst === true,
			};
			return {
				source: healthSource as EventSource<unknown>,
				settings: settings as HealthSettings,
				what: 'health state of the node',
			};
		}
		case 'validator':
			return {
				source: validatorSource as EventSource<unknown>,
				settings: validatorSettings(get, filters, options, startOf(get, now, late)),
				simplify: SIMPLE_VALIDATOR,
				what: 'validator',
			};
		default:
			return {
				source: stakingSource as EventSource<unknown>,
				settings: stakingSettings(get, filters, options, startOf(get, now, late)),
				simplify: listStakingTransactions.simplify,
				what: 'staking transaction',
			};
	}
}

const SIMPLE_VALIDATOR = [
	'change',
	'nodeId',
	'validator',
	'active',
	'subnetId',
	'weight',
	'balance',
	'remainingBalance',
	'startTime',
	'endTime',
	'startTimestamp',
	'creationTimestamp',
	'delegationFee',
] as const;

type Get = (name: string, fallback?: unknown) => unknown;

function startOf(get: Get, now: number, late: boolean): StartFrom {
	const startFrom = get('startFrom', 'now');
	if (startFrom === 'now') return late ? Math.floor(now / 1000) : 'now';
	const { startDateTime, startMinutes } = checked(own, {
		startDateTime: startFrom === 'dateTime' ? get('startDateTime') : undefined,
		startMinutes: startFrom === 'minutes' ? get('startMinutes', 60) : undefined,
	});
	if (startFrom === 'dateTime') return Number(startDateTime ?? 0);
	return Math.floor(now / 1000) - Number(startMinutes ?? 60) * 60;
}

function stakingSettings(
	get: Get,
	filters: Values,
	options: Values,
	startFrom: StartFrom,
): StakingSettings {
	const { network, blockchainId, addresses, txTypes } = checked(listStakingTransactions, {
		network: get('network', 'mainnet'),
		blockchainId: filters.blockchainId,
		addresses: get('addresses', ''),
		txTypes: filters.txTypes,
	});
	const {
		minAmountStaked,
		nodeIds: nodes,
		subnetId,
	} = checked(own, {
		minAmountStaked: filters.minAmountStaked,
		nodeIds: filters.nodeIds,
		subnetId: filters.subnetId,
	});
	const minutes = numberOf(options.overlapMinutes ?? 15);
	return {
		network,
		blockchainId,
		addresses,
		txTypes,
		minAmountStaked,
		nodeIds: nodes,
		subnetId,
		startFrom,
		overlapSeconds: Math.min(86_400, Math.max(0, Math.round(minutes * 60) || 0)),
	} as StakingSettings;
}

function validatorSettings(
	get: Get,
	filters: Values,
	options: Values,
	startFrom: StartFrom,
): ValidatorSettings {
	const common = {
		leaves: options.leaves === true,
		activity: options.activity === true,
		startFrom,
	};
	switch (get('source', 'primary')) {
		case 'subnet': {
			// Required here, though the node would take its absence for the primary network.
			const { subnetID } = checked(getCurrentValidators, { subnetID: get('subnetId') || ' ' });
			return { source: 'node', subnetId: String(subnetID), ...common };
		}
		case 'evm': {
			const { blockchainId } = checked(getCurrentEvmValidators, {
				blockchainId: get('blockchainId'),
			});
			return { source: 'evm', blockchainId: String(blockchainId), ...common };
		}
		case 'l1': {
			const checkedInput = checked(listL1Validators, {
				network: get('network', 'mainnet'),
				subnetId: filters.subnetId,
				nodeId: filters.nodeId,
				includeInactiveL1Validators: filters.includeInactive,
			});
			const {
				network,
				subnetId,
				nodeId,
				includeInactiveL1Validators: includeInactive,
			} = checkedInput;
			return {
				source: 'l1',
				network,
				subnetId,
				nodeId,
				includeInactive,
				...common,
			} as ValidatorSettings;
		}
		default:
			return { source: 'node', ...common };
	}
}
