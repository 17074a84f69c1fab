import { isId, isNodeId } from '../../../core';
import type { AnyOutput, LeafKind, Output } from '../../../core/fields/outputs';

/**
 * Compares the kinds that an operation declares with the forms of the values that a node sent. The
 * declared reader is not used: a text of any form is a text to it.
 */

/** The form of a value in JSON. */
type Form =
	| 'node ID'
	| 'ID'
	| 'date-time'
	| 'hash'
	| 'EVM address'
	| 'quantity'
	| 'hex'
	| 'address'
	| 'digits'
	| 'long digits'
	| 'decimal'
	| 'text'
	| 'number'
	| 'boolean'
	| 'structure';

const TEXTS: ReadonlyArray<[Form, (text: string) => boolean]> = [
	['node ID', isNodeId],
	['ID', isId],
	['date-time', (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(text)],
	['hash', (text) => /^0x[0-9a-f]{64}$/.test(text)],
	['EVM address', (text) => /^0x[0-9a-f]{40}$/i.test(text)],
	['quantity', (text) => /^0x(0|[1-9a-f][0-9a-f]{0,63})$/.test(text)],
	['hex', (text) => /^0x([0-9a-f]{2})*$/i.test(text)],
	['address', (text) => /^([PXC]-)?[a-z]+1[02-9ac-hj-np-z]{38}$/.test(text)],
	['digits', (text) => /^\d{1,15}$/.test(text)],
	['long digits', (text) => /^\d+$/.test(text)],
	['decimal', (text) => /^-?\d+\.\d+$/.test(text)],
];

function formOf(value: unknown): Form {
	if (typeof value === 'number') return 'number';
	if (typeof value === 'boolean') return 'boolean';
	if (typeof value !== 'string') return 'structure';
	return TEXTS.find(([, is]) => is(value))?.[0] ?? 'text';
}

/** A hash has the form of a quantity, too, if it does not begin with 0. */
const HEX: readonly Form[] = ['hash', 'EVM address', 'quantity', 'hex'];
const NUMBERS: readonly Form[] = ['number', 'digits', 'decimal', 'quantity'];
const LARGE: readonly Form[] = [
	'number',
	'digits',
	'long digits',
	'quantity',
	'hash',
	'EVM address',
];

/** The forms that each kind has; a general kind has any but those of a special one. */
const FORMS: Readonly<Record<LeafKind, readonly Form[]>> = {
	text: ['text', 'hex', 'quantity', 'address'],
	name: ['text'],
	choice: ['text'],
	url: ['text'],
	id: ['ID'],
	nodeId: ['node ID'],
	address: ['address', 'EVM address'],
	hash: ['hash'],
	hex: HEX,
	uint64: LARGE,
	amount: LARGE,
	decimalText: [...NUMBERS, 'text'],
	count: ['number', 'digits', 'quantity'],
	percent: NUMBERS,
	decimal: NUMBERS,
	rate: NUMBERS,
	duration: NUMBERS,
	flag: ['boolean'],
	time: ['number', 'digits', 'quantity'],
	timeText: ['date-time'],
};

/** The forms of the values of each leaf, by `name (kind)`. */
export type LeafForms = Map<string, { kind: LeafKind; forms: Map<Form, string> }>;

/** Adds the values of a result, in the structure of the declaration. */
export function addForms(all: LeafForms, output: Output, value: unknown, input: object, at = '') {
	const part = output as AnyOutput;
	if (value === null || value === undefined || value === '') return;
	switch (part.type) {
		case 'leaf': {
			const leaf = all.get(at) ?? { kind: part.kind, forms: new Map<Form, string>() };
			leaf.forms.set(formOf(value), JSON.stringify(value).slice(0, 80));
			all.set(at, leaf);
			return;
		}
		case 'object': {
			for (const [key, each] of Object.entries(part.fields)) {
				addForms(all, each, (value as Record<string, unknown>)[key], input, `${at}.${key}`);
			}
			return;
		}
		case 'list':
			if (!Array.isArray(value)) return;
			for (const each of value) addForms(all, part.each, each, input, `${at}[]`);
			return;
		case 'map':
			for (const each of Object.values(value)) addForms(all, part.each, each, input, `${at}{}`);
			return;
		case 'byInput': {
			const chosen = String((input as Record<string, unknown>)[part.field] ?? '');
			addForms(all, part.cases[chosen] ?? part.otherwise, value, input, at);
			return;
		}
		case 'open':
	}
}

/** Leaves whose declared kind has not the form of what was sent. */
export function wrongKinds(leaves: LeafForms): string[] {
	return [...leaves].flatMap(([at, { kind, forms }]) => {
		const wrong = [...forms].filter(([form]) => !FORMS[kind].includes(form));
		// A text may look like anything, now and then.
		const isAnyText = ['text', 'name', 'choice'].includes(kind) && wrong.length < forms.size;
		if (wrong.length === 0 || isAnyText) return [];
		const [form, example] = wrong[0];
		return [
			`${at.replace(/^\./, '') || 'the result'} is declared as ${kind}, the node sends a ${form}: ${example}`,
		];
	});
}
