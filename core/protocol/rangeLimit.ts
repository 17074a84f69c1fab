import { type Failure } from '../failure';

/** Refusals of a range of blocks because it is too large: what nodes and hosted nodes say, and what may pass. */

/** A refused range. */
export interface RangeLimit {
	/**
	 * The part that was too large. `blocks`: the range itself, whatever is in it. `answer`: the results, their bytes or
	 * the time, which depend on the blocks.
	 */
	of: 'blocks' | 'answer';
	/** The number of blocks that the node names, if it names one. */
	most?: number;
}

interface Wording {
	of: RangeLimit['of'];
	/** JSON-RPC code; any if absent: providers and their plans use several. */
	code?: number;
	/** Groups: `most`, a number of blocks; or `from` and `to`, a range that would pass. */
	says: RegExp;
}

/**
 * The wordings, the special ones first. Sources: the servers' code, where it is open; the providers' documents;
 * otherwise answers that users of the provider have reported.
 */
export const WORDINGS: readonly Wording[] = [
	// avalanchego vms/saevm/sae/rpc, graft/coreth and graft/subnet-evm eth/filters/api.go (api-max-blocks-per-request);
	// dRPC and others pass it on (smartcontractkit/chainlink evm/client/errors_test.go).
	{
		of: 'blocks',
		says: /requested too many blocks from \d+ to \d+, maximum is set to (?<most>\d+)/,
	},
	// Infura: docs.metamask.io/services/reference (results and duration); INFURA/infura#237 (blocks).
	{
		of: 'answer',
		says: /query returned more than \d+ results(.* block range \[(?<from>0x[0-9a-f]+),\s*(?<to>0x[0-9a-f]+)\])?/i,
	},
	{ of: 'answer', says: /query timeout exceeded/i },
	{ of: 'blocks', says: /range \d+ exceeds limit of (?<most>\d+)/i },
	// Alchemy: docs "Deep Dive into eth_getLogs" (results); BobTheBuidler/dank_mids#772 (blocks of a plan).
	{
		of: 'answer',
		says: /response size exceeded(.*block range should work: \[(?<from>0x[0-9a-f]+),\s*(?<to>0x[0-9a-f]+)\])?/i,
	},
	{ of: 'blocks', says: /up to an? (?<most>[\d,]+) block range/i },
	// QuickNode, with status 413: OffchainLabs/arbitrum-sdk#609. Blast and 1RPC use the same words.
	{ of: 'blocks', says: /limited to an? (?<most>[\d,]+) (block )?range/i },
	{ of: 'blocks', code: -32614, says: /./ },
	// reth, and so Ankr, dRPC and Blast: crates/rpc/rpc-eth-types/src/logs_utils.rs.
	{
		of: 'answer',
		says: /query exceeds max results \d+(, retry with the range (?<from>\d+)-(?<to>\d+))?/i,
	},
	{ of: 'blocks', says: /query exceeds max block range (?<most>\d+)/i },
	// Ankr: -32600 and -32062, ponder-sh/ponder packages/utils/src/getLogsRetryHelper.ts.
	{ of: 'blocks', says: /block range is too (wide|large)( \(maximum (?<most>\d+)\))?/i },
	// dRPC, code 35 (drpc.org): free plan.
	{ of: 'blocks', says: /ranges over (?<most>\d+) blocks are not supported/i },
	// Blast: plans.
	{ of: 'blocks', says: /exceeds the range allowed for your plan \(\d+ > (?<most>\d+)\)/i },
	// Chainstack: docs.chainstack.com/docs/limits.
	{ of: 'blocks', says: /block range limit exceeded/i },
	// PublicNode and BNB Smart Chain's nodes: AlphaWallet/alpha-wallet-android#2736.
	{ of: 'blocks', says: /exceed(ed|s)? max(imum)? block range:? (?<most>[\d,]+)/i },
	// Tenderly and thirdweb, in the error's data: bobanetwork/boba_legacy#827.
	{ of: 'blocks', says: /range \d+ is bigger than range limit (?<most>\d+)/i },
	{ of: 'blocks', says: /number of requested blocks is (?<most>\d+)/i },
	// geth rpc/errors.go: the server's limits of time (api-max-duration) and of bytes.
	{ of: 'answer', code: -32002, says: /timed out/i },
	{ of: 'answer', code: -32003, says: /too large/i },
	{ of: 'answer', says: /context deadline exceeded|execution timeout/i },
	// Timeouts, in the words of other servers.
	{
		of: 'blocks',
		says: /too many blocks|blocks? range (is )?(too|larger|greater|above|over|exceed|limit)|(too wide|too large|exceeds?|limited to [\d -]+) blocks? range/i,
	},
	{
		of: 'answer',
		says: /too many (results|logs)|response (is )?too (large|big)|result set too large/i,
	},
];

/** Failures whose message is the server's own. */
const SAID: readonly Failure['kind'][] = ['rpc', 'invalid-input', 'server'];

/**
 * The limit that a call has met, if it failed because its range of blocks, or the answer to it, is too large;
 * undefined for any other failure.
 */
export function rangeLimitOf({
	kind,
	code,
	message,
	data,
	status,
	field,
	retryable,
}: Failure): RangeLimit | undefined {
	// The response was larger than the client takes.
	if (kind === 'invalid-response' && status === undefined && !retryable) return { of: 'answer' };
	if (!SAID.includes(kind) || field !== undefined) return undefined;
	const said = data === undefined ? message : `${message} ${JSON.stringify(data)}`;
	for (const { of, code: own, says } of WORDINGS) {
		const found = own === undefined || own === code ? says.exec(said) : null;
		if (!found) continue;
		const most = mostIn(found.groups ?? {});
		return { of, ...(most !== undefined && { most }) };
	}
	return undefined;
}

function mostIn({ most, from, to }: Record<string, string | undefined>): number | undefined {
	const blocks =
		from !== undefined && to !== undefined
			? Number(to) - Number(from) + 1
			: Number(most?.replaceAll(',', ''));
	return blocks >= 1 ? blocks : undefined;
}
