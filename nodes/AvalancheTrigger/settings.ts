import type { IPollFunctions } from 'n8n-workflow';
import { eventDeclarations } from '../../core/events/all';
import type { EventSource, StartFrom } from '../../core/events/event';
import { type HealthSettings, healthSource } from '../../core/events/health';
import { type StakingSettings, stakingSource } from '../../core/events/staking';
import { type ValidatorSettings, validatorSource } from '../../core/events/validators';
import { listL1Validators } from '../../core/operations/data/l1Validator';
import { listStakingTransactions } from '../../core/operations/data/stakingTransaction';
import { type ResolvedColumn, partAt } from '../../core/fields/columns';
import * as out from '../../core/fields/outputs';
import type { Output } from '../../core/fields/outputs';
import { type AnyOperation, columnsOf, itemOutput } from '../../core/operations/declare';
import { type FieldSet, parseFields } from '../../core/fields/fieldSet';
import { getCurrentEvmValidators } from '../../core/operations/rpc/evmSubnet';
import { getHealth } from '../../core/operations/rpc/health';
import { getCurrentValidators } from '../../core/operations/rpc/pChainStaking';
import { collectionOf, numberOf } from '../shared/parameters';
import { declaredSettings } from './declared';
import { ownFields } from './fields';

/** What the form of the trigger means: a source and its settings. Throws `Failure` naming the field. */
export interface Watch {
	source: EventSource<unknown>;
	settings: unknown;
	/** What an event's data is made of, and the input that decides its kinds. */
	output?: Output;
	input?: Readonly<Record<string, unknown>>;
	/** True of declared events: their items are flat, with amounts in whole units, too. */
	flat?: boolean;
	/** Columns that Simplify keeps. */
	columns?: readonly ResolvedColumn[];
	/** What the user waits for, in words. */
	what: string;
}

type Values = Record<string, unknown>;

const SUBJECT = 'avalancheTrigger';

/** Checks some fields of a set; what is empty counts as left out. */
function checked(set: FieldSet, values: Values): Values {
	const given = Object.entries(values).filter(
		([, value]) =>
			value !== undefined &&
			value !== null &&
			value !== '' &&
			!(Array.isArray(value) && value.length === 0),
	);
	return parseFields(set, Object.fromEntries(given), SUBJECT) as Values;
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
	const declared = eventDeclarations.find(({ value }) => value === get('event'));
	if (declared) {
		const { source, output, what } = declared;
		const settings = declaredSettings(declared, get);
		// What happened since activation counts as new.
		const since = late ? sinceActivation(declared.fields, settings, now) : {};
		return { source, settings: { ...settings, ...since }, output, what, flat: true };
	}
	switch (get('event')) {
		case 'health': {
			const { confirmations, unreachableAfter } = checked(ownFields, {
				confirmations: options.confirmations,
				unreachableAfter: options.unreachableAfter,
			});
			const { tags } = checked(getHealth.input, { tags: get('tags', '') });
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
				...validatorData(validatorSettings(get, filters, options, startOf(get, now, late))),
				what: 'validator',
			};
		default:
			return {
				source: stakingSource as EventSource<unknown>,
				settings: stakingSettings(get, filters, options, startOf(get, now, late)),
				output: itemOutput(listStakingTransactions),
				columns: columnsOf(listStakingTransactions),
				what: 'staking transaction',
			};
	}
}

/** Settings by which all that happened since the activation counts as new. */
function sinceActivation({ keys }: FieldSet, { startFrom }: Values, now: number): Values {
	if (keys.includes('fireFirst')) return { fireFirst: true };
	return { startFrom: startFrom ?? Math.floor(now / 1000) };
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

/** Where the records of a set come from. */
const RECORDS = { node: getCurrentValidators, evm: getCurrentEvmValidators, l1: listL1Validators };

/** The settings of a validator event, with what its data is made of. */
function validatorData(settings: ValidatorSettings) {
	const record = itemOutput(RECORDS[settings.source] as AnyOperation);
	const output = out.object({
		...(record.type === 'object' && record.fields),
		change: out.text('joined, left, inactive or active'),
		nodeId: out.nodeId(),
		validator: out.id(),
		active: out.flag(),
	});
	const columns = SIMPLE_VALIDATOR.map((name) => {
		const part = partAt(output, [name]);
		return { path: [name], name, ...(part && { part }) };
	});
	return { settings, output, columns, input: { subnetID: settings.subnetId } };
}

type Get = (name: string, fallback?: unknown) => unknown;

function startOf(get: Get, now: number, late: boolean): StartFrom {
	const startFrom = get('startFrom', 'now');
	if (startFrom === 'now') return late ? Math.floor(now / 1000) : 'now';
	const { startDateTime, startMinutes } = checked(ownFields, {
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
	const { network, blockchainId, addresses, txTypes } = checked(listStakingTransactions.input, {
		network: get('network', 'mainnet'),
		blockchainId: filters.blockchainId,
		addresses: get('addresses', ''),
		txTypes: filters.txTypes,
	});
	const {
		minAmountStaked,
		nodeIds: nodes,
		subnetId,
	} = checked(ownFields, {
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
			const { subnetID } = checked(getCurrentValidators.input, {
				subnetID: get('subnetId') || ' ',
			});
			return { source: 'node', subnetId: String(subnetID), ...common };
		}
		case 'evm': {
			const { blockchainId } = checked(getCurrentEvmValidators.input, {
				blockchainId: get('blockchainId'),
			});
			return { source: 'evm', blockchainId: String(blockchainId), ...common };
		}
		case 'l1': {
			const checkedInput = checked(listL1Validators.input, {
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
