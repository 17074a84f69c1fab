import { z } from 'zod/v4';
import type { AnyOperation, EventSource, HttpRequest, NetworkEvent } from '../../../core';
import { fieldSet } from '../../../core/fields/fieldSet';
import * as out from '../../../core/fields/outputs';
import type { AnyOutput, Output } from '../../../core/fields/outputs';

/** Faults of the package that the checks have to find: each is put in, and the run must report it. */

export interface SeededFault {
	what: string;
	/** The operation, or the event, that the fault is put into. */
	of: string;
	/** The declaration with the fault. */
	operation?(operation: AnyOperation): AnyOperation;
	/** The text that the package reads in place of the node's. */
	read?(request: HttpRequest, text: string): string;
	/** The event with the fault. */
	source?(source: EventSource<never>): EventSource<never>;
}

/** The operation with another part of its output; without `part`, with none. */
function withPart(operation: AnyOperation, path: readonly string[], part?: Output): AnyOperation {
	const inside = (output: Output, [key, ...rest]: readonly string[]): Output => {
		const one = output as AnyOutput;
		if (one.type === 'list' || one.type === 'map') {
			const changed: AnyOutput = { ...one, each: inside(one.each, [key, ...rest]) };
			return changed;
		}
		if (one.type !== 'object') throw new Error(`There is no ${key}`);
		const { [key]: old, ...others } = one.fields as Record<string, Output>;
		const changed = rest.length > 0 ? inside(old, rest) : part;
		return { ...one, fields: { ...others, ...(changed && { [key]: changed }) } } as Output;
	};
	return { ...operation, output: inside(operation.output, path) } as AnyOperation;
}

/** The operation with a changed field of its input. */
function withField(operation: AnyOperation, key: string, change: object): AnyOperation {
	const { fields } = operation.input;
	const { info } = fields[key];
	const field = { ...fields[key], ...change, info: { ...info, ...change } };
	return { ...operation, input: fieldSet({ ...fields, [key]: field }) };
}

const rpc = (operation: AnyOperation, change: object): AnyOperation => ({
	...operation,
	call: { ...operation.call, ...change } as AnyOperation['call'],
});

export const SEEDED_FAULTS: readonly SeededFault[] = [
	{
		what: 'the rule of an address is missing',
		of: 'evm.getBalance',
		operation: (operation) => withField(operation, 'address', { schema: z.any() }),
	},
	{
		what: 'a node ID is declared as an ID',
		of: 'info.getNodeId',
		operation: (operation) => withPart(operation, ['nodeID'], out.id()),
	},
	{
		what: 'an ID is declared as a text',
		of: 'xChain.getManyUtxos',
		operation: (operation) => withPart(operation, ['endIndex', 'utxo'], out.text()),
	},
	{
		what: 'an amount is declared as a count',
		of: 'pChainStaking.getCurrentSupply',
		operation: (operation) => withPart(operation, ['supply'], out.count()),
	},
	{
		what: 'a date-time is declared as Unix seconds',
		of: 'pChain.getTimestamp',
		operation: (operation) => withPart(operation, ['timestamp'], out.seconds()),
	},
	{
		what: 'a part of the answer is not declared',
		of: 'info.getNodeVersion',
		operation: (operation) => withPart(operation, ['gitCommit']),
	},
	{
		what: 'a part is declared that the node does not send',
		of: 'info.getNodeId',
		operation: (operation) => withPart(operation, ['nodeIdentity'], out.text()),
	},
	{
		what: 'the name of a parameter is misspelt',
		of: 'pChain.getManyUtxos',
		operation: (operation) => withField(operation, 'limit', { name: 'limits' }),
	},
	{
		what: 'the name of a method is misspelt',
		of: 'pChain.getHeight',
		operation: (operation) => rpc(operation, { method: 'platform.getHight' }),
	},
	{
		what: 'the path is that of another service',
		of: 'info.getNetworkId',
		operation: (operation) => rpc(operation, { endpoint: '/ext/health' }),
	},
	{
		what: 'the last digit of an amount beyond 2^53 is lost',
		of: 'pChainStaking.getCurrentSupply',
		read: (_, text) => text.replace(/(\d{15,})\d"/g, '$1"'),
	},
	{
		what: 'an entry of a list is left out',
		of: 'pChainStaking.getManyValidators',
		read: (_, text) => {
			const body = JSON.parse(text) as { result?: { validators?: unknown[] } };
			body.result?.validators?.pop();
			return JSON.stringify(body);
		},
	},
	{
		what: 'results of a batch are those of other calls',
		of: 'evm.getBlock',
		read: ({ body }, text) => {
			if (!body?.startsWith('[')) return text;
			const results = JSON.parse(text) as Array<{ id: number }>;
			const ids = results.map(({ id }) => id).reverse();
			return JSON.stringify(results.map((one, at) => ({ ...one, id: ids[at] })));
		},
	},
	{
		what: 'an event has a value that the node did not send',
		of: 'feeLevel',
		read: ({ body }, text) =>
			body?.includes('eth_baseFee') ? text.replace(/"0x[0-9a-f]+"/, '"0x123456789"') : text,
	},
	{
		what: 'an event is emitted twice',
		of: 'health',
		source: (source) => {
			const known: NetworkEvent[] = [];
			return {
				...source,
				poll: async (...args) => {
					const news = await source.poll(...args);
					known.push(...news.events);
					return { ...news, events: [...known] };
				},
			};
		},
	},
	{
		what: 'an event is not emitted',
		of: 'health',
		source: (source) => ({
			...source,
			poll: async (...args) => ({ ...(await source.poll(...args)), events: [] }),
		}),
	},
];
