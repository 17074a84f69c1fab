/** The alarms of a template, and which of them values of metrics raise. */

interface Metric {
	Namespace?: string;
	MetricName?: string;
	Dimensions?: Array<{ Name: string; Value: unknown }>;
}

interface AlarmProperties extends Metric {
	Statistic?: 'Sum' | 'Maximum';
	Metrics?: Array<{ Id: string; Expression?: string; MetricStat?: { Metric: Metric } }>;
	EvaluationPeriods: number;
	Threshold: number;
	ComparisonOperator: string;
	TreatMissingData: string;
}

export interface Template {
	Resources: Record<string, { Type: string; Properties: Record<string, unknown> }>;
}

/** A value that CloudWatch has of one period. Dimensions that refer to a resource have its logical id. */
export interface Value {
	namespace: string;
	metric: string;
	dimensions: Record<string, string>;
	value: number;
}

/** The logical id that a property refers to, or the property itself. */
export function referred(value: unknown): string {
	if (typeof value === 'string') return value;
	const { Ref, 'Fn::GetAtt': attribute } = value as { Ref?: string; 'Fn::GetAtt'?: string[] };
	return Ref ?? attribute?.[0] ?? JSON.stringify(value);
}

const hash = /[0-9A-F]{8}$/;
/** A logical id without CDK's hash. */
export const plainId = (id: string) => id.replace(hash, '');

/** The resources of a type, by their logical ids. */
export const ofType = ({ Resources }: Template, type: string) =>
	Object.entries(Resources).filter(([, { Type }]) => Type === type);

/**
 * The ids of the alarms that values raise, if they are the same in so many periods of five minutes; those on the
 * absence of a metric go off if it has no value.
 */
export function raised(template: Template, values: readonly Value[], periods: number): string[] {
	return ofType(template, 'AWS::CloudWatch::Alarm').flatMap(([id, { Properties }]) => {
		const alarm = Properties as unknown as AlarmProperties;
		const isAbsence = alarm.TreatMissingData === 'breaching';
		const value = valueOf(alarm, values);
		const isOver = isAbsence
			? value === undefined || value < alarm.Threshold
			: value !== undefined && value >= alarm.Threshold;
		return isOver && periods >= alarm.EvaluationPeriods ? [plainId(id)] : [];
	});
}

/** The value of an alarm's metric, or of its difference of two (alarms.ts has no other expression). */
function valueOf(alarm: AlarmProperties, values: readonly Value[]): number | undefined {
	if (!alarm.Metrics) return combined(alarm, values, alarm.Statistic);
	const [minuend, subtrahend] = alarm.Metrics.flatMap(({ MetricStat }) => MetricStat ?? []).map(
		({ Metric }) => combined(Metric, values, 'Sum'),
	);
	return minuend === undefined ? undefined : minuend - (subtrahend ?? 0);
}

function combined(metric: Metric, values: readonly Value[], statistic?: string) {
	const { Namespace, MetricName, Dimensions = [] } = metric;
	const key = JSON.stringify(Dimensions.map(({ Name, Value: of }) => [Name, referred(of)]).sort());
	const found = values.filter(
		({ namespace, metric: name, dimensions }) =>
			namespace === Namespace &&
			name === MetricName &&
			JSON.stringify(Object.entries(dimensions).sort()) === key,
	);
	if (found.length === 0) return undefined;
	const numbers = found.map(({ value }) => value);
	return statistic === 'Maximum' ? Math.max(...numbers) : numbers.reduce((a, b) => a + b, 0);
}
