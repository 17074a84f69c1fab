import * as out from '../../../fields/outputs';
import { AVAX } from '../../../operations/shared';

/** The objects that several answers of a node hold. */

/** Decimals of AVAX by the asset names that a node uses. */
const AVAX_DECIMALS = { AVAX: 9, [AVAX.mainnet]: 9, [AVAX.fuji]: 9 };

/** Amounts by asset id. */
export function amountsByAsset(note: string) {
	return out.map(amountOf('key'), 'asset id', note);
}

/** An amount of the asset in another field of the same object. */
export function amountOf(asset: string) {
	return out.amount({ decimals: { asset, known: AVAX_DECIMALS } });
}

/** An amount of the asset in an input field. */
export function amountOfInput(field: string) {
	const cases = Object.keys(AVAX_DECIMALS).map((asset) => [asset, out.nAvax()]);
	return out.byInput(
		field,
		Object.fromEntries(cases) as Record<string, out.Output<string>>,
		out.amount({}),
	);
}

/** The outputs of an amount. */
export function utxoIds() {
	return out.objects({
		txID: out.id('Transaction that made the output, cb58'),
		outputIndex: out.count('Position of the output in its transaction'),
	});
}

/** Owners with a multisignature: `threshold` of the `addresses` must sign, from `locktime` on. */
export function owner() {
	return out.object({
		locktime: out.seconds(),
		threshold: out.count('Number of required signatures'),
		addresses: out.texts(),
	});
}

/**
 * The uint64 amounts and weights of transactions of the P- and X-Chain in JSON, which the node sends as
 * numbers. Source: avalanchego, vms/platformvm/txs and vms/secp256k1fx.
 */
const AMOUNTS = [
	'amount',
	'balance',
	'initialSupply',
	'maxValidatorStake',
	'maximumSupply',
	'minDelegatorStake',
	'minValidatorStake',
	'weight',
];

/** Bytes in hex, or the decoded object, by the field `encoding`. */
export function encoded(note: string) {
	const open = out.open(note, AMOUNTS);
	return out.essential(out.byInput('encoding', { json: open }, out.hex(note)));
}

/** The encoding of the response. */
export function encodingEcho() {
	return out.text('hex or json');
}
