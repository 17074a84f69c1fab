import {
	type AnyOperation,
	catalogue,
	type FieldInfo,
	jsonSchemaOf,
	type Operation,
} from '../../../core';
import { infoOf } from '../../../core/fields/fieldSet';
import type { JsonSchema } from './compare';

/**
 * The parts of the catalogue that `npm run opinion -- live` uses; no other module of it reads declarations.
 */

export interface Question {
	id: string;
	operation: AnyOperation;
	service: Operation['service'];
	/** Compute units of one call. */
	cost: number;
	deprecated: boolean;
	fields: ReadonlyArray<FieldInfo & { key: string }>;
	/** The declared answer. */
	schema(): JsonSchema;
}

/** Assumed if a declaration has no cost: the largest usual cost of its service. */
const ASSUMED_COST = { data: 100, metrics: 100, node: 1 } as const;

/** Sent by POST, and changes nothing. */
const READ_BY_POST: ReadonlySet<string> = new Set(['icmMessage.aggregateSignatures']);
/** Verbs of JSON-RPC methods that change something at a node. */
const CHANGES =
	/(?:^|[._])(?:add|alias|create|delete|export|import|issue|load|lock|mint|remove|send|set|sign|start|stop|submit|unlock)/i;

/** True for an operation that changes nothing at the service. */
function isReadOnly({ id, call, creates }: AnyOperation): boolean {
	if (creates) return false;
	if (call.type === 'rpc') return !CHANGES.test(call.method);
	return call.method === 'GET' || READ_BY_POST.has(id);
}

/** An operation with what is asked about it. */
export function questionOf(operation: AnyOperation): Question {
	const { id, service, cost, versions } = operation;
	return {
		id,
		operation,
		service,
		cost: cost ?? ASSUMED_COST[service],
		deprecated: versions?.deprecated !== undefined,
		fields: operation.input.keys.map((key) => ({ ...infoOf(operation.input, key), key })),
		schema: () => jsonSchemaOf(operation.output) as JsonSchema,
	};
}

/**
 * Every operation that may be called; those without ids first, because they return ids for others.
 */
export function questions(): Question[] {
	const all = catalogue.filter(isReadOnly).map(questionOf);
	const needs = ({ fields }: Question) =>
		fields.filter((field) => field.required && field.default === undefined).length;
	return all.sort((a, b) => needs(a) - needs(b));
}

/** The ids of operations that are never called. */
export function notAsked(): string[] {
	return catalogue.filter((operation) => !isReadOnly(operation)).map(({ id }) => id);
}
