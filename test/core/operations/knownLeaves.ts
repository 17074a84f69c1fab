/**
 * Where the declared outputs differ from the transcription, each with its reason. A path stands for
 * all that lies below it; `*` is every operation that has it.
 */
export interface KnownDifference {
	/** Ids of operations, or `*`. */
	operation: string;
	path: string;
	reason: string;
}

export const knownDifferences: readonly KnownDifference[] = [
	{
		operation: 'serviceHealth.getData',
		path: 'status',
		reason: 'Without it a 503 is the page of a gateway and not an answer',
	},
	{
		operation: 'serviceHealth.getDataLiveness',
		path: 'status',
		reason: 'Without it a 503 is the page of a gateway and not an answer',
	},
	{
		operation: 'serviceHealth.getMetrics',
		path: 'status',
		reason: 'Without it a 503 is the page of a gateway and not an answer',
	},
	{
		operation: 'serviceHealth.getMetricsLiveness',
		path: 'status',
		reason: 'Without it a 503 is the page of a gateway and not an answer',
	},
	{
		operation: 'nft.reindex',
		path: '',
		reason: 'The answer has no body; the item says that the service took the request',
	},
	{
		operation: '*',
		path: 'statusCode',
		reason: 'Health by GET: the HTTP status is handed over beside the answer',
	},
	{
		operation: 'l1Validator.getMany',
		path: 'validators[].blsCredentials',
		reason: 'The document says object; the deployed service sends the two fields of BlsCredentials',
	},
	{
		operation: 'stakingTransaction.getMany',
		path: 'transactions[].l1ValidatorDetails[].blsCredentials',
		reason: 'The document says object; the deployed service sends the two fields of BlsCredentials',
	},
	{
		operation: 'primaryTransaction.get',
		path: 'l1ValidatorDetails[].blsCredentials',
		reason: 'The document says object; the deployed service sends the two fields of BlsCredentials',
	},
	{
		operation: 'primaryTransaction.getMany',
		path: 'transactions[].l1ValidatorDetails[].blsCredentials',
		reason: 'The document says object; the deployed service sends the two fields of BlsCredentials',
	},
	{
		operation: 'icmMetric.getSummary',
		path: 'result',
		reason: 'One object, or a list of them; the declaration makes a list of one',
	},
	{
		operation: 'nodeMetric.getMany',
		path: '',
		reason: 'The answer is text; the declaration says what its lines hold',
	},
	{
		operation: 'evm.getBlock',
		path: 'transactions',
		reason: 'Hashes or whole transactions: which of them follows the field fullTransactions',
	},
	{
		operation: 'evm.getBlockByHash',
		path: 'transactions',
		reason: 'Hashes or whole transactions: which of them follows the field fullTransactions',
	},
];
