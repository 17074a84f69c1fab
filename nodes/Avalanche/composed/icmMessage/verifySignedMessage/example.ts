import { cb58Encode, hexToBytes } from '../../../../../core';
import type { ComposedExample } from '../../../../../lab/kit/nodes/case';

/** A message that is aggregated first, and the subnet of its source chain. */
export const example: ComposedExample = async ({ world }, { parametersOf, run }) => {
	const aggregate = 'icmMessage.aggregateSignatures';
	const { message, network } = await parametersOf(aggregate);
	const [{ signedMessage }] = await run(aggregate, { message, network });
	// The source chain follows the codec's version and the network's id.
	const source = cb58Encode(hexToBytes(String(signedMessage).slice(12, 76)));
	const { id: subnetID } = world.node.subnets.find(({ blockchains }) =>
		blockchains.some(({ id }) => id === source),
	) ?? { id: '' };
	return { signedMessage: String(signedMessage), validatorSource: 'node', subnetID };
};
