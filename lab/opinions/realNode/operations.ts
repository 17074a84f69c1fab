import type { AnyOperation } from '../../../core';
import { compare, NOT_DECLARED, type JsonSchema } from '../live/compare';
import type { Question } from '../live/questions';
import type { Asker, End, Exchange, Use } from '../../kit/operations/ask';
import { askInBatches, type SentAlone } from './batches';
import { expectedRefusals, isAnsweredWithError, OPEN_ENDED } from './expected';
import type { Facts } from './drawing';
import { addForms, type LeafForms, wrongKinds } from './kinds';
import { lostLeaves } from './leaves';
import { unknownNames } from './names';
import { rawJson } from './raw';
import { samplesIn } from './samples';
import { type NodeUse, usesOf } from './uses';
import { valuesOf } from './values';
import { onlyNodesCanTell, wrongValuesOf } from './wrong';

/** Asks a node every use of an operation and its wrong inputs, and looks at what came of it. */

/** Fault of one call, or a remarkable result. */
export interface Finding {
	operation: string;
	/** `default`, `full`, the field of another value, or `wrong <field>`. */
	kind: string;
	input: Record<string, unknown>;
	what: string;
	/** The request as it was sent, where one was. */
	sent?: string;
}

export interface AskedExchange {
	kind: string;
	at: number;
	exchange: Exchange;
}

/** Results of the calls of one operation. */
export interface Asked {
	operation: string;
	chain?: string;
	/** Right inputs that were answered, and those that the node refuses by design. */
	answered: number;
	refused: number;
	/** Wrong inputs: refused before anything was sent, by the node, and those that are right after all. */
	wrongUnsent: number;
	wrongRefused: number;
	wrongSame: number;
	/** Calls that were sent again in batches, and their requests; 0 if the operation takes none. */
	batchedCalls: number;
	batchedRequests: number;
	findings: Finding[];
	/** Reason why the operation was not called. */
	skipped?: string;
	/** Exchanges, each with the kind of the call, and its number among those of this kind. */
	exchanges: AskedExchange[];
}

export interface Asking {
	asker: Asker;
	facts: Facts;
	evm?: 'C' | 'l1';
}

/** Values that the node returned, in the form of the operation's items. */
function saidIn(
	{ call }: AnyOperation,
	{ response }: Exchange,
	{ names }: Readonly<Record<string, unknown>>,
	parse: (text: string) => unknown = rawJson,
): unknown {
	if (call.type === 'http' && call.format) {
		return samplesIn(response.text, names === undefined ? undefined : [names].flat().map(String));
	}
	const body = parse(response.text) as { result?: unknown };
	return call.type === 'rpc' ? body.result : body;
}

/** Differences of an answer from its declaration and from what the node said. */
function differencesOf(
	question: Question,
	input: Record<string, unknown>,
	end: End & { type: 'answer' },
): string[] {
	const { operation } = question;
	const whats: string[] = [];
	const lost = lostLeaves(saidIn(operation, end.exchange, input), end.answer);
	if (lost.length > 0) whats.push(`lost: ${lost.slice(0, 5).join(', ')}`);
	const schema: JsonSchema = question.schema();
	for (const { at, declared, found } of compare(schema, end.answer)) {
		if (declared === NOT_DECLARED && OPEN_ENDED.test(operation.id)) continue;
		whats.push(`${at || 'the answer'}: declared ${declared}, found ${found}`);
	}
	return whats;
}

function words(end: End): string {
	if (end.type === 'crash') return `an error of no kind: ${String(end.error)}`;
	if (end.type === 'answer') return 'an answer';
	return `${end.failure.kind}: ${end.failure.message}`;
}

/**
 * Calls an operation once with each valid input, and once with each invalid value of each field.
 */
