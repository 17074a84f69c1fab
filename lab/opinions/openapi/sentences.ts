/**
 * The sentences of the documents that state a limit, a default or a condition, and what the package makes of
 * each: a text or a rule of the field (`field`) or of the operation (`operation`) that matches `ours`, or the
 * reason why a user need not know it.
 */
interface Sentence {
	says: RegExp;
	/** Name of the input field, of the operations that `operation` matches, by default of all. */
	field?: string;
	operation?: RegExp;
	ours?: RegExp;
	why?: string;
}

const PAGES = 'pages follow their tokens: the number of items of one page is not promised';
const OPTIONAL =
	'the part of the item is optional in the output, and absent means that it does not apply';
const MEANING = 'says what an item is, and no input changes it';

export const SENTENCES: readonly Sentence[] = [
	{
		says: /^Provide this to retrieve the subsequent page/,
		field: 'pageToken',
		ours: /nextPageToken/,
	},
	{ says: /^The maximum number of items to return/, field: 'pageSize', ours: /Number of items/ },
	{ says: /^The minimum page size is [01]\./, field: 'pageSize', ours: /[01] to \d+/ },
	{ says: /^The maximum pageSize is \d+/, field: 'pageSize', ours: /[01] to \d+/ },
	{ says: /maximum page size of 10000/, why: 'its parameters have no size of a page' },
	{ says: /may return a large number of UTXO objects|less results than the page size/, why: PAGES },
	{
		says: /increased page size and address limit/,
		operation: /getManyUtxosPost/,
		ours: /more addresses .* larger pages/,
	},
	{ says: /once per hour for each NFT/, operation: /reindexNft/, ours: /once an hour/ },
	{
		says: /filtering by txTypes and timestamps is not supported|to utilize txTypes and timestamp filters/,
		field: 'txTypes',
		operation: /^primaryTransaction\.getMany$/,
		ours: /needs Addresses/,
	},
	{ says: /^Sorted by timestamp or the `sortBy`/, field: 'sortOrder', ours: /by time/ },
	{
		says: /least one of addresses or nodeIds|^One of addresses or nodeIds/,
		field: 'nodeIds',
		operation: /Rewards$/,
		ours: /required/,
	},
	{ says: /^Defaults to USD/, field: 'currency', ours: /usd by default/ },
	{ says: /only applicable X-Chain/, field: 'assetId', operation: /Utxos/, ours: /X-Chain only/ },
	{
		says: /^The minimum UTXO amount in nAVAX|^Default is 0\.$/,
		field: 'minUtxoAmount',
		ours: /at least .* nAVAX; 0 by default/,
	},
	{ says: /include spent UTXOs/, field: 'includeSpent', ours: /also list spent/ },
	{
		says: /only the shared atomic memory balance/,
		operation: /^primaryNetwork\.getBalance$/,
		ours: /only the atomic memory/,
	},
	{
		says: /any on-chain interaction for a chain/,
		operation: /getManyChainsOfAddresses/,
		ours: /on which it was used/,
	},
	{
		says: /returns details for all validators/,
		field: 'validationStatus',
		operation: /^staking\./,
		ours: /Only validations/,
	},
	{
		says: /only available for mainnet validators/,
		field: 'sortBy',
		operation: /^staking\./,
		ours: /Mainnet only/,
	},
	{ says: /delegation capacity, in nAVAX/, field: 'minDelegationCapacity', ours: /in AVAX/ },
	{ says: /720,000,000,000,000,000/, field: 'maxDelegationCapacity', ours: /720000000/ },
	{ says: /validation time remaining, in seconds/, field: 'minTimeRemaining', ours: /seconds/ },
	{ says: /^The m(in|ax)imum fee percentage/, field: 'minFeePercentage', ours: /percentage/ },
	{
		says: /no subnet validations will be returned/,
		field: 'maxFeePercentage',
		ours: /excludes validators of subnets/,
	},
	{ says: /^Default is 2\.0/, field: 'minFeePercentage', ours: /2 by default/ },
	{ says: /^Default is 100\.0/, field: 'maxFeePercentage', ours: /100 by default/ },
	{ says: /Default is 90/, field: 'minUptimePerformance', ours: /90 by default/ },
	{
		says: /^The maximum node uptime/,
		field: 'maxUptimePerformance',
		ours: /at most this percentage/,
	},
	{ says: /^Default is 100\.$/, field: 'maxUptimePerformance', ours: /100 by default/ },
	{
		says: /then all (subnets|L1 Validators) will be returned/,
		field: 'subnetId',
		operation: /^staking\.getMany/,
		ours: /Only validators/,
	},
	{
		says: /all active L1 validators/,
		operation: /getManyL1Validators/,
		ours: /only active ones unless/,
	},
	{
		says: /alpha-2 country code|without country code data/,
		field: 'country',
		ours: /ISO 3166-1.*XX/,
	},
	{ says: /alpha-2 continent code/, field: 'continent', ours: /code of two letters/ },
	{
		says: /return only active webhooks|all configured webhooks/,
		field: 'status',
		operation: /^webhook\.getMany$/,
		ours: /Only webhooks in this state/,
	},
	{
		says: /^Only valid for EVM activity webhooks/,
		operation: /^webhook\.\w+Addresses$/,
		ours: /EVM address activity/,
	},
	{
		says: /total supply, circulating supply/,
		operation: /getAvaxSupply/,
		ours: /circulating supply/,
	},
	{
		says: /if not defined the block number/,
		field: 'blockNumber',
		operation: /^tokenBalance\./,
		ours: /latest, the default/,
	},
	{
		says: /^Default is true/,
		field: 'filterSpamTokens',
		operation: /^tokenBalance\./,
		ours: /default true/,
	},
	{
		says: /transaction in which it was deployed/,
		operation: /getDeployment/,
		ours: /transaction that deployed/,
	},
	{
		says: /if supported by AvaCloud/,
		operation: /^chain\.getMany$/,
		ours: /that the data service supports/,
	},
	{ says: /range start number, inclusive/, field: 'startBlock', ours: /inclusive/ },
	{
		says: /end of the range will be the most recent/,
		field: 'endBlock',
		ours: /latest, the default/,
	},
	{ says: /range end number, exclusive/, field: 'endBlock', ours: /exclusive/ },
	{
		says: /start of the range will be the genesis/,
		field: 'startBlock',
		ours: /genesis block by default/,
	},
	{
		says: /where the input address (had an interaction|was the sender)/,
		operation: /^evmTransaction\.getMany$/,
		ours: /of that address/,
	},
	{
		says: /only contains `CALL` or `CALLCODE`/,
		operation: /getManyInternal/,
		ours: /moved some of the native token, and creations/,
	},
	{ says: /plus the requested `timeInterval`|the timestamp will be 0:00 UTC/, why: MEANING },
	{ says: /^<ins>|^The average is calculated/, why: MEANING },
	{
		says: /^Only `timeInterval=day` supported|only support timeInterval equal/,
		field: 'timeInterval',
		operation: /getChainMetric/,
		ours: /hour, week and month only for/,
	},
	{
		says: /only support last hour, day, and week/,
		operation: /getRollingWindowMetric/,
		ours: /only have the first three/,
	},
	{ says: /with or without a timestamp range/, why: 'both bounds are optional fields' },
	{ says: /minimum balance for which addresses/, field: 'threshold', ours: /Minimum/ },
	{ says: /liveliness of the service/, why: 'no input, and a status is the result' },
	{
		says: /Traces are only available for C-Chain/,
		field: 'includeInternalTxs',
		ours: /C-Chain only/,
	},
	{ says: /^Whether to include (traces|logs)/, field: 'includeLogs', ours: /include/ },
	{ says: /must be provided\.$/, field: 'message', ours: /message or justification is required/ },
	{
		says: /default to the subnetID of the source/,
		field: 'signingSubnetId',
		ours: /source blockchain by default/,
	},
	{ says: /^Integer from 0 to 100/, field: 'quorumPercentage', ours: /percent from 0 to 100/ },
	{ says: /^Defaults to 67/, field: 'quorumPercentage', ours: /default 67/ },
	{
		says: /^QuorumPercentage\+QuorumPercentageBuffer/,
		field: 'quorumPercentageBuffer',
		ours: /at most 100 with the quorum/,
	},
	{ says: /^Defaults to 0 if omitted/, field: 'quorumPercentageBuffer', ours: /default 0/ },
	{
		says: /validators at proposed height|at the specified P-Chain height/,
		field: 'pChainHeight',
		ours: /0 for the proposed height/,
	},
	{
		says: /number of 'addresses' you can track depends/,
		operation: /^webhook\.create$/,
		ours: /Free plan at most 5 addresses/,
	},
	{ says: /24 hours ago|historical (asset|token) price at the time/, why: OPTIONAL },
	{
		says: /(only|not) .*(populated|set) (for|when|if)|, if (available|successful)\b/,
		why: OPTIONAL,
	},
	{ says: /^[Vv]alid only for (source|destination)|^Provided only for|is nullable/, why: OPTIONAL },
	{
		says: /^(The|An?|Estimated|Corresponding) .*\bif\b.*(available|successful|is set)/,
		why: OPTIONAL,
	},
	{ says: /^If (the `callType`|this field is omitted)|reputation is unknown/, why: OPTIONAL },
	{ says: /this value is negative|^This value includes|includes? CALL and CALLCODE/, why: MEANING },
	{
		says: /ValidatorActivity event will only accept|array of multiple addresses can be provided/,
		field: 'keys',
		operation: /^webhook\.create$/,
		ours: /Addresses .*, or exactly one node ID/,
	},
	{
		says: /^When a client attempts|^Th(e|is) error is|hit the rate limit|very rare|may return 503/,
		why: 'says what an error means, and errors have texts of their own',
	},
	{
		says: /^The (Data|Metrics) API|API is in Beta|^Api keys provide|OUTPUT ONLY|debug trace/,
		why: 'says what the service is, and no operation depends on it',
	},
	{
		says: /^(Gas|M(ax|in)imum) .*(gas|fee)|^Gas limit|^The .*gas (limit|fee)|^Minimum block delay|number of signatures/,
		why: MEANING,
	},
	{
		says: /^Denotes|^Represents|^Indicates|^True if|^Timestamp in seconds before|was included$|including /,
		why: MEANING,
	},
	{
		says: /^Require primary|^Admin addresses|^Signature provided|^Cap represents|match provided|Granite/,
		why: MEANING,
	},
	{ says: /^NATIVE_TRANSFER|^Symbol for this asset|WarnTruncatedExport/, why: MEANING },
];

const STATES =
	/max|min\b|minimum|limit|default|only|must|require|at (most|least)|up to|\bif |when |unless|not supported|without|exclu|inclu|between|provide/i;

/** Every text of a document: of its operations, parameters and schemas. */
function textsIn(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) =>
		/^(summary|description)$/.test(key) && typeof inner === 'string' ? [inner] : textsIn(inner),
	);
}

/** The sentences of a document that state a limit, a default or a condition, each once. */
export function statements(document: object): string[] {
	const all = textsIn(document).flatMap((text) => text.split(/(?<=[.!])\s+|\n+/));
	return [...new Set(all.map((one) => one.trim()).filter((one) => STATES.test(one)))];
}
