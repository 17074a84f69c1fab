import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';

import { field } from '../../fields/field';
import { declare } from '../../operations/declare';
import { nodeResources } from '../resources';
import { id } from '../../fields/identifiers';
import { bigWhole } from '../../fields/inputs';
import { chainAddresses, encoding, pChainCall } from '../shared/node/fields';
import { amountsByAsset, encoded, encodingEcho, utxoIds } from '../shared/node/shapes';

const COMMON = {
	node: 'avalancheRpc',
	resource: nodeResources.pChain,
	service: 'node',
} as const;

const SPEC = 'Node JSON-RPC: P-Chain API';

/** Balance of addresses on the P-Chain. */
export const getBalance = declare({
	id: 'pChain.getBalance',
	...COMMON,
	entry: { value: 'getBalance', name: 'Get Balance' },
	action: 'Get the balance of P-Chain addresses',
	description:
		'platform.getBalance: returns the total balance of P-Chain addresses by asset, unlocked and locked, in nAVAX, with its outputs',
	call: pChainCall('platform.getBalance'),
	input: fieldSet({
		addresses: chainAddresses('P', {
			description:
				'P-Chain addresses (bech32), separated by commas (1 to 1,024); a missing P- prefix is added',
		}),
	}),
	output: out.object({
		balance: out.nAvax(),
		unlocked: out.nAvax(),
		lockedStakeable: out.nAvax(),
		lockedNotStakeable: out.nAvax(),
		balances: amountsByAsset('Total by asset id'),
		unlockeds: amountsByAsset('By asset id'),
		lockedStakeables: amountsByAsset('By asset id'),
		lockedNotStakeables: amountsByAsset('By asset id'),
		utxoIDs: out.optional(utxoIds()),
	}),
	versions: {
		deprecated: '1.9.12',
		instead: 'Primary Network: Get Balance of the Avalanche node',
		source: 'avalanchego RELEASES.md, v1.9.12',
	},
	spec: SPEC,
});

const BLOCK = out.object({
	block: encoded(
		'Hex with a checksum, or an object if the encoding is json; proposal blocks have one tx instead of txs',
	),
	encoding: encodingEcho(),
});

/** A block by its id. */
export const getBlock = declare({
	id: 'pChain.getBlock',
	...COMMON,
	entry: { value: 'getBlock', name: 'Get Block' },
	action: 'Get a P-Chain block',
	description:
		'platform.getBlock: returns one P-Chain block by its ID, as bytes in hex or as an object with its transactions',
	call: pChainCall('platform.getBlock'),
	input: fieldSet({
		blockID: field(id('a block id'), {
			in: 'params',
			label: 'Block ID',
			description:
				'P-Chain block ID (cb58); not a container ID of the Index resource: use Get Block by Height for these',
			placeholder: 'd7WYmb8VeZNHsny3EJCwMm6QA37s1EHwMxw1Y71V3FqPZ5EFG',
		}),
		encoding: encoding('block'),
	}),
	output: BLOCK,
	spec: SPEC,
});

/** A block by its height. */
export const getBlockByHeight = declare({
	id: 'pChain.getBlockByHeight',
	...COMMON,
	entry: { value: 'getBlockByHeight', name: 'Get Block by Height' },
	action: 'Get a P-Chain block by its height',
	description:
		'platform.getBlockByHeight: returns the P-Chain block at a height, as bytes in hex or as an object with its transactions; use it to read the chain block by block',
	call: pChainCall('platform.getBlockByHeight'),
	input: fieldSet({
		height: field(bigWhole(), {
			in: 'params',
			label: 'Height',
			description: 'Height of the block, 0 or more',
			placeholder: '1000001',
		}),
		encoding: encoding('block'),
	}),
	output: BLOCK,
	spec: SPEC,
});

/** Height of the P-Chain. */
export const getHeight = declare({
	id: 'pChain.getHeight',
	changing: true,
	...COMMON,
	entry: { value: 'getHeight', name: 'Get Height' },
	action: 'Get the height of the P-Chain',
	description: 'platform.getHeight: returns the height of the last block that the node accepted',
	call: pChainCall('platform.getHeight'),
	input: fieldSet({}),
	output: out.object({ height: out.essential(out.count('Height of the last accepted block')) }),
	spec: 'Node JSON-RPC: P-Chain API (remaining methods)',
});