export async function* askOperation(
	question: Question,
	asking: Asking,
): AsyncGenerator<Use, Asked, End> {
	const { asker, facts, evm } = asking;
	const { operation, id } = question;
	const asked: Asked = {
		operation: id,
		...(evm && { chain: evm }),
		answered: 0,
		refused: 0,
		wrongUnsent: 0,
		wrongRefused: 0,
		wrongSame: 0,
		batchedCalls: 0,
		batchedRequests: 0,
		findings: [],
		exchanges: [],
	};
	const { uses, missing } = usesOf(question, facts, evm);
	if (!uses) return { ...asked, skipped: `the node has no value for ${missing}` };
	const right = new Set<string>();
	const alone: SentAlone[] = [];
	const leaves: LeafForms = new Map();
	for (const { kind, at, input } of uses) {
		const end = yield { input };
		alone.push({ input, end });
		if (end.type === 'failure' && end.failure.missing && operation.versions) {
			return { ...asked, skipped: `not served: ${end.failure.message}` };
		}
		const exchange = end.type === 'answer' || end.type === 'failure' ? end.exchange : undefined;
		const sent = exchange && (exchange.request.body ?? exchange.request.url);
		if (sent) right.add(sent);
		if (exchange) asked.exchanges.push({ kind, at, exchange });
		const found = (what: string) =>
			asked.findings.push({ operation: id, kind, input, what, ...(sent && { sent }) });
		const isExpected = (one: End) =>
			one.type === 'failure' &&
			expectedRefusals(id, input, facts).some(({ says }) => says.test(one.failure.message));
		if (end.type === 'answer') {
			asked.answered++;
			addForms(leaves, operation.output, saidIn(operation, end.exchange, input, JSON.parse), input);
			const names = kind === 'full' ? await unknownNames(asker, end.exchange) : [];
			for (const what of names) found(what);
			for (const what of differencesOf(question, input, end)) found(what);
		} else if (isExpected(end)) {
			asked.refused++;
		} else found(`a right input gave ${words(end)}`);
	}
	for (const what of wrongKinds(leaves)) {
		asked.findings.push({ operation: id, kind: 'kinds', input: {}, what });
	}
	alone.push(...(yield* askWrong(question, asking, uses[0], right, asked)));
	const batched = await askInBatches(asker, operation, alone);
	if (batched) {
		asked.batchedCalls = batched.calls;
		asked.batchedRequests = batched.requests;
		for (const what of batched.findings) {
			asked.findings.push({ operation: id, kind: 'batches', input: {}, what });
		}
	}
	return asked;
}

/** Gives the wrong inputs that the node refused. */
function* askWrong(
	question: Question,
	{ facts, evm }: Asking,
	{ input: base }: NodeUse,
	right: ReadonlySet<string>,
	asked: Asked,
): Generator<Use, SentAlone[], End> {
	const { id, fields } = question;
	const refused: SentAlone[] = [];
	for (const field of fields) {
		const values = valuesOf(question, field.key, { facts, evm, input: base });
		for (const [at, value] of wrongValuesOf(field, values[0], facts).entries()) {
			if (values.includes(value) || isAnsweredWithError(id, field.key, value)) continue;
			const input = { ...base, [field.key]: value };
			const end = yield { input };
			if (end.type === 'unsent') {
				asked.wrongUnsent++;
				continue;
			}
			const exchange = end.type === 'crash' ? undefined : end.exchange;
			const sent = exchange && (exchange.request.body ?? exchange.request.url);
			if (end.type === 'failure' && exchange && onlyNodesCanTell(field.key, value)) {
				asked.wrongRefused++;
				refused.push({ input, end });
				asked.exchanges.push({ kind: `wrong ${field.key}`, at, exchange });
			} else if (sent && right.has(sent)) asked.wrongSame++;
			else {
				const what = `a wrong ${field.key} gave ${words(end)}`;
				const kind = `wrong ${field.key}`;
				asked.findings.push({ operation: id, kind, input, what, ...(sent && { sent }) });
			}
		}
	}
	return refused;
}
