import type { Finding } from './findings';

/**
 * Differences of the documents from the deployed services, which the package and the emulator follow.
 * Each has the source that says what the services do.
 */

interface Known {
	of: Finding['of'];
	/** The whole id of an operation, or all. */
	operation: string | RegExp;
	fault: RegExp;
	source: string;
}

export const KNOWN: readonly Known[] = [
	{
		of: 'unjudged',
		operation: 'webhook.create',
		fault: /keyType=subnetId$/,
		source: 'its keys are subnets then, and the example of the field is a node',
	},
	{
		of: 'request',
		operation: 'metric.getAverageTps',
		fault: /Route not resolved/,
		source: 'legacy; in the usage guide of the metrics service and in callers of the live service',
	},
	{
		of: 'unjudged',
		operation: /^GET \/v1\/avg_tps\//,
		fault: /is not in the document$/,
		source: 'legacy; in the usage guide of the metrics service and in callers of the live service',
	},
	{
		of: 'request',
		operation:
			/^(primaryTransaction\.getMany|primaryTransaction\.getManyByAsset|staking\.getManyTransactions)$/,
		fault: /^request\.query\.txtypes\S* .*must be equal to one of the allowed values/,
		source:
			'types of auto-renewed validators (ACP-236), which the data service of Fuji serves already',
	},
	{
		of: 'request',
		operation: 'lookingGlass.getManyNftHolders',
		fault: /nftCollectionName: must be a list; given: "NFT Project"/,
		source: 'the example of the document contradicts its schema, which has a list',
	},
	{
		of: 'answer',
		operation: 'GET /v2/icm/summary',
		fault: /^live dialect, status 200: result must be object$/,
		source: 'the schema has one object; groupBy asks for several, so that a list is possible',
	},
];

/** The findings that are known, and the others. */
export function divided(findings: readonly Finding[]): { known: Finding[]; unknown: Finding[] } {
	const isKnown = ({ of, operation, fault }: Finding) =>
		KNOWN.some(
			(known) =>
				known.of === of &&
				(typeof known.operation === 'string'
					? known.operation === operation
					: known.operation.test(operation)) &&
				known.fault.test(fault),
		);
	return {
		known: findings.filter(isKnown),
		unknown: findings.filter((finding) => !isKnown(finding)),
	};
}
