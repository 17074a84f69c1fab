import * as chain from '../../chain/evmBlock';
import type { PollContext } from '../../../events/event';
import { nothingYet } from '../../../events/notReady';
import { AS_A_WHOLE, needed } from '../../../events/unreadable';

/** A block of an EVM chain. */
export interface Newest {
	height: number;
	/** Unix seconds. */
	time: number;
}

/** The newest block of a chain that the data service has. */
export async function newestBlock(chainId: string, { client }: PollContext): Promise<Newest> {
	const { blocks } = await client.call(chain.getManyBlocks, { chainId, pageSize: 1 }, AS_A_WHOLE);
	const [newest] = blocks;
	if (!newest) throw nothingYet('The data service lists no blocks');
	return {
		height: needed(newest.blockNumber, 'number of the newest block'),
		time: needed(newest.blockTimestamp, 'time of the newest block'),
	};
}
