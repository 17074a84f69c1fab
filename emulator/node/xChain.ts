import type { Asset, Block, Utxo } from '../world';
import { type Args, EMPTY_ID } from './args';
import { bareAddress } from './addresses';
import { encodeBytes } from './bytes';
import { type NodeContext, byDialect } from './context';
import { MethodError, wrapping } from './failure';
import { isId } from '../../core/formats/ids';
import type { Methods } from './gorillaRpc';
import { blockJson, txJson } from './txJson';
import { getUtxos } from './utxos';

/** nAVAX: the fees of the deployed X-Chain. */
const TX_FEE = 1_000_000;
const CREATE_ASSET_FEE = 10_000_000;

/** The X-Chain API (`avm`): node document, X-Chain API. */
export function xChain(context: NodeContext): Methods {
	const { network, world } = context;
	const chain = network.chain('X');

	function spendable(args: Args): Utxo[] {
		const address = args.text('address');
		const owner = wrapping(`problem parsing address '${address}'`, () =>
			bareAddress(context, 'X', address),
		);
		const partial = args.flag('includePartial');
		const now = world.clock.seconds();
		return network
			.utxos('X', owner)
			.filter(({ locktime, threshold, addresses }) => {
				const alone = addresses.length === 1 && threshold === 1;
				return partial || (alone && locktime <= now);
			});
	}

	function assetOf(name: string): Asset {
		const found = network.assets.find(
			({ assetId }, i) => assetId === name || (i === 0 && name === 'AVAX'),
		);
		if (found) return found;
		if (!isId(name)) throw new MethodError(`failed to find assetID '${name}'`);
		throw new MethodError(chain.tx(name) ? "transaction doesn't create an asset" : 'not found');
	}

	function blockOf(block: Block | undefined, which: string, args: Args) {
		const encoding = args.encoding();
		if (!block) throw new MethodError(`couldn't get block ${which}: not found`);
		const json = encoding === 'json';
		return {
			block: json ? blockJson(context, 'X', block) : encodeBytes(block.bytes, encoding),
			encoding,
		};
	}

	function txId(args: Args): string {
		const id = args.id('txID');
		if (id === EMPTY_ID) throw new MethodError('nil transaction ID');
		return id;
	}

	return {
		getAllBalances(args) {
			const sums = new Map<string, bigint>();
			for (const { assetId, amount } of spendable(args)) {
				sums.set(assetId, (sums.get(assetId) ?? 0n) + amount);
			}
			const named = (id: string) => (id === network.assets[0].assetId ? 'AVAX' : id);
			const balances = [...sums].map(([id, sum]) => ({ asset: named(id), balance: String(sum) }));
			return { balances };
		},
		getAssetDescription(args) {
			const { assetId, name, symbol, denomination } = assetOf(args.text('assetID'));
			const places = byDialect(context, { spec: denomination, live: String(denomination) });
			return { assetID: assetId, name, symbol, denomination: places };
		},
		getBalance(args) {
			const name = args.text('assetID');
			const asset = network.assets.find(({ symbol }) => symbol === name && name === 'AVAX');
			if (!asset && !isId(name)) throw new MethodError(`failed to find assetID '${name}'`);
			const id = asset?.assetId ?? name;
			const found = spendable(args).filter(({ assetId }) => assetId === id);
			const balance = found.reduce((sum, { amount }) => sum + amount, 0n);
			const utxoIDs = found.map(({ txId, outputIndex }) => ({ txID: txId, outputIndex }));
			return { balance: String(balance), utxoIDs };
		},
		getBlock(args) {
			const id = args.id('blockID');
			return blockOf(chain.byId(id), `with id ${id}`, args);
		},
		getBlockByHeight(args) {
			const height = args.uint('height');
			return blockOf(chain.block(Number(height)), `at height ${height}`, args);
		},
		getHeight: () => ({ height: String(chain.height()) }),
		getTx(args) {
			const tx = chain.tx(txId(args));
			const encoding = args.encoding();
			if (!tx) throw new MethodError('not found');
			const json = encoding === 'json';
			return { tx: json ? txJson(context, 'X', tx) : encodeBytes(tx.bytes, encoding), encoding };
		},
		getTxFee: () => ({ txFee: String(TX_FEE), createAssetTxFee: String(CREATE_ASSET_FEE) }),
		getTxStatus: (args) => ({ status: chain.tx(txId(args)) ? 'Accepted' : 'Unknown' }),
		getUTXOs: (args) => getUtxos(context, 'X', args),
	};
}
