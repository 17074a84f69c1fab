import { bech32Encode, bytesToHex, cb58Encode } from '../../core';
import type { ChainAlias, Utxo } from '../world';
import { addressBytes, idBytes } from '../../core/testing/network/bytes';
import { utxoBytes } from '../../core/testing/network/transactions';
import { type Args, EMPTY_ID } from './args';
import { addressOf, bareAddress, blockchainIdOf, primaryChain } from './addresses';
import { encodeBytes } from './bytes';
import { readId } from './cb58Text';
import { type NodeContext, byDialect, heliconIsActive } from './context';
import { MethodError, wrapping } from './failure';
import { idOf } from './txJson';

const MAX_UTXOS = 1024;
const MAX_ADDRESSES = 1024;

interface Keyed {
	/** The UTXO's id in hex: their order. */
	key: string;
	utxo: Utxo;
}

/** End of a page: its last address and UTXO. */
interface Index {
	address: string;
	/** Hex. */
	utxo: string;
}

const addressKey = (bare: string) => bytesToHex(addressBytes(bare));
const idKey = (id: string) => bytesToHex(idBytes(id));

/** avm.getUTXOs and platform.getUTXOs: pages in order of addresses, then of UTXO ids. */
export function getUtxos(context: NodeContext, alias: ChainAlias, args: Args) {
	const addresses = args.texts('addresses');
	if (addresses.length === 0) throw new MethodError('no addresses provided');
	if (addresses.length > MAX_ADDRESSES) {
		const message = `number of addresses given, ${addresses.length}, exceeds maximum, ${MAX_ADDRESSES}`;
		throw new MethodError(message);
	}
	const source = args.text('sourceChain');
	const from = source ? sourceChainOf(context, alias, source) : alias;
	const owners = addresses.map((address) => addressOf(context, alias, address));
	const asked = Number(args.uint('limit'));
	const limit = asked === 0 || asked > MAX_UTXOS ? MAX_UTXOS : asked;
	const encoding = args.encoding();
	const utxosOf = (owner: string) => keyed(stored(context, alias, from, owner));
	const { found, end } = page([...new Set(owners)], utxosOf, startOf(context, alias, args), limit);
	const numFetched = found.length;
	return {
		numFetched: byDialect(context, { spec: numFetched, live: String(numFetched) }),
		utxos: found.map((utxo) =>
			wrapping(`couldn't encode UTXO ${idOf(utxo)} as string`, () =>
				encodeBytes(utxoBytes(utxo), encoding),
			),
		),
		endIndex: {
			address: `${alias}-${end.address || bech32Encode(context.network.hrp, new Uint8Array(20))}`,
			utxo: end.utxo ? cb58Encode(Buffer.from(end.utxo, 'hex')) : EMPTY_ID,
		},
		...byDialect(context, { spec: source ? { sourceChain: source } : {}, live: {} }),
		encoding,
	};
}

function sourceChainOf(
	context: NodeContext,
	alias: ChainAlias,
	source: string,
): ChainAlias | undefined {
	// The C-Chain's words are others since Helicon.
	const words = alias === 'C' && heliconIsActive(context) ? 'parsing' : 'problem parsing';
	return wrapping(`${words} source chainID ${JSON.stringify(source)}`, () =>
		primaryChain(context, blockchainIdOf(context, source)),
	);
}

function stored(
	{ network }: NodeContext,
	alias: ChainAlias,
	from: ChainAlias | undefined,
	owner: string,
): Utxo[] {
	if (from === alias) return alias === 'C' ? [] : network.utxos(alias, owner);
	return from ? network.atomicUtxos(alias, from, owner) : [];
}

function keyed(utxos: readonly Utxo[]): Keyed[] {
	return utxos
		.map((utxo) => ({ key: idKey(idOf(utxo)), utxo }))
		.sort((a, b) => (a.key < b.key ? -1 : 1));
}

function startOf(context: NodeContext, alias: ChainAlias, args: Args): Index | undefined {
	const start = args.nested('startIndex');
	const address = start?.text('address') ?? '';
	const utxo = start?.text('utxo') ?? '';
	if (!address && !utxo) return undefined;
	const words = `couldn't parse start index address ${JSON.stringify(address)}`;
	return {
		address: wrapping(words, () => bareAddress(context, alias, address)),
		utxo: wrapping("couldn't parse start index utxo", () => bytesToHex(readId(utxo))),
	};
}

function page(
	owners: readonly string[],
	utxosOf: (owner: string) => Keyed[],
	start: Index | undefined,
	limit: number,
): { found: Utxo[]; end: Index } {
	const end = { address: start?.address ?? '', utxo: start?.utxo ?? '' };
	const startKey = start ? addressKey(start.address) : '';
	const seen = new Set<string>();
	const found: Utxo[] = [];
	for (const owner of [...owners].sort((a, b) => (addressKey(a) < addressKey(b) ? -1 : 1))) {
		const ownerKey = addressKey(owner);
		if (ownerKey < startKey) continue;
		const after = ownerKey === startKey ? (start?.utxo ?? '') : '';
		end.address = owner;
		for (const { key, utxo } of utxosOf(owner)) {
			if (key <= after) continue;
			end.utxo = key;
			if (seen.has(key)) continue;
			seen.add(key);
			found.push(utxo);
			if (found.length === limit) return { found, end };
		}
	}
	return { found, end };
}
