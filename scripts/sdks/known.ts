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
];

/** Operations of whose responses these clients judge none, by id, each with the reason. */
export const UNJUDGED: Readonly<Record<string, string>> = {};

/** Reason why a finding is not a fault of the emulator; undefined for all others. */
export function knownReason(sdk: string, finding: string): string | undefined {
	return KNOWN.find((one) => sdk.startsWith(one.sdk) && one.part.test(finding))?.why;
}
