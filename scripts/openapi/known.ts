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

const NOT_IN_THE_DOCUMENT = /Route not resolved|is not in the document$/;

export const KNOWN: readonly Known[] = [
	{
		of: 'request',
		operation: 'metric.getAverageTps',
		fault: NOT_IN_THE_DOCUMENT,
		source: 'legacy; in the usage guide of the metrics service and in callers of the live service',
	},
	{
		of: 'answer',
		operation: /^GET \/v1\/avg_tps\//,
		fault: NOT_IN_THE_DOCUMENT,
		source: 'legacy; in the usage guide of the metrics service and in callers of the live service',
	},
	{
		of: 'request',
		operation: /^lookingGlass\.getMany(NftHolders|TokenHolders)$/,
		fault: NOT_IN_THE_DOCUMENT,
		source: 'the document of November 2025 (62eac8a0) has them, that of February 2026 does not',
	},
	{
		of: 'answer',
		operation: /^GET \/v2\/chains\/[^/]+\/contracts\/[^/]+\/(nfts:listHolders|balances)$/,
		fault: NOT_IN_THE_DOCUMENT,
		source: 'the document of November 2025 (62eac8a0) has them, that of February 2026 does not',
	},
	{
		of: 'request',
		operation: /^(primaryTransaction\.getMany|primaryTransaction\.getManyByAsset|staking\.getManyTransactions)$/,
		fault: /^request\.query\.txtypes\S* .*must be equal to one of the allowed values/,
		source:
			'types of auto-renewed validators (ACP-236), which the data service of Fuji serves already',
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
