import * as out from '../../fields/outputs';

/** The objects that several answers of a node hold. */

/** Amounts by asset id. */
export function amountsByAsset(note: string) {
	return out.map(out.amount({}), 'asset id', note);
}

/** Outputs that an amount is made of. */
export function utxoIds() {
	return out.objects({
		txID: out.id('Transaction that made the output, cb58'),
		outputIndex: out.count('Position of the output in its transaction'),
	});
}

/** Who may spend or decide: `threshold` of the `addresses`, from `locktime` on. */
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

/** Bytes in hex, or the object that they stand for, as the field `encoding` asks for. */
export function encoded(note: string) {
	const open = out.open(note, AMOUNTS);
	return out.required(out.byInput('encoding', { json: open }, out.hex(note)));
}

/** Which of the two it is. */
export function encodingEcho() {
	return out.text('hex or json');
}
