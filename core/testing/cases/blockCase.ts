import { decodeContainer } from './containers';
import type { World } from '../network';
import type { InWorld, OperationCase } from './operationCase';

/** Blocks of the P- and the X-Chain of the emulator's world. */

type Alias = 'P' | 'X';

function blockIn({ node }: World, alias: Alias) {
	const chain = node.chain(alias);
	const found = chain.block(chain.height());
	if (!found) throw new Error(`The world has no block on ${alias}`);
	return found;
}

/**
 * The newest block, asked for by its id or its height: in hex with a checksum the bytes of the world,
 * in JSON an object of this id.
 */
export function newestBlock(
	alias: Alias,
	by: 'blockID' | 'height',
	encoding: 'hex' | 'json',
): Pick<OperationCase, 'world' | 'inWorld' | 'refused'> {
	const unknown =
		by === 'height'
			? { height: '999999999' }
			: { blockID: '2XDnKyAEr1RhhWpTpMXqrjeejN23vETmDykVzkb4PrU1fQjewh' };
	const bytes: InWorld = {
		part: ({ block, encoding: echo }) => ({
			bytes: decodeContainer(String(block)).toString('hex'),
			encoding: echo,
		}),
		expected: (world) => [
			{ bytes: Buffer.from(blockIn(world, alias).bytes).toString('hex'), encoding },
		],
	};
	const object: InWorld = {
		expected(world, dialect) {
			const { id, height } = blockIn(world, alias);
			// The documents show no id in the blocks of the P-Chain.
			const block = alias === 'X' || dialect === 'live' ? { id, height } : { height };
			return [{ block, encoding }];
		},
	};
	return {
		world(world) {
			const { id, height } = blockIn(world, alias);
			return { ...(by === 'height' ? { height: String(height) } : { blockID: id }), encoding };
		},
		inWorld: encoding === 'hex' ? bytes : object,
		refused: { input: () => ({ ...unknown, encoding }), message: /not found|get block/i },
	};
}
