import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { field } from '../../../core/fields/field';
import { fieldSet } from '../../../core/fields/fieldSet';
import { flag } from '../../../core/fields/inputs';
import { hexWithoutChecksum } from '../../../core/formats/hex';
import { Failure } from '../../../core/failure';
import type { Run } from '../../shared/action';
import { DEFAULT_BINARY_FIELD, binaryField } from '../../shared/binaryField';
import { locatedIn, optionalProperty } from '../../shared/fieldProperties';
import type { Finish } from '../../shared/operationAction';
import { valuesOf } from '../../shared/parameters';

type Json = Record<string, unknown>;

const decodeFields = fieldSet({
	decode: field(flag().optional(), {
		in: 'form',
		label: 'Decode to Binary',
		description:
			'Whether to check the checksum of each container, remove it, and put the bytes into the binary data in place of the hex text',
		default: true,
		show: 'option',
	}),
	binaryField: binaryField('Decode to Binary'),
});

/** The options that turn a container's hex into a file. */
export const decodeOptions: INodeProperties[] = locatedIn(decodeFields).map(optionalProperty);

/** Writes a container's bytes to binary data if the option is on. Throws on a wrong checksum. */
export function decoderOf(run: Run): Finish | undefined {
	const { decode = false, binaryField: name = DEFAULT_BINARY_FIELD } = valuesOf(decodeFields, run);
	return decode ? (item, result) => decodeContainer(run, name, item, result) : undefined;
}

async function decodeContainer(
	run: Run,
	name: string,
	item: INodeExecutionData,
	result: Json,
): Promise<INodeExecutionData> {
	if (typeof result.bytes !== 'string') return item;
	const rest = { ...item.json };
	delete rest.bytes;
	// The id comes from the node: a file name must not contain a path, as the file may be written
	// to a disk.
	const id = typeof result.id === 'string' ? result.id.replace(/\W+/g, '-').slice(0, 100) : '';
	const fileName = `${id || 'container'}.bin`;
	const file = await run.context.helpers.prepareBinaryData(
		Buffer.from(decoded(result)),
		fileName,
		'application/octet-stream',
	);
	return { ...item, json: rest, binary: { [name]: file } };
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
