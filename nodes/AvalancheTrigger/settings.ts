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
import { type FieldSet, infoOf, parseFields } from '../../core/fields/fieldSet';
import { preview } from '../../core/fields/preview';
import { Failure } from '../../core/protocol/failure';
import { getCurrentEvmValidators } from '../../core/operations/rpc/evmSubnet';
import { getHealth } from '../../core/operations/rpc/health';
import { getCurrentValidators } from '../../core/operations/rpc/pChainStaking';
import { type FormPlace, type Parameters, parametersOf, valueAt } from '../shared/parameters';
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

/** The parameters of the trigger. */
export function parametersIn(context: IPollFunctions): Parameters {
	return parametersOf(
		(name, fallback, options) => context.getNodeParameter(name, fallback, options) as unknown,
	);
}

/** Where fields of a set are in the form, and their names there if they differ. */
type Places = Readonly<Record<string, readonly [place: FormPlace, name?: string]>>;

/** Checks some fields of a set; empty ones count as absent. */
function checked(set: FieldSet, parameters: Parameters, places: Places): Values {
	const values = Object.entries(places).map(([key, [place, name = key]]) => [
		key,
		valueAt(parameters, place, name, infoOf(set, key)),
	]);
	return parseFields(set, Object.fromEntries(values), SUBJECT) as Values;
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
	const parameters = parametersIn(context);
	const event = parameters.parameter('event', '');
	const declared = eventDeclarations.find(({ value }) => value === event);
	if (declared) {
		const { source, output, what } = declared;
		const settings = declaredSettings(declared, parameters);
		const since = beginningOf(declared.fields, settings, now, beginning);
		const tellsFirst = declared.fields.keys.includes('fireFirst')
			? settings.fireFirst !== false
			: settings.startFrom !== undefined;
		return { source, settings: { ...settings, ...since }, output, what, flat: true, tellsFirst };
	}
	switch (event) {
		case 'health': {
			const { path, confirmations, unreachableAfter, fireFirst } = checked(ownFields, parameters, {
				path: ['main'],
				confirmations: ['options'],
				unreachableAfter: ['options'],
				fireFirst: ['options'],
			});
			const { tags } = checked(getHealth.input, parameters, { tags: ['main'] });
			const settings = {
				path: path ?? 'health',
				tags,
				confirmations,
				unreachableAfter,
				fireFirst: beginning !== 'form' || fireFirst === true,
			};
			return {
				source: healthSource as EventSource<unknown>,
				settings: settings as HealthSettings,
				what: 'health state of the node',
				tellsFirst: fireFirst === true,
			};
		}
		case 'validator': {
			const { startFrom, tellsFirst } = startOf(parameters, now, beginning);
			return {
				source: validatorSource as EventSource<unknown>,
				...validatorData(validatorSettings(parameters, startFrom)),
				what: 'validator',
				tellsFirst,
			};
		}
		case 'stakingTransaction': {
			const { startFrom, tellsFirst } = startOf(parameters, now, beginning);
			return {
				source: stakingSource as EventSource<unknown>,
				settings: stakingSettings(parameters, startFrom),
				output: stakingTransaction.output,
				columns: stakingTransaction.columns,
				what: stakingTransaction.what,
				tellsFirst,
			};
		}
		default: {
			const message = `"Event" (event) must be one of the events in the menu; given: ${preview(event)}`;
			throw new Failure({ kind: 'invalid-input', message, field: 'event' });
		}
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

/** The columns of these names that the output declares. */
function columnsNamed(output: Output, names: readonly string[]): ResolvedColumn[] {
	return names.flatMap((name) => {
		const part = partAt(output, [name]);
		return part ? [{ path: [name], name, part }] : [];
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

/** From when on events are new, and whether the first poll can deliver existing items. */
function startOf(parameters: Parameters, now: number, beginning: Beginning) {
	const { startFrom = 'now' } = checked(ownFields, parameters, { startFrom: ['main'] });
	const tellsFirst = startFrom !== 'now';
	if (!tellsFirst) return { startFrom: startFromOf('now', now, beginning), tellsFirst };
	const { startDateTime, startMinutes = 60 } = checked(ownFields, parameters, {
		...(startFrom === 'dateTime' && { startDateTime: ['main'] as const }),
		...(startFrom === 'minutes' && { startMinutes: ['main'] as const }),
	});
	if (startFrom === 'dateTime' && startDateTime === undefined) {
		const { label, rule } = infoOf(ownFields, 'startDateTime');
		const message = `"${label}" (startDateTime) is required: it ${rule}`;
		throw new Failure({ kind: 'invalid-input', message, field: 'startDateTime' });
	}
	const form =
		startFrom === 'dateTime'
			? Number(startDateTime)
			: Math.floor(now / 1000) - Number(startMinutes) * 60;
	return { startFrom: startFromOf(form, now, beginning), tellsFirst };
}

function stakingSettings(parameters: Parameters, startFrom: StartFrom): StakingSettings {
	const { network, blockchainId, addresses, txTypes } = checked(
		listStakingTransactions.input,
		parameters,
		{
			network: ['main'],
			blockchainId: ['filters'],
			addresses: ['main'],
			txTypes: ['filters'],
		},
	);
	const {
		minAmountStaked,
		nodeIds: nodes,
		subnetId,
		overlapMinutes = 15,
	} = checked(ownFields, parameters, {
		minAmountStaked: ['filters'],
		nodeIds: ['filters'],
		subnetId: ['filters'],
		overlapMinutes: ['options'],
	});
	return {
		network,
		blockchainId,
		addresses,
		txTypes,
		minAmountStaked,
		nodeIds: nodes,
		subnetId,
		startFrom,
		overlapSeconds: Math.round(Number(overlapMinutes) * 60),
	} as StakingSettings;
}

function validatorSettings(parameters: Parameters, startFrom: StartFrom): ValidatorSettings {
	const { source, leaves, activity } = checked(ownFields, parameters, {
		source: ['main'],
		leaves: ['options'],
		activity: ['options'],
	});
	const common = { leaves: leaves === true, activity: activity === true, startFrom };
	switch (source ?? 'primary') {
		case 'subnet': {
			const info = infoOf(getCurrentValidators.input, 'subnetID');
			// Required here, although the node uses the primary network by default.
			const given = valueAt(parameters, 'main', 'subnetId', { ...info, required: true }) ?? ' ';
			const { subnetID } = parseFields(getCurrentValidators.input, { subnetID: given }, SUBJECT);
			return { source: 'node', subnetId: String(subnetID), ...common };
		}
		case 'evm': {
			const { blockchainId } = checked(getCurrentEvmValidators.input, parameters, {
				blockchainId: ['main'],
			});
			return { source: 'evm', blockchainId: String(blockchainId), ...common };
		}
		case 'l1': {
			const {
				network,
				subnetId,
				nodeId,
				includeInactiveL1Validators: includeInactive,
			} = checked(listL1Validators.input, parameters, {
				network: ['main'],
				subnetId: ['filters'],
				nodeId: ['filters'],
				includeInactiveL1Validators: ['filters', 'includeInactive'],
			});
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
