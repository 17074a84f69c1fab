import { listLatestBlocks } from '../operations/data/evmBlock';
import type { PollContext } from './event';
import { nothingYet } from './notReady';

/** A block of an EVM chain. */
export interface Newest {
	height: number;
	/** Unix seconds. */
	time: number;
}

/** The newest block of a chain that the data service has. */
export async function newestBlock(chainId: string, { client }: PollContext): Promise<Newest> {
	const { blocks } = await client.call(listLatestBlocks, { chainId, pageSize: 1 });
	const [newest] = blocks;
	if (!newest) throw nothingYet('The data service lists no blocks');
	return { height: Number(newest.blockNumber ?? 0), time: Number(newest.blockTimestamp ?? 0) };
}
