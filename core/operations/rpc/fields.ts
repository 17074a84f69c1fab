import type { z } from 'zod/v4';
import { type Choice, type Details, field, kind } from '../declare';
import { bigWhole, id, isName, listOf, textValue } from '../kinds';
import { isId } from '../../formats/ids';

/** The fields and menus that the node's operations share. */

/** What all operations of one API of the node have in common. */
export const NODE = { node: 'avalancheRpc', service: 'node' } as const;

type About = Pick<Details, 'label' | 'description'> & Partial<Details>;

/** A field among the params of a JSON-RPC call. */
export function param<Schema extends z.ZodType>(schema: Schema, about: About): Schema {
	return field(schema, { in: 'params', ...about });
}

const ENCODINGS: readonly Choice[] = [
	{ value: 'hex', name: 'Hex', description: 'All bytes, with a checksum at the end' },
	{ value: 'json', name: 'JSON', description: 'The decoded object' },
];

/** How a block or transaction is answered. */
export function encoding() {
	const rule = 'must be hex or json';
	const schema = textValue(rule, (value) => value === 'hex' || value === 'json');
	return param(kind(schema, { control: 'options', rule, choices: ENCODINGS }).optional(), {
		label: 'Encoding',
		description: 'Whether to return the bytes as hex or the decoded object',
		default: 'hex',
		show: 'main',
	});
}

/** The one encoding of UTXOs and index containers. */
export function hexEncoding() {
	const rule = 'must be hex';
	const schema = textValue(rule, (value) => value === 'hex');
	return param(kind(schema, { control: 'options', rule, choices: ENCODINGS.slice(0, 1) }).optional(), {
		label: 'Encoding',
		description: 'How the bytes are returned; hex with a checksum is the only way',
		default: 'hex',
		show: 'option',
	});
}

/** A block by its id. */
export function blockId() {
	return param(id('a block id'), {
		name: 'blockID',
		label: 'Block ID',
		description: 'ID of the block, cb58',
		placeholder: 'tXJ4xwmR8soHE6DzRNMQPtiwQvuYsHn6eLLBzo2moDqBquqy6',
	});
}

/** A height of a chain. */
export function height() {
	return param(bigWhole(), {
		label: 'Height',
		description: 'Height of the block, a whole number from 0',
		placeholder: '1000001',
	});
}

/** A transaction by its id. */
export function txId() {
	return param(id('a transaction id'), {
		name: 'txID',
		label: 'Transaction ID',
		description: 'ID of the transaction, cb58',
		placeholder: '2oJCbb8pfdxEHAf9A8CdN4Afj9VSR3xzyzNkf8tDv7aM1sfNFL',
	});
}

/** True for an alias such as `X` or `my-l1`, or a blockchain id in cb58. */
export function isChainName(value: string): boolean {
	return isId(value) || (isName(value) && value.length <= 64 && !value.includes('.'));
}

/** Tags of health checks. */
export function tagList() {
	return listOf('must be tags: names of letters, digits and dashes, or subnet ids', isName, 100);
}
