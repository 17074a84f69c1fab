import { hexToBytes } from '../../../formats/hex';
import type { Log } from '../shared/nodeLogs';
import type { TransferPart } from '../shared/transfers';

/**
 * The token transfers in the logs of ERC-20, ERC-721 and ERC-1155 contracts. Anyone can emit a log
 * with the topics of these standards: a log that does not follow them in all its topics and data is
 * no transfer.
 */

/** keccak256 of `Transfer(address,address,uint256)`, of ERC-20 and ERC-721. */
export const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** keccak256 of `TransferSingle(address,address,address,uint256,uint256)`, of ERC-1155. */
export const SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62';
/** keccak256 of `TransferBatch(address,address,address,uint256[],uint256[])`, of ERC-1155. */
export const BATCH = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb';

/** A transfer with the values of its log only; those of the token's contract are absent. */
export type LoggedPart = Pick<TransferPart, 'kind' | 'from' | 'to' | 'value' | 'tokenId'>;

/** An address as a topic: 12 zero bytes before its 20. */
const ADDRESS_TOPIC = /^0x0{24}([0-9a-f]{40})$/i;
const WORD_TOPIC = /^0x[0-9a-f]{64}$/i;
const WORDS = /^0x([0-9a-f]{64})*$/i;
const WORD_DIGITS = 64;
const WORD_BYTES = 32n;

/** The transfers of a log, none if it does not follow a standard. */
export function transfersOfLog({ topics, data }: Log): LoggedPart[] {
	const [signature, ...args] = topics ?? [];
	const words = wordsOf(data ?? '0x');
	if (!words) return [];
	if (signature === TRANSFER) {
		const [from, to] = args.slice(0, 2).map(addressOf);
		if (from === undefined || to === undefined) return [];
		const [value] = words;
		// The number of an NFT is the fourth topic; the amount of a token is the data.
		if (args.length === 2 && words.length === 1) {
			return [{ kind: 'erc20', from, to, value: String(value) }];
		}
		const isNft = args.length === 3 && words.length === 0 && WORD_TOPIC.test(args[2]);
		return isNft
			? [{ kind: 'erc721', from, to, tokenId: String(BigInt(args[2])), value: '1' }]
			: [];
	}
	// The first argument is the operator.
	const [operator, from, to] = args.map(addressOf);
	if (args.length !== 3 || operator === undefined || from === undefined || to === undefined) {
		return [];
	}
	const lists = signature === SINGLE ? singleIn(words) : signature === BATCH ? listsIn(words) : [];
	const [ids = [], values = []] = lists;
	return ids.map((id, at) => {
		return { kind: 'erc1155', from, to, tokenId: String(id), value: String(values[at]) };
	});
}

function addressOf(topic: string): string | undefined {
	const [, digits] = ADDRESS_TOPIC.exec(topic) ?? [];
	return digits && `0x${digits}`;
}

function singleIn(words: readonly bigint[]): bigint[][] {
	return words.length === 2 ? [[words[0]], [words[1]]] : [];
}

/** The two lists of a batch, each at its offset in bytes; empty if their lengths differ. */
function listsIn(words: readonly bigint[]): bigint[][] {
	const list = (offset: bigint | undefined): bigint[] | undefined => {
		if (offset === undefined || offset % WORD_BYTES !== 0n) return undefined;
		const at = offset / WORD_BYTES;
		if (at >= BigInt(words.length)) return undefined;
		const length = words[Number(at)];
		if (length > BigInt(words.length) - at - 1n) return undefined;
		return words.slice(Number(at) + 1, Number(at) + 1 + Number(length));
	};
	const [ids, values] = [list(words[0]), list(words[1])];
	return ids && values?.length === ids.length ? [ids, values] : [];
}

/** The words of 32 bytes in ABI-encoded data; undefined if it is not made of words. */
export function wordsOf(data: string): bigint[] | undefined {
	if ((data.length - 2) % WORD_DIGITS !== 0 || !WORDS.test(data)) return undefined;
	const count = (data.length - 2) / WORD_DIGITS;
	const word = (at: number) => data.slice(2 + at * WORD_DIGITS, 2 + (at + 1) * WORD_DIGITS);
	return Array.from({ length: count }, (_, at) => BigInt(`0x${word(at)}`));
}

/** A byte order mark is a part of the text. */
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Bytes of a text that are read: names of tokens are short. */
const MOST_TEXT = 256;

/**
 * A text in the response of a contract: ABI-encoded with offset and length, or in one word as older
 * contracts return it. Undefined if the data is neither.
 */
export function textIn(data: string): string | undefined {
	const most = 2 + 2 * (2 * Number(WORD_BYTES) + MOST_TEXT);
	const digits = data.slice(0, most);
	if (!/^0x([0-9a-f]{2})+$/i.test(digits)) return undefined;
	const bytes = hexToBytes(digits);
	if (bytes.length === Number(WORD_BYTES)) return utf8.decode(bytes).replaceAll('\0', '');
	const [offset, length] = wordsOf(digits.slice(0, 2 + 2 * WORD_DIGITS)) ?? [];
	if (offset !== WORD_BYTES || length === undefined) return undefined;
	const textLength = length < BigInt(MOST_TEXT) ? Number(length) : MOST_TEXT;
	return utf8.decode(bytes.subarray(2 * Number(WORD_BYTES), 2 * Number(WORD_BYTES) + textLength));
}
