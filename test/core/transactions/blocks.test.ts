import { hexToBytes, hexWithoutChecksum } from '../../../core';
import { TransactionFormatError } from '../../../core/transactions/parts';
import { readBlock } from '../../../core/transactions/read';
import { signerAddressesOf } from '../../../core/transactions/signers';
import vectors from '../../../core/testing/vectors/local12345_blocks.json';

/** Blocks of the P- and X-Chain as a real node has them. */

const read = (bytes: Uint8Array, chain: string) => readBlock(bytes, chain as 'P' | 'X');

test.each(vectors.map((each) => [`${each.chain} ${each.height}`, each] as const))(
	'block %s has the transactions, the time and the signers that the node names',
	(_, { chain, height, block, time, ids, signers }) => {
		const bytes = hexWithoutChecksum(block);
		const found = read(bytes, chain);
		expect([found.height, found.time ?? null]).toEqual([height, time]);
		expect(found.transactions.map(({ txId }) => txId)).toEqual(ids);
		const all = found.transactions.flatMap((each) => signerAddressesOf(each).flat());
		expect([...new Set(all)]).toEqual(signers);
		// Every prefix, and every longer text, is not a block.
		for (let length = 0; length < bytes.length; length++) {
			expect(() => read(bytes.subarray(0, length), chain)).toThrow(TransactionFormatError);
		}
		expect(() => read(Uint8Array.from([...bytes, 0]), chain)).toThrow(TransactionFormatError);
	},
);

test('a proposal has its time, the transactions before it, and its own', () => {
	const tx = `00000014${'ab'.repeat(32)}00000000`;
	const before = `00000013${'00'.repeat(7)}0500000000`;
	const link = `${'cd'.repeat(32)}${'00'.repeat(7)}09`;
	const time = `${'00'.repeat(4)}6f000001`;
	const proposal = read(hexToBytes(`0x00000000001d${time}00000001${before}${link}${tx}`), 'P');
	expect(proposal).toMatchObject({ height: 9, time: 0x6f000001 });
	expect(proposal.transactions.map(({ values }) => values.type)).toEqual([
		'AdvanceTimeTx',
		'RewardValidatorTx',
	]);
	expect(read(hexToBytes(`0x00000000001f${time}${link}`), 'P').transactions).toEqual([]);
	const old = read(hexToBytes(`0x000000000000${link}${tx}`), 'P');
	expect([old.time, old.transactions.length]).toEqual([undefined, 1]);
});

test('a signature that no key can have made has no signer, and another recovery id another one', () => {
	const [, { block, signers }] = vectors;
	const [transaction] = read(hexWithoutChecksum(block), 'P').transactions;
	const [[signature]] = transaction.credentials ?? [];
	const withSignature = (given: string) =>
		signerAddressesOf({ ...transaction, credentials: [[given]] });
	expect(withSignature(`0x${'00'.repeat(65)}`)).toEqual([[]]);
	expect(withSignature(`${signature.slice(0, -2)}05`)).toEqual([[]]);
	const other = signature.endsWith('00') ? '01' : '00';
	expect(withSignature(signature)).toEqual([signers]);
	expect(withSignature(`${signature.slice(0, -2)}${other}`)).not.toEqual([signers]);
});
