import * as z from 'zod/v4';
import { mapOf } from '../fields/culprit';
import { isMap } from '../formats/json';
import { type Value, value } from '../fields/field';
import { repetitionIn } from '../fields/jsonText';
import { preview } from '../fields/preview';
import { isNodeId } from '../formats/ids';
import { type ValidatorEntry, isKey, weightIn } from './canonicalSet';

/** A validator set that a user gives as JSON. */

const EXAMPLE = '{ "NodeID-…": { "publicKey": "0x…", "weight": "100" } }';
const RULE = `must be a JSON object by node ID such as ${EXAMPLE}`;

/** Fields of a node's validators that are not part of the set. */
const OTHERS: ReadonlySet<string> = new Set(['nodeID', 'nodeId']);

/** The mistake in one validator, completing "has a validator …"; undefined if it is valid. */
function mistakeIn(nodeId: string, given: unknown): string | undefined {
	if (!isNodeId(nodeId)) return `under ${preview(nodeId)}, which is not a node ID`;
	if (!isMap(given)) return `${nodeId} that is not an object with publicKey and weight`;
	const { publicKey = null, weight, ...others } = given;
	const [other] = Object.keys(others).filter((name) => !OTHERS.has(name));
	if (other !== undefined) {
		return `${nodeId} with the field ${preview(other)}: a validator has publicKey and weight`;
	}
	if (publicKey !== null && !isKey(publicKey)) {
		return `${nodeId} with the public key ${preview(publicKey)}: it must be 48 bytes in hex, or null`;
	}
	if (weightIn(weight) !== undefined) return undefined;
	return `${nodeId} with the weight ${preview(weight)}: it must be a whole number from 0 to 2^64 - 1, in quotes from 2^53 on`;
}

function entriesOf(map: Record<string, unknown>): ValidatorEntry[] {
	return Object.entries(map).map(([nodeId, given]) => {
		const { publicKey = null, weight } = given as Record<string, unknown>;
		return { nodeId, publicKey: publicKey as string | null, weight: String(weight) };
	});
}

/**
 * Validators by node ID, each with its public key (48 bytes in hex, or null) and its weight (digits, or
 * a number below 2^53), as JSON text or as an object. A weight without quotes is read without loss; two
 * validators of one node ID are an error.
 */
export function validatorSet(): Value<ValidatorEntry[], unknown> {
	const schema = () =>
		z.unknown().transform((given, context): ValidatorEntry[] => {
			const add = (message: string) => {
				context.addIssue({ code: 'custom', message, fatal: true });
				return z.NEVER;
			};
			const repeated = repetitionIn(given);
			if (repeated) return add(`${RULE}; ${repeated.message}`);
			const map = mapOf(given);
			if (!isMap(map)) return add(RULE);
			for (const [nodeId, validator] of Object.entries(map)) {
				const mistake = mistakeIn(nodeId, validator);
				if (mistake !== undefined) return add(`${RULE}; it has a validator ${mistake}`);
			}
			return entriesOf(map);
		});
	return value(schema, { control: 'json', rule: RULE });
}
