import type { TransactionRecord } from '../shared/transfers';
import { isEvmAddress } from '../../../formats/evmAddress';
import { isMap } from '../../../formats/json';

/**
 * The transaction of an `address_activity` message as the data service lists it. Messages differ from
 * their document: lists can be absent, and one address has several cases. `valueWithDecimals` is a
 * rounded number and is never read.
 */

const DIGITS = /^\d+$/;

/** Digits of a whole number; anything else is left out. */
function whole(value: unknown): string | undefined {
	if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return String(value);
	return typeof value === 'string' && DIGITS.test(value) ? value : undefined;
}

function addressed(value: unknown): { address: string } | undefined {
	if (typeof value !== 'string' || !isEvmAddress(value)) return undefined;
	return { address: value };
}

type Given = Record<string, unknown>;

const listIn = (value: unknown): Given[] => (Array.isArray(value) ? value.filter(isMap) : []);

const numberIn = (value: unknown) => {
	const digits = whole(value);
	return digits === undefined ? undefined : Number(digits);
};

/** The ends and the amount that all kinds of transfers have; undefined if one of them is missing. */
function moveIn(given: Given) {
	const [from, to, value] = [addressed(given.from), addressed(given.to), whole(given.value)];
	return from && to && { from, to, value, logIndex: numberIn(given.logIndex) };
}

function tokenIn(given: Given, name: string) {
	const token = isMap(given[name]) ? given[name] : {};
	const address = addressed(token.address)?.address;
	return { ...token, address, decimals: numberIn(token.decimals) };
}

/** A transfer of a token, in the form of the list. Transfers without their ends are left out. */
function transfersIn(given: unknown, name: string, tokenOf: (transfer: Given) => Given): object[] {
	return listIn(given).flatMap((transfer) => {
		const move = moveIn(transfer);
		return move ? [{ ...move, [name]: tokenOf(transfer) }] : [];
	});
}

/**
 * The record of a message's transaction. Undefined if the message lacks what identifies it: hash,
 * block or time.
 */
export function recordOf({ transaction }: Given): TransactionRecord | undefined {
	if (!isMap(transaction)) return undefined;
	const { txHash } = transaction;
	const [blockNumber, blockTimestamp] = [
		whole(transaction.blockNumber),
		numberIn(transaction.blockTimestamp),
	];
	if (typeof txHash !== 'string' || !/^0x[0-9a-f]{64}$/i.test(txHash)) return undefined;
	if (blockNumber === undefined || !blockTimestamp) return undefined;
	const record = {
		nativeTransaction: {
			txHash: txHash.toLowerCase(),
			blockNumber,
			blockTimestamp,
			txStatus: whole(transaction.txStatus),
			value: whole(transaction.value),
			from: addressed(transaction.from),
			// The creation of a contract has no recipient.
			to: addressed(transaction.to),
		},
		erc20Transfers: transfersIn(transaction.erc20Transfers, 'erc20Token', (transfer) =>
			tokenIn(transfer, 'erc20Token'),
		),
		erc721Transfers: transfersIn(transaction.erc721Transfers, 'erc721Token', (transfer) => {
			const token = tokenIn(transfer, 'erc721Token') as Given;
			return { ...token, tokenId: whole(transfer.tokenId) ?? whole(token.tokenId) };
		}),
		erc1155Transfers: transfersIn(transaction.erc1155Transfers, 'erc1155Token', (transfer) => {
			const token = tokenIn(transfer, 'erc1155Token') as Given;
			const { decimals, symbol, name } = token;
			const tokenId = whole(transfer.tokenId) ?? whole(token.tokenId);
			return { ...token, tokenId, metadata: { decimals, symbol, name } };
		}),
		internalTransactions: listIn(transaction.internalTransactions).flatMap((call) => {
			const move = moveIn(call);
			return move ? [{ ...move, internalTxType: call.internalTxType }] : [];
		}),
	};
	return record as unknown as TransactionRecord;
}
