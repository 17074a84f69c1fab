import { fieldSet } from '../../fields/fieldSet';
import { field, sentAs, takenAs, type Value } from '../../fields/field';
import { listOf, textValue } from '../../fields/inputs';
import * as out from '../../fields/outputs';
import { declare, declareList } from '../../operations/declare';
import { callFields } from '../evm/evmContract';
import { account, atBlock, EVM_DETAILS, evmCall, filledWith } from '../shared/node/evmFields';
import {
	named,
	orNotFound,
	quantity,
	receipt,
	receiptColumns,
	wei,
} from '../shared/node/evmShapes';
import { evmChain } from '../shared/node/fields';

/** The state of an EVM chain: the storage of contracts and its proofs, the receipts of a block, and what a call touches. */

const SLOT = 'a storage slot: a number (decimal or 0x hex) of at most 256 bits';

const isSlot = (text: string) => /^(\d{1,77}|0x[0-9a-fA-F]{1,64})$/.test(text);
/** A slot as 32 bytes in hex. */
const wordOf = (text: string) => `0x${BigInt(text).toString(16).padStart(64, '0')}`;
const plain = (given: unknown) => (Number.isSafeInteger(given) ? String(given) : given);

/** Maximum number of slots of one proof, in geth. */
const MOST_SLOTS = 1024;

function slot(): Value<string, string | number> {
	return sentAs(takenAs(textValue(`must be ${SLOT}`, isSlot), plain), wordOf);
}

function slots() {
	const given = listOf(`must be storage slots, each ${SLOT.slice(2)}`, isSlot, MOST_SLOTS);
	return filledWith(
		sentAs(given, (all) => all.map(wordOf)),
		[],
	);
}

/** One word of a contract's storage. */
export const getStorageAt = declare({
	id: 'evmSubnet.getStorageAt',
	...EVM_DETAILS,
	entry: { value: 'getStorageAt', name: 'Get Storage At' },
	action: "Get a word of a contract's storage",
	description:
		'eth_getStorageAt: returns the 32 bytes in a slot of the storage of a contract at a block as hex; zeros if the slot is empty',
	call: evmCall('eth_getStorageAt'),
	input: fieldSet({
		blockchainId: evmChain(),
		address: account('Address of the contract, 0x and 40 hexadecimal digits'),
		slot: field(slot(), {
			in: 'params',
			label: 'Slot',
			description:
				'Position in the storage, decimal or 0x hex; the slot of a mapping is a Keccak hash',
			placeholder: '0',
		}),
		block: atBlock(),
	}),
	output: out.object({ value: out.essential(out.hex('32 bytes')) }),
	adapt: named('value'),
});

/** The proof of an account and of slots of its storage. */
export const getProof = declare({
	id: 'evmSubnet.getProof',
	...EVM_DETAILS,
	entry: { value: 'getProof', name: 'Get Proof' },
	action: 'Get the Merkle proof of an account',
	description:
		'eth_getProof: returns balance, nonce, code hash and storage root of an account at a block, with the Merkle proof of them and of slots of its storage against the state root of the block (EIP-1186); nodes keep the state of recent blocks only, unless they are archive nodes',
	call: evmCall('eth_getProof'),
	input: fieldSet({
		blockchainId: evmChain(),
		address: account('Address of the account or the contract, 0x and 40 hexadecimal digits'),
		storageKeys: field(slots(), {
			in: 'params',
			label: 'Storage Slots',
			description:
				'Slots of the storage to prove, each decimal or 0x hex, separated by commas; by default the account only',
			placeholder: '0, 1',
			show: 'main',
		}),
		block: atBlock(),
	}),
	output: out.object({
		address: out.essential(out.address()),
		balance: wei(),
		nonce: quantity(out.uint64()),
		codeHash: out.hash('Keccak hash of the code'),
		storageHash: out.hash('Root of the storage'),
		accountProof: out.list(out.hex(), 'Nodes of the trie, from the state root'),
		storageProof: out.objects(
			{
				key: out.hex('The slot'),
				value: out.hex('As a quantity'),
				proof: out.list(out.hex(), 'Nodes of the trie, from the storage root'),
			},
			'For each slot',
		),
	}),
});

/** Receipts of all transactions of a block. */
export const getManyReceipts = declareList({
	id: 'evmSubnet.getManyReceipts',
	...EVM_DETAILS,
	entry: { value: 'getManyReceipts', name: 'Get Many Receipts' },
	action: 'Get many receipts of a block',
	description:
		'eth_getBlockReceipts: lists the receipts of all transactions of a block, with result, gas, fee and events, in one request; their gasUsed is what was charged, which the header of a C-Chain block only bounds; a block that is unknown or not executed yet is an error',
	call: evmCall('eth_getBlockReceipts'),
	input: fieldSet({ blockchainId: evmChain(), block: atBlock() }),
	output: out.object({ receipts: out.many(receipt()) }),
	items: 'receipts',
	adapt: (answer) => ({ receipts: orNotFound('block')(answer) }),
	columns: receiptColumns,
});

/** The storage that a transaction would touch. */
export const createAccessList = declare({
	id: 'evmSubnet.createAccessList',
	...EVM_DETAILS,
	entry: { value: 'createAccessList', name: 'Create Access List' },
	action: 'Create the access list of a transaction',
	description:
		'eth_createAccessList: returns the contracts and storage slots that a transaction would touch (EIP-2930), without sending it, and the gas that it uses with them in its access list; if it would revert, the reason is in error',
	call: evmCall('eth_createAccessList'),
	input: callFields(),
	output: out.object({
		accessList: out.essential(
			out.objects({ address: out.address(), storageKeys: out.list(out.hash()) }),
		),
		gasUsed: quantity(out.gas()),
		error: out.optional(out.text('Why it would fail')),
	}),
});
