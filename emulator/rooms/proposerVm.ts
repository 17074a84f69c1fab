import type { EmulatedRoom } from '../room';
import { GRANITE_EPOCH_SECONDS } from '../world/upgrades';
import type { NodeContext } from '../node/context';
import type { Methods } from '../node/gorillaRpc';

/** The proposervm API of a chain: P-Chain heights that signed messages are verified at. */
function proposerVm({ network, world }: NodeContext): Methods {
	const height = () => String(network.chain('P').height());
	return {
		getProposedHeight: () => ({ height: height() }),
		getCurrentEpoch() {
			const number = Math.floor(world.clock.seconds() / GRANITE_EPOCH_SECONDS);
			// Here an epoch takes the head as it is: nobody waits for blocks that do not come.
			return {
				number: String(number),
				startTime: String(number * GRANITE_EPOCH_SECONDS),
				pChainHeight: height(),
			};
		},
	};
}

export const emulated = { methods: { proposervm: proposerVm } } satisfies EmulatedRoom;
