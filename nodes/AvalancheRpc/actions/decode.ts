import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { hexWithoutChecksum } from '../../../core/formats/hex';
import { Failure } from '../../../core/protocol/failure';
import type { Run } from '../../shared/action';
import { textOf } from '../../shared/parameters';

type Json = Record<string, unknown>;

/** The options that turn a container's hex into a file. */
export const decodeOptions: INodeProperties[] = [
	{
		displayName: 'Decode to Binary',
		name: 'decode',
		type: 'boolean',
		default: true,
		description:
			'Whether to check the checksum of each container, remove it, and put the bytes into the binary data in place of the hex text',
	},
	{
		displayName: 'Put Output File in Field',
		name: 'binaryField',
		type: 'string',
		default: 'data',
		hint: 'The name of the output binary field to put the file in',
		description: 'Used if Decode to Binary is on',
	},
];

/** Moves a container's bytes into binary data where the option is on. Throws on a wrong checksum. */
export async function decodeContainer(
	item: INodeExecutionData,
	result: Json,
	run: Run,
): Promise<INodeExecutionData> {
	const options = run.parameter('options', {}) as Json;
	if (options.decode !== true || typeof result.bytes !== 'string') return item;
	const field = textOf(options.binaryField) || 'data';
	const rest = { ...item.json };
	delete rest.bytes;
	// The node names it: a name must not be a path where somebody writes the file to a disk.
	const id = typeof result.id === 'string' ? result.id.replace(/\W+/g, '-').slice(0, 100) : '';
	const name = `${id || 'container'}.bin`;
	const file = await run.context.helpers.prepareBinaryData(
		Buffer.from(decoded(result)),
		name,
		'application/octet-stream',
	);
	return { ...item, json: rest, binary: { [field]: file } };
}

function decoded({ id, bytes }: Json): Uint8Array {
	try {
		return hexWithoutChecksum(String(bytes));
	} catch (error) {
		const message = `The bytes of container ${String(id)} are damaged: ${(error as Error).message}`;
		throw invalid(message);
	}
}

function invalid(message: string): Failure {
	return new Failure({ kind: 'invalid-response', message, retryable: false });
}
