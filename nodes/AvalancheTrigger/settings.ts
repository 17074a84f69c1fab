import type { IPollFunctions } from 'n8n-workflow';
import { eventDeclarations } from '../../core/events/all';
import type { EventSource, StartFrom } from '../../core/events/event';
import { type HealthSettings, healthSource } from '../../core/events/health';
import { HEADLINE } from '../../core/events/item';
import { type StakingSettings, stakingSource } from '../../core/events/staking';
import { stakingTransaction } from '../../core/events/stakingTransaction';
import { type ValidatorSettings, validatorSource } from '../../core/events/validators';
import { listL1Validators } from '../../core/operations/data/l1Validator';
import { listStakingTransactions } from '../../core/operations/data/stakingTransaction';
import { type ResolvedColumn, partAt } from '../../core/fields/columns';
import * as out from '../../core/fields/outputs';
import type { AnyOutput, Output } from '../../core/fields/outputs';
import { type AnyOperation, itemOutput } from '../../core/operations/declare';
import { type FieldSet, parseFields } from '../../core/fields/fieldSet';
import { getCurrentEvmValidators } from '../../core/operations/rpc/evmSubnet';
import { getHealth } from '../../core/operations/rpc/health';
import { getCurrentValidators } from '../../core/operations/rpc/pChainStaking';
import { collectionOf, numberOf } from '../shared/parameters';
import { declaredSettings } from './declared';
import { ownFields } from './fields';

/**
 * Converts the form of the trigger to a source and its settings. Throws `Failure` naming the field.
 */
export interface Watch {
	source: EventSource<unknown>;
	settings: unknown;
	/** The output of an event's data, and the input that determines its kinds. */
	output?: Output;
	input?: Readonly<Record<string, unknown>>;
	/** True of declared events: their items are flat, with amounts in whole units, too. */
	flat?: boolean;
	/** Columns that Simplify keeps. */
	columns?: readonly ResolvedColumn[];
	/** What the event is about. */
	what: string;
	/** True if the form lets the first poll deliver existing items. */
	tellsFirst: boolean;
}

type Values = Record<string, unknown>;

const SUBJECT = 'avalancheTrigger';

/** Checks some fields of a set; empty values count as absent. */
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
 * Which events are new without a state: those that the form selects (`form`), all since the
 * activation without a baseline (`activation`), or all since a time after which the state was lost
 * (`lost`), regardless of the form.
 */
export type Beginning = 'form' | 'activation' | 'lost';

/**
 * Reads the trigger's form. `now` is the time of the beginning (ms): of the activation or of the
 * loss.
 */
export function watchOf(
	context: IPollFunctions,
	now: number,
	beginning: Beginning = 'form',
): Watch {
	const get = (name: string, fallback?: unknown) =>
		context.getNodeParameter(name, fallback) as unknown;
	const filters = collectionOf(get('filters', {}));
	const options = collectionOf(get('options', {}));
	const declared = eventDeclarations.find(({ value }) => value === get('event'));
	if (declared) {
		const { source, output, what } = declared;
		const settings = declaredSettings(declared, get);
		const since = beginningOf(declared.fields, settings, now, beginning);
		const tellsFirst = declared.fields.keys.includes('fireFirst')
			? settings.fireFirst !== false
			: settings.startFrom !== undefined;
		return { source, settings: { ...settings, ...since }, output, what, flat: true, tellsFirst };
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
				fireFirst: beginning !== 'form' || options.fireFirst === true,
			};
			return {
				source: healthSource as EventSource<unknown>,
				settings: settings as HealthSettings,
				what: 'health state of the node',
				tellsFirst: options.fireFirst === true,
			};
		}
		case 'validator':
			return {
				source: validatorSource as EventSource<unknown>,
				...validatorData(validatorSettings(get, filters, options, startOf(get, now, beginning))),
				what: 'validator',
				tellsFirst: get('startFrom', 'now') !== 'now',
			};
		default:
			return {
				source: stakingSource as EventSource<unknown>,
				settings: stakingSettings(get, filters, options, startOf(get, now, beginning)),
				output: stakingTransaction.output,
				columns: stakingTransaction.columns,
				what: stakingTransaction.what,
				tellsFirst: get('startFrom', 'now') !== 'now',
			};
	}
}

/** Settings by which all events since a time (ms) are new. */
function beginningOf(
	{ keys }: FieldSet,
	{ startFrom }: Values,
	now: number,
	beginning: Beginning,
): Values {
	if (beginning === 'form') return {};
	if (keys.includes('fireFirst')) return { fireFirst: true };
	return { startFrom: startFromOf(startFrom as StartFrom | undefined, now, beginning) };
}

function startFromOf(form: StartFrom | undefined, now: number, beginning: Beginning): StartFrom {
	const moment = Math.floor(now / 1000);
	if (form === undefined || form === 'now') return beginning === 'form' ? 'now' : moment;
	return beginning === 'lost' ? Math.max(form, moment) : form;
}

const HEADLINE_NAMES = Object.keys(HEADLINE);

function headedOutput(record: AnyOutput, own: Readonly<Record<string, Output>> = {}): Output {
	return out.object({ ...HEADLINE, ...(record.type === 'object' && record.fields), ...own });
}

function columnsNamed(output: Output, names: readonly string[]): ResolvedColumn[] {
	return names.map((name) => {
		const part = partAt(output, [name]);
		return { path: [name], name, ...(part && { part }) };
	});
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

/** The settings of a validator event, with the output of its data. */
function validatorData(settings: ValidatorSettings) {
	const output = headedOutput(itemOutput(RECORDS[settings.source] as AnyOperation), {
		change: out.text('joined, left, inactive or active'),
		nodeId: out.nodeId(),
		validator: out.id(),
		active: out.flag(),
	});
	const columns = columnsNamed(output, [...HEADLINE_NAMES, ...SIMPLE_VALIDATOR]);
	return { settings, output, columns, input: { subnetID: settings.subnetId } };
}

type Get = (name: string, fallback?: unknown) => unknown;

function startOf(get: Get, now: number, beginning: Beginning): StartFrom {
	const startFrom = get('startFrom', 'now');
	if (startFrom === 'now') return startFromOf('now', now, beginning);
	const { startDateTime, startMinutes } = checked(ownFields, {
		startDateTime: startFrom === 'dateTime' ? get('startDateTime') : undefined,
		startMinutes: startFrom === 'minutes' ? get('startMinutes', 60) : undefined,
	});
	const form =
		startFrom === 'dateTime'
			? Number(startDateTime ?? 0)
			: Math.floor(now / 1000) - Number(startMinutes ?? 60) * 60;
	return startFromOf(form, now, beginning);
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
			// Required here, although the node uses the primary network by default.
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
