/** An RLP item: bytes or a list. */
export type Item = Uint8Array | Item[];

const TOO_LONG = 'rlp: value size exceeds available input length';

function lengthOf(bytes: Uint8Array, at: number, size: number): number {
	if (at + size > bytes.length || size > 6) throw new Error(TOO_LONG);
	return Buffer.from(bytes).readUIntBE(at, size);
}

/** Reads one item: where its content begins and ends, and whether it is a list. */
function header(bytes: Uint8Array, at: number) {
	const first = bytes[at];
	if (first === undefined) throw new Error(TOO_LONG);
	if (first < 0x80) return { from: at, to: at + 1, list: false };
	const list = first >= 0xc0;
	const short = first - (list ? 0xc0 : 0x80);
	const size = short <= 55 ? 0 : short - 55;
	const length = size === 0 ? short : lengthOf(bytes, at + 1, size);
	const from = at + 1 + size;
	if (from + length > bytes.length) throw new Error(TOO_LONG);
	return { from, to: from + length, list };
}

function read(bytes: Uint8Array, at: number): [Item, number] {
	const { from, to, list } = header(bytes, at);
	if (!list) return [bytes.subarray(from, to), to];
	const items: Item[] = [];
	const content = bytes.subarray(0, to);
	for (let next = from; next < to; ) {
		const [item, end] = read(content, next);
		items.push(item);
		next = end;
	}
	return [items, to];
}

/** The one item that the bytes hold. Throws an Error in the words of geth's decoder. */
export function decodeRlp(bytes: Uint8Array): Item {
	const [item, end] = read(bytes, 0);
	if (end !== bytes.length) throw new Error('rlp: input contains more than one value');
	return item;
}

function head(length: number, offset: number): Buffer {
	if (length <= 55) return Buffer.from([offset + length]);
	const hex = length.toString(16);
	const size = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
	return Buffer.concat([Buffer.from([offset + 55 + size.length]), size]);
}

/** The bytes of an item. */
export function encodeRlp(item: Item): Uint8Array {
	if (Array.isArray(item)) {
		const content = Buffer.concat(item.map(encodeRlp));
		return Buffer.concat([head(content.length, 0xc0), content]);
	}
	if (item.length === 1 && item[0] < 0x80) return item;
	return Buffer.concat([head(item.length, 0x80), item]);
}
