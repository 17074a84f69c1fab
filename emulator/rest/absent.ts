import type { Schema, Type } from '../spec/read';
import { isMeant } from './check';

/**
 * Leaves out fields that the documents make optional. Which ones depends on the seed, the field and the ids
 * of its object, so that an object is the same in all answers.
 */

/** One in this many optional fields is left out. */
const ONE_OF = 4;

/**
 * Fields whose absence is a statement: that there is no further page, that a transaction has no such part or is
 * of another type, that a filter is not set, that a validator has no key, that a chain is not an EVM chain.
 */
const STATEMENTS =
	/^((ChainInfo|GetChainResponse|UtilityAddresses)\.\w+|\w+\.(next\w+|\w+Transfers|internalTransactions|teleporterMessageInfo|blsCredentials|groupValue)|(HealthCheck|HealthIndicator|TransactionExportMetadata|OperationStatus|TeleporterMessageInfo|PChain|XChain|Utxo)\w*\.\w+|\w*(ActivityMetadata|ActivityResponse|MetricsValue|LogsFormat|Subnet|Blockchain)\.\w+)$/;

const ID = /(^id|Id|[hH]ash|[aA]ddress|Number)$/;

type Values = Readonly<Record<string, unknown>>;

/** The value without some of its optional fields. */
export function withAbsent(seed: string, type: Type, value: unknown, of = ''): unknown {
	if (typeof value !== 'object' || value === null) return value;
	switch (type.kind) {
		case 'list':
			return (value as unknown[]).map((each) => withAbsent(seed, type.of, each, of));
		case 'map':
			return mapped(value as Values, (each) => withAbsent(seed, type.of, each, of));
		case 'union': {
			const objects = type.of.filter(({ kind }) => kind !== 'null');
			const meant = objects.length === 1 ? objects[0] : type.of.find((one) => isMeant(one, value));
			return meant ? withAbsent(seed, meant, value, of) : value;
		}
		case 'schema':
			return objectWithAbsent(seed, type, value as Values, of);
		default:
			return value;
	}
}

function objectWithAbsent(seed: string, { name, fields }: Schema, value: Values, of: string) {
	const ids = fields.filter((field) => field.required && ID.test(field.name));
	// An object without ids is told apart by the one that it is a part of.
	const key = ids.map((field) => String(value[field.name])).join(',') || of;
	const types = new Map(fields.map((field) => [field.name, field]));
	const present = Object.entries(value).flatMap(([each, inner]) => {
		const field = types.get(each);
		if (!field) return [[each, inner]];
		const leavesOut =
			!field.required &&
			!STATEMENTS.test(`${name}.${each}`) &&
			hashOf(`${seed}/${each}/${key}`) % ONE_OF === 0;
		return leavesOut ? [] : [[each, withAbsent(seed, field.type, inner, key)]];
	});
	return Object.fromEntries(present) as Values;
}

function mapped(values: Values, change: (value: unknown) => unknown): Values {
	return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
	let hash = 0x811c9dc5;
	for (let at = 0; at < text.length; at++) {
		hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
	}
	return (hash ^ (hash >>> 15)) >>> 0;
}
