import type { Block, ChainLog, Tx } from '../world';
import { type Args, EMPTY_ID } from './args';
import { encodeBytes } from './bytes';
import type { NodeContext } from './context';
import { MethodError } from './failure';
import { blockJson, txJson } from './txJson';

type Alias = 'P' | 'X';

function blockOf(
	context: NodeContext,
	alias: Alias,
	args: Args,
	{ block, which }: { block: Block | undefined; which: string },
) {
	const encoding = args.encoding();
	if (!block) throw new MethodError(`couldn't get block ${which}: not found`);
	const json = encoding === 'json';
	return {
		block: json ? blockJson(context, alias, block) : encodeBytes(block.bytes, encoding),
		encoding,
	};
}

/** getBlock and getBlockByHeight of either chain: hex with its checksum, or decoded. */
export function blockMethods(context: NodeContext, alias: Alias, chain: ChainLog) {
	return {
		getBlock(args: Args) {
			const id = args.id('blockID');
			return blockOf(context, alias, args, { block: chain.byId(id), which: `with id ${id}` });
		},
		getBlockByHeight(args: Args) {
			const height = args.uint('height');
			const block = chain.block(Number(height));
			return blockOf(context, alias, args, { block, which: `at height ${height}` });
		},
		getHeight: () => ({ height: String(chain.height()) }),
	};
}

/** A transaction's answer: hex with its checksum, or decoded. */
export function encodedTx(context: NodeContext, alias: Alias, args: Args, tx: Tx) {
	const encoding = args.encoding();
	const json = encoding === 'json';
	return { tx: json ? txJson(context, alias, tx) : encodeBytes(tx.bytes, encoding), encoding };
}

/** The transaction id of a call. Throws where it is absent or all zeros. */
export function txIdOf(args: Args): string {
	const id = args.id('txID');
	if (id === EMPTY_ID) throw new MethodError('nil transaction ID');
	return id;
}
