import type { EmulatedRoom } from '../room';
import type { NodeContext } from '../node/context';
import type { Methods } from '../node/gorillaRpc';
import { goTime } from '../node/time';

/** Fees of P-Chain transactions on the main network: gas a second, prices in nAVAX. */
const GAS = {
	/** Bandwidth, reads, writes, compute. */
	weights: [1, 1000, 1000, 4],
	maxCapacity: 1_000_000,
	maxPerSecond: 100_000,
	targetPerSecond: 50_000,
	minPrice: 1,
	excessConversionConstant: 2_164_043,
};
/** The continuous fee of L1 validators: nAVAX a second and validator. */
const VALIDATOR = {
	capacity: 20_000,
	target: 10_000,
	minPrice: 512,
	excessConversionConstant: 1_246_488_515,
};

/** The fee methods of the P-Chain API: both markets are at their lowest price, unless control says otherwise. */
function feeMethods({ world }: NodeContext): Methods {
	const timestamp = () => goTime(world.clock.seconds() * 1000);
	return {
		getFeeConfig: () => GAS,
		getFeeState: () => ({
			capacity: GAS.maxCapacity,
			excess: 0,
			price: GAS.minPrice,
			timestamp: timestamp(),
		}),
		getValidatorFeeConfig: () => VALIDATOR,
		getValidatorFeeState: () => ({
			excess: 0,
			price: world.conditions.validatorFee,
			timestamp: timestamp(),
		}),
	};
}

export const emulated = { methods: { platform: feeMethods } } satisfies EmulatedRoom;
