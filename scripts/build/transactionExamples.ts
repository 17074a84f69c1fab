import type { INodeParameters } from 'n8n-workflow';
import type { Setting } from '../../lab/kit/nodes/case';

/** A top-up on Fuji that avalanchejs 5.2.0 built for a public test key. */
const TOP_UP =
	'0x000000000026000000050000000000000000000000000000000000000000000000000000000000000000000000013d9bdac0ed1d761330cf680efdeb1a42159eb387d6d2950c96f7d28f61bbe2aa000000070000000077356c65000000000000000000000001000000013cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c000000011111111111111111111111111111111111111111111111111111111111111111000000003d9bdac0ed1d761330cf680efdeb1a42159eb387d6d2950c96f7d28f61bbe2aa0000000500000000b2d05e0000000001000000000000000012b836de9dcac3423f24e335e40fe53a661fdcb5c5a348969f5c0ae40385c84f000000003b9aca00';

/** Values for the forms of transactions of the P-Chain, by operation. */
export const transactionExamples: Readonly<Record<string, (setting: Setting) => INodeParameters>> =
	{
		prepareL1TopUp: ({ world: { node } }) => ({
			validationID: node.l1.all()[0].validationId,
			amount: '0.5',
			addresses: `P-${node.address(0)}`,
		}),
		explainTransaction: () => ({
			tx: TOP_UP,
			ownAddresses: 'P-fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t',
		}),
	};
