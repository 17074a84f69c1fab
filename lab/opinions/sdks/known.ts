/** Rejections that are the client's own: it was generated from another version of the documents. */

interface Known {
	/** Beginning of the client's name. */
	sdk: string;
	/** A part of each such finding. */
	part: RegExp;
	why: string;
}

const KNOWN: readonly Known[] = [
	{
		sdk: '@avalabs/avacloud-sdk 0.13.0',
		part: /"path":\[[^\]]*"(?:evmChainId|genesisData)"\]/,
		why: 'requires evmChainId, and genesisData as an object; the document (Blockchain, BlockchainInfo) does not, and chainkit 0.3.13 takes both',
	},
	{
		sdk: '@avalanche-sdk/chainkit 0.3.13',
		part: /^metricsChainsGetICMSummary: .*"received":"array","path":\["result"\]/,
		why: 'wants one object; the deployed service answers groupBy with a list (facts of the metrics service), and the emulator does so in the live dialect only',
	},
	...['@avalabs/avacloud-sdk 0.13.0', '@avalabs/glacier-sdk 3.0.2'].map((sdk) => ({
		sdk,
		part: /tx[oO]s\w*\.?\w*ByAddresses(V2)?: .*: (minUtxoAmount|sortBy) is \[\], and the core sends/,
		why: 'older than minUtxoAmount and sortBy of lists of UTXOs, which chainkit 0.3.13 sends',
	})),
	...['@avalanche-sdk/chainkit 0.3.13', '@avalabs/avacloud-sdk 0.13.0'].map((sdk) => ({
		sdk,
		part: /"received":"\w*AutoRenewed\w*"/,
		why: 'older than the types of ACP-236, which Fuji has',
	})),
];

/** Responses that no client judges, by operation and a part of the URL. */
const UNJUDGED: ReadonlyArray<{ id: string; url: RegExp; why: string }> = [
	{ id: 'metric.getAverageTps', url: /avg_tps/, why: 'legacy: the clients do not have it' },
	{
		id: 'account.getPrimaryNetworkRpcUsage',
		url: /primaryNetworkRpcUsageMetrics/,
		why: 'only a client that does not check responses has it',
	},
	{ id: 'evmTransaction.getMany', url: /\/v2\//, why: 'newer than the clients' },
	...[
		'staking.getManyTransactions',
		'primaryTransaction.getMany',
		'primaryTransaction.getManyByAsset',
	].map((id) => ({
		id,
		url: /txTypes=\w*AutoRenewed/,
		why: 'types of ACP-236, which the input checks of the clients do not know',
	})),
];

/** Reason why no client judges the response of a request; undefined for all others. */
export function unjudgedReason({ id, url }: { id: string; url: string }): string | undefined {
	return UNJUDGED.find((one) => one.id === id && one.url.test(url))?.why;
}

/** Reason why a finding is not a fault of the emulator; undefined for all others. */
export function knownReason(sdk: string, finding: string): string | undefined {
	return KNOWN.find((one) => sdk.startsWith(one.sdk) && one.part.test(finding))?.why;
}
