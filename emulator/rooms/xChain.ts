import type { EmulatedRoom } from '../room';
import { isId } from '../../core';
import type { Asset, Utxo } from '../world';
import type { Args } from '../node/args';
import { addressOf } from '../node/addresses';
import { type NodeContext, byDialect } from '../node/context';
import { blockMethods, encodedTx, txIdOf } from '../node/encoded';
import { MethodError, wrapping } from '../node/failure';
import type { Methods } from '../node/gorillaRpc';
import { issueTx } from '../node/issueTx';
import { getUtxos } from '../node/utxos';

/** nAVAX: the fees of the deployed X-Chain. */
const TX_FEE = 1_000_000;
const CREATE_ASSET_FEE = 10_000_000;

/** The X-Chain API (`avm`): node document, X-Chain API. */
function xChain(context: NodeContext): Methods {
	const { network, world } = context;
	const chain = network.chain('X');

	function spendable(args: Args): Utxo[] {
		const address = args.text('address');
		const owner = wrapping(`problem parsing address '${address}'`, () =>
			addressOf(context, 'X', address),
		);
		const partial = args.flag('includePartial');
		const now = world.clock.seconds();
		return network.utxos('X', owner).filter(({ locktime, threshold, addresses }) => {
			const alone = addresses.length === 1 && threshold === 1;
			return partial || (alone && locktime <= now);
		});
	}

	function assetIdOf(name: string): string {
		if (name === 'AVAX') return network.assets[0].assetId;
		if (!isId(name)) throw new MethodError(`asset '${name}' not found`);
		return name;
	}

	function assetOf(name: string): Asset {
		const id = assetIdOf(name);
		const found = network.assets.find(({ assetId }) => assetId === id);
		if (found) return found;
		throw new MethodError(chain.tx(id) ? "transaction doesn't create an asset" : 'not found');
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
			const decimals = byDialect(context, { spec: denomination, live: String(denomination) });
			return { assetID: assetId, name, symbol, denomination: decimals };
		},
		getBalance(args) {
			const own = spendable(args);
			const id = assetIdOf(args.text('assetID'));
			const found = own.filter(({ assetId }) => assetId === id);
			const balance = found.reduce((sum, { amount }) => sum + amount, 0n);
			const utxoIDs = found.map(({ txId, outputIndex }) => ({ txID: txId, outputIndex }));
			return { balance: String(balance), utxoIDs };
		},
		...blockMethods(context, 'X', chain),
		getTx(args) {
			const tx = chain.tx(txIdOf(args));
			if (!tx) throw new MethodError('not found');
			return encodedTx(context, 'X', args, tx);
		},
		issueTx: (args) => issueTx(context, 'X', args),
		getTxFee: () => ({ txFee: String(TX_FEE), createAssetTxFee: String(CREATE_ASSET_FEE) }),
		getTxStatus: (args) => ({ status: chain.tx(txIdOf(args)) ? 'Accepted' : 'Unknown' }),
		getUTXOs: (args) => getUtxos(context, 'X', args),
	};
}

export const emulated = {
	methods: {
		avm: xChain,
		wallet: (context) => ({ issueTx: (args) => issueTx(context, 'X', args) }),
	},
} satisfies EmulatedRoom;
