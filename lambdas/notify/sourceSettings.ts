import * as z from 'zod/v4';
import {
	type EventDeclaration,
	type FieldSet,
	getCurrentEvmValidators,
	getHealth,
	isId,
	isNodeId,
	listStakingTransactions,
} from '../../core';
import { EVENT_VALUES } from './events';

/** The settings of a source, by its event. */

/** A name of a source or of a target. */
export const nameSchema = () =>
	z
		.string('must be text')
		.regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, dashes or underscores')
		// The states of all targets are one object by name, which cannot have a property of this one.
		.refine((text) => text !== '__proto__', 'must not be __proto__');

/** Which settings say whose validators are watched. Any other would be ignored. */
const OF_SOURCE: Readonly<Record<string, readonly string[]>> = {
	node: ['subnetId'],
	l1: ['network', 'subnetId', 'nodeId', 'includeInactive'],
	evm: ['blockchainId'],
};
const OF_SOURCES = [...new Set(Object.values(OF_SOURCE).flat())];

type Given = Readonly<Record<string, unknown>>;

function ofItsSource(given: Given, context: z.RefinementCtx): void {
	const { source } = given;
	for (const key of OF_SOURCES) {
		if (given[key] === undefined || OF_SOURCE[String(source)].includes(key)) continue;
		const message = `is not a setting of validators of source ${String(source)}`;
		context.addIssue({ code: 'custom', path: [key], message });
	}
}

/** Checks settings as the request checks them that they become: before a poll, not by its failure. */
function checkedBy(set: unknown, keys: readonly string[], given: Given, context: z.RefinementCtx) {
	const input = Object.fromEntries(keys.map((key) => [key, given[key]]));
	const { error } = (set as FieldSet).schema().safeParse(input);
	for (const { path, message } of error?.issues ?? []) {
		context.addIssue({ code: 'custom', path: [...path], message });
	}
}

/** The schema of a source, with the given declared events. */
export function sourceSchema(declarations: readonly EventDeclaration[]) {
	const name = nameSchema();
	const subnetId = z.string().refine(isId, 'must be a subnet id (cb58)');
	const startFrom = z.union(
		[z.literal('now'), z.number().int().min(0)],
		'must be "now" or Unix seconds',
	);
	const network = z.enum(['mainnet', 'fuji', 'testnet'], 'must be mainnet, fuji or testnet');
	const nodeId = z.string().refine(isNodeId, 'must be a node id (NodeID-…)');

	const stakingTransaction = z
		.strictObject({
			name,
			event: z.literal('stakingTransaction'),
			network: network.default('mainnet'),
			blockchainId: z.string().default('p-chain'),
			addresses: z.array(z.string()).max(64).optional(),
			txTypes: z.array(z.string()).optional(),
			minAmountStaked: z
				.string()
				.regex(/^\d{1,20}$/, 'must be nAVAX in decimal digits')
				.optional(),
			nodeIds: z.array(nodeId).min(1, 'needs at least one').optional(),
			subnetId: subnetId.optional(),
			startFrom: startFrom.optional(),
			overlapSeconds: z.number().int().min(0).max(86_400).optional(),
		})
		.superRefine((given, context) => {
			const keys = ['network', 'blockchainId', 'addresses', 'txTypes'];
			checkedBy(listStakingTransactions.input, keys, given, context);
		});

	const validator = z
		.strictObject({
			name,
			event: z.literal('validator'),
			source: z.enum(['node', 'l1', 'evm'], 'must be node, l1 or evm'),
			network: network.optional(),
			subnetId: subnetId.optional(),
			nodeId: nodeId.optional(),
			includeInactive: z.boolean().optional(),
			blockchainId: z.string().optional(),
			leaves: z.boolean().optional(),
			activity: z.boolean().optional(),
			startFrom: startFrom.optional(),
		})
		.superRefine((given, context) => {
			ofItsSource(given, context);
			if (given.source !== 'evm') return;
			checkedBy(getCurrentEvmValidators.input, ['blockchainId'], given, context);
		});

	const health = z
		.strictObject({
			name,
			event: z.literal('health'),
			path: z
				.enum(['health', 'readiness', 'liveness'], 'must be health, readiness or liveness')
				.optional(),
			tags: z.array(z.string()).optional(),
			confirmations: z.number().int().min(1).max(1000).optional(),
			unreachableAfter: z.number().int().min(0).max(1000).optional(),
			fireFirst: z.boolean().optional(),
		})
		.superRefine((given, context) => checkedBy(getHealth.input, ['tags'], given, context));

	/** A declared event has the fields of its form, by the same names and with the same defaults. */
	const declaredSource = ({ value, fields }: EventDeclaration) => {
		const own = fields.keys.map((key) => {
			const { schema, info } = fields.fields[key];
			const isDefault = info.required && info.default !== undefined;
			return [key, isDefault ? schema.prefault(info.default) : schema] as const;
		});
		const source = z
			.strictObject({ name, event: z.literal(value), ...Object.fromEntries(own) })
			.superRefine((given, context) => checkedBy(fields, fields.keys, given, context));
		// Its type is that of its field set, which only its own source uses.
		return source as unknown as typeof health;
	};

	return z.discriminatedUnion(
		'event',
		[stakingTransaction, validator, health, ...declarations.map(declaredSource)],
		`must be one of ${EVENT_VALUES.join(', ')}`,
	);
}
