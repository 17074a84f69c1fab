import type { Choice, Field } from '../../fields/field';
import type { Fields } from '../../fields/fieldSet';

/** The event types of webhooks, and the fields that belong to each. */

export const EVM_ADDRESS = 'address_activity';
export const PRIMARY_ADDRESS = 'primary_network_address_activity';
export const VALIDATOR = 'validator_activity';

export const EVENT_TYPE_CHOICES = [
	{ value: EVM_ADDRESS, name: 'Address Activity on an EVM Chain' },
	{ value: PRIMARY_ADDRESS, name: 'Address Activity on the Primary Network' },
	{ value: VALIDATOR, name: 'Validator Activity' },
] as const satisfies readonly Choice[];

/** The fields of each event type, in addition to the common ones; `true`: required. */
export const FIELDS: Readonly<Record<string, Readonly<Record<string, boolean>>>> = {
	[EVM_ADDRESS]: {
		chainId: true,
		addresses: true,
		includeInternalTxs: false,
		includeLogs: false,
	},
	[PRIMARY_ADDRESS]: {
		chainId: true,
		network: true,
		keyType: true,
		keys: true,
		addressSubEvents: true,
		balanceType: false,
		balanceThreshold: false,
	},
	[VALIDATOR]: {
		network: true,
		keyType: true,
		keys: true,
		validatorSubEvents: true,
		nodeIds: false,
		subnetIds: false,
		l1ValidatorFeeBalanceThreshold: false,
	},
};

/** The fields that only some event types have. */
export const OF_SOME = new Set(Object.values(FIELDS).flatMap((fields) => Object.keys(fields)));

function ofEventType(key: string, { info, schema }: Field): Field {
	const values = Object.keys(FIELDS).filter((type) => key in FIELDS[type]);
	const isNeeded = values.some((type) => FIELDS[type][key]);
	const show = isNeeded ? 'main' : info.show;
	return { info: { ...info, show, shownFor: { field: 'eventType', values } }, schema };
}

/**
 * The same fields, each shown for the event types that it belongs to; the required ones come first.
 */
export function byEventType<F extends Fields>(fields: F): F {
	const entries = Object.entries(fields).map(([key, one]) => [
		key,
		OF_SOME.has(key) ? ofEventType(key, one) : one,
	]);
	return Object.fromEntries(entries) as F;
}
