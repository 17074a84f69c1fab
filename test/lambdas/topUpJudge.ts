import { codecOf } from '../core/transactions/avalanchejs';
import { bech32Encode, bytesToHex } from '../../core';

/** avalanchejs reads what the key was asked to sign, and knows none of the code that decided on it. */

interface Judged {
	_type: string;
	baseTx: {
		NetworkId: { value(): number };
		BlockchainId: { toString(): string };
		memo: { toBytes(): Uint8Array };
		outputs: Array<{ assetId: { toString(): string }; output: Output }>;
		inputs: Array<{ assetId: { toString(): string }; input: { _type: string; amount(): bigint } }>;
	};
	validationId: { toString(): string };
	balance: { value(): bigint };
}
interface Output {
	_type: string;
	amount(): bigint;
	outputOwners: {
		locktime: { value(): bigint };
		threshold: { value(): number };
		addrs: Array<{ toBytes(): Uint8Array }>;
	};
}
interface Rules {
	payer: string;
	caps: { payment: string };
	maxFee: string;
	validations: ReadonlyArray<{ validationId: string }>;
}

/** Throws unless the bytes pay a listed validation of Fuji, below the caps, and nobody else. */
export function judgedByAvalanchejs(
	bytes: Uint8Array,
	rules: Rules,
): { balance: bigint; fee: bigint } {
	const codec = codecOf('P');
	const [tx, rest] = codec.UnpackPrefix(bytes.slice(2)) as unknown as [Judged, Uint8Array];
	expect([bytes[0], bytes[1], rest.length]).toEqual([0, 0, 0]);
	expect(bytesToHex(codec.PackPrefix(tx))).toBe(bytesToHex(bytes.slice(2)));
	expect(tx._type).toBe('pvm.IncreaseL1ValidatorBalanceTx');
	const { NetworkId, BlockchainId, memo, outputs, inputs } = tx.baseTx;
	expect([NetworkId.value(), BlockchainId.toString()]).toEqual([
		5,
		'11111111111111111111111111111111LpoYY',
	]);
	expect(bytesToHex(memo.toBytes())).toBe('00000000');
	expect(rules.validations.map((one) => one.validationId)).toContain(tx.validationId.toString());
	let left = 0n;
	for (const { assetId, input } of inputs) {
		expect([assetId.toString(), input._type]).toEqual([AVAX_OF_FUJI, 'secp256k1fx.TransferInput']);
		left += input.amount();
	}
	expect(outputs.length).toBeLessThanOrEqual(1);
	for (const { assetId, output } of outputs) {
		expect([assetId.toString(), output._type]).toEqual([
			AVAX_OF_FUJI,
			'secp256k1fx.TransferOutput',
		]);
		const { locktime, threshold, addrs } = output.outputOwners;
		expect([locktime.value(), threshold.value()]).toEqual([0n, 1]);
		expect(addrs.map((each) => `P-${bech32Encode('fuji', each.toBytes())}`)).toEqual([rules.payer]);
		left -= output.amount();
	}
	const balance = tx.balance.value();
	const fee = left - balance;
	expect(fee > 0n && fee <= BigInt(rules.maxFee)).toBe(true);
	expect(balance > 0n && balance + fee <= BigInt(rules.caps.payment)).toBe(true);
	return { balance, fee };
}

const AVAX_OF_FUJI = 'U8iRqJoiJm8xZHAacmvYyZVwqQx6uDNtQeP3CQ6fcgQk3JqnK';
