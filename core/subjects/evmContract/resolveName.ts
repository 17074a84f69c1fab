import type { AnyClient } from '../../client';
import { Failure, isFailure } from '../../failure';
import { field } from '../../fields/field';
import { type InputValues, fieldSet, parseFields } from '../../fields/fieldSet';
import { evmAddress } from '../../fields/identifiers';
import { choice, textValue } from '../../fields/inputs';
import * as out from '../../fields/outputs';
import { withChecksum, isEvmAddress } from '../../formats/evmAddress';
import { readContract } from './read';

/** Names such as alice.avax, by the contracts of Avvy Domains on the C-Chain of Mainnet. */

const SUBJECT = 'evmContract.resolveName';

/**
 * The proxy of the latest version, from the documents of the service:
 * https://github.com/avvydomains/technical-documentation/blob/master/contracts/resolution-utils.md
 */
const RESOLVER = '0x5BBD3a8E215B1fC30595fd1Aba4F3FcDbB614078';

/** The standard records by their keys, and the number of each. */
const RECORDS = {
	evm: { key: 3, name: 'EVM Address' },
	xChain: { key: 1, name: 'X-Chain Address' },
	pChain: { key: 2, name: 'P-Chain Address' },
	validator: { key: 4, name: 'Validator' },
} as const;
type RecordName = keyof typeof RECORDS;
const RECORD_NAMES = Object.keys(RECORDS) as RecordName[];

/** One to 62 lower-case letters, digits and dashes between dots: other characters only look like them. */
const NAME = /^([a-z0-9-]{1,62}\.)+avax$/;

const FIELDS = {
	name: field(
		textValue(
			'must be a name of letters a to z, digits and dashes that ends in .avax, or an address: 0x and 40 hexadecimal digits',
			(text) => NAME.test(text.toLowerCase()) || isEvmAddress(text),
		),
		{
			in: 'form',
			label: 'Name or Address',
			description:
				'The name whose record is read, or a 0x address whose name is looked up and resolved again',
			placeholder: 'alice.avax',
		},
	),
	record: field(
		choice(
			RECORD_NAMES,
			RECORD_NAMES.map((value) => ({ value, name: RECORDS[value].name })),
		).optional(),
		{
			in: 'form',
			label: 'Record',
			description: 'The record of the name',
			default: 'evm',
			show: 'option',
		},
	),
	resolver: field(evmAddress().optional(), {
		in: 'form',
		label: 'Resolver Contract',
		description:
			'Address of the Resolution Utils contract of Avvy Domains on the C-Chain; that of Mainnet by default',
		placeholder: RESOLVER,
		show: 'option',
	}),
} as const;

/** The fields of a resolution. */
export const nameFields = fieldSet(FIELDS);

/** The input of `resolveName`, as the form of *EVM Contract: Resolve Name* has it. */
export type ResolveNameInput = InputValues<typeof FIELDS>;

/** A name and its record. */
export const RESOLVED_NAME = out.object({
	name: out.name('In lower case'),
	record: out.choice(RECORD_NAMES),
	value: out.text('The record: for an EVM address with its checksum'),
});

export type ResolvedName = out.ValueOf<typeof RESOLVED_NAME>;

/** The text that a function of the resolver returns; empty if it reverts, as it does for unknown names. */
async function textOf(
	client: AnyClient,
	call: Parameters<typeof readContract>[1],
): Promise<string> {
	try {
		return String((await readContract(client, call)).result);
	} catch (error) {
		if (isFailure(error, 'rpc') && /revert/i.test(error.message)) return '';
		throw error;
	}
}

/** An error about what was looked up. */
function failure(kind: 'not-found' | 'invalid-response', message: string): Failure {
	return new Failure({
		kind,
		message,
		operation: SUBJECT,
		service: 'node',
		hint: 'Names are those of Avvy Domains on the C-Chain of Mainnet: check the name, and that the node URL leads to Mainnet.',
	});
}

/**
 * The record of a .avax name, or the name of an address. The name of an address is only returned if the
 * name leads back to that address: anyone can claim a name for an address. Records are texts that the owner
 * of the name has chosen; an EVM address is checked, other records are returned as they are. Throws
 * `Failure`: `invalid-input` before anything is sent; `not-found` if there is no such name or record;
 * `invalid-response` if the record of an EVM address is none.
 *
 * @example
 * const { value } = await resolveName(client, { name: 'alice.avax' });
 */
export async function resolveName(
	client: AnyClient,
	given: ResolveNameInput,
): Promise<ResolvedName> {
	const input = parseFields(nameFields, given, SUBJECT);
	const { record = 'evm', resolver = RESOLVER } = input;
	const at = { blockchainId: 'C', address: resolver };
	const recordOf = async (name: string, which: RecordName) =>
		await textOf(client, {
			...at,
			function: 'resolveStandard(string,uint256)(string)',
			args: [name, RECORDS[which].key],
		});
	let name = input.name.toLowerCase();
	if (isEvmAddress(input.name)) {
		const found = await textOf(client, {
			...at,
			function: 'reverseResolveEVMToName(address)(string)',
			args: [input.name],
		});
		const isName = NAME.test(found);
		const back = isName ? await recordOf(found, 'evm') : '';
		if (back.toLowerCase() !== input.name.toLowerCase()) {
			throw failure('not-found', `${input.name} has no .avax name that leads back to it`);
		}
		name = found;
	}
	const value = await recordOf(name, record);
	const what = RECORDS[record].name;
	if (value === '')
		throw failure('not-found', `${name} is not registered, or has no ${what} record`);
	if (record !== 'evm') return { name, record, value };
	if (isEvmAddress(value)) return { name, record, value: withChecksum(value) };
	throw failure('invalid-response', `The ${what} record of ${name} is not an EVM address`);
}
