import { createTelemetry } from '../../lambdas/shared/telemetry';
import type { Value } from './alarms';

interface MetricLine {
	_aws: {
		CloudWatchMetrics: Array<{
			Namespace: string;
			Dimensions: string[][];
			Metrics: Array<{ Name: string }>;
		}>;
	};
	[name: string]: unknown;
}

/**
 * The values that CloudWatch reads from the log of a function which has measured these counts: written by the
 * function's own telemetry, with the variables that the template gives it.
 */
export function valuesOf(
	service: string,
	environment: Record<string, unknown>,
	counts: Readonly<Record<string, number>>,
): Value[] {
	const lines: string[] = [];
	const { log } = console;
	const before = process.env.AVALANCHE_STAGE;
	console.log = (line: string) => void lines.push(line);
	try {
		// Its lines then go to the console of this process.
		process.env.POWERTOOLS_DEV = 'true';
		process.env.POWERTOOLS_METRICS_DISABLED = 'false';
		process.env.AVALANCHE_STAGE = String(environment.AVALANCHE_STAGE);
		const telemetry = createTelemetry(service);
		for (const [name, value] of Object.entries(counts)) telemetry.measure(name, value);
		telemetry.flush();
	} finally {
		console.log = log;
		if (before === undefined) delete process.env.AVALANCHE_STAGE;
		else process.env.AVALANCHE_STAGE = before;
	}
	return lines.flatMap((line) => {
		const written = JSON.parse(line) as MetricLine;
		return written._aws.CloudWatchMetrics.flatMap(({ Namespace, Dimensions, Metrics }) =>
			Metrics.map(({ Name }) => ({
				namespace: Namespace,
				metric: Name,
				dimensions: Object.fromEntries(Dimensions[0].map((name) => [name, String(written[name])])),
				value: [written[Name]].flat().reduce((sum: number, one) => sum + Number(one), 0),
			})),
		);
	});
}
