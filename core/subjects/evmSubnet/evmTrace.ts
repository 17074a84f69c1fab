import { fieldSet } from '../../fields/fieldSet';
import { field } from '../../fields/field';
import { choice, textValue } from '../../fields/inputs';
import { json } from '../../fields/json';
import * as out from '../../fields/outputs';
import { isMap } from '../../formats/json';
import { declare } from '../../operations/declare';
import { EVM_DETAILS, evmCallAlone, txHash } from '../shared/node/evmFields';
import { named } from '../shared/node/evmShapes';
import { evmChain } from '../shared/node/fields';

/** The execution of a transaction, step by step. */

const TRACERS = [
	{ value: 'callTracer', name: 'Calls', description: 'The calls between contracts as a tree' },
	{
		value: 'flatCallTracer',
		name: 'Calls (Flat)',
		description: 'The calls as a list, in the form of Parity',
	},
	{
		value: 'prestateTracer',
		name: 'State Before',
		description: 'The accounts that it read; with diffMode, what it changed',
	},
	{ value: '4byteTracer', name: 'Selectors', description: 'How often each function was called' },
	{ value: 'noopTracer', name: 'None', description: 'Executes it and returns nothing' },
];

/** The trace of a transaction that a tracer of the node makes. */
export const traceTransaction = declare({
	id: 'evmSubnet.traceTransaction',
	...EVM_DETAILS,
	entry: { value: 'traceTransaction', name: 'Trace Transaction' },
	action: 'Trace a transaction of an EVM chain',
	description:
		'debug_traceTransaction: executes a transaction again and returns what a tracer made of it, such as its calls with the value and the error of each; without a tracer, every step of the virtual machine, which can be megabytes; it needs the state before the block, which nodes keep of recent blocks only, unless they are archive nodes',
	call: evmCallAlone('debug_traceTransaction'),
	versions: {
		chains: {
			'C-Chain': { option: 'apis, which has trace by default since 1.15.0' },
			'Subnet-EVM L1s': { option: 'eth-apis with debug-tracer' },
		},
		source: 'avalanchego, vms/saevm/cchain/config.md and graft/subnet-evm/plugin/evm/config',
	},
	input: fieldSet({
		blockchainId: evmChain(),
		txHash: txHash(),
		tracer: field(
			choice(
				TRACERS.map(({ value }) => value),
				TRACERS,
			).optional(),
			{
				in: 'params',
				name: 'config.tracer',
				label: 'Tracer',
				description: 'What the node makes of the execution; without it, every step',
				placeholder: 'callTracer',
				show: 'option',
			},
		),
		tracerConfig: field(json('must be a JSON object', isMap).optional(), {
			in: 'params',
			name: 'config.tracerConfig',
			label: 'Tracer Config',
			description:
				'Options of the tracer as a JSON object, such as {"withLog": true} or {"onlyTopCall": true} for Calls, {"diffMode": true} for State Before',
			placeholder: '{"onlyTopCall": true}',
			show: 'option',
		}),
		timeout: field(
			textValue('must be a duration such as 10s or 500ms', (text) =>
				/^\d{1,6}(ms|s|m)$/.test(text),
			).optional(),
			{
				in: 'params',
				name: 'config.timeout',
				label: 'Tracer Timeout',
				description:
					'How long the node may trace, as a number with ms, s or m; 5 seconds by default',
				placeholder: '30s',
				show: 'option',
			},
		),
	}),
	output: out.object({
		trace: out.essential(
			out.byInput(
				'tracer',
				{ flatCallTracer: out.objects({}, 'The calls') },
				out.object({}, 'What the tracer returned; its numbers are hex quantities'),
			),
		),
	}),
	adapt: named('trace'),
});
