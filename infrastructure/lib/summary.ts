import { TOPIC_OUTPUT } from './alarmTopic';

/** The used part of a CloudFormation template. */
export interface TemplateContent {
	Resources: Record<string, { Type: string; Properties?: Record<string, unknown> }>;
	Outputs?: Record<string, { Description?: string }>;
}

/** Summary of a template for its operator, as lines: functions, schedules, alarms and outputs. */
export function summaryOf({ Resources, Outputs = {} }: TemplateContent): string[] {
	const resources = Object.entries(Resources);
	const ofType = (type: string) => resources.filter(([, { Type }]) => Type === type);
	const functions = ofType('AWS::Lambda::Function').map(([id]) => id.replace(/[0-9A-F]{8}$/, ''));
	const schedules = ofType('AWS::Scheduler::Schedule').map(
		([, { Properties: { Description, ScheduleExpression, ScheduleExpressionTimezone } = {} }]) =>
			`${String(Description)}: ${String(ScheduleExpression)}${zone(ScheduleExpressionTimezone)}`,
	);
	const recipients = ofType('AWS::SNS::Subscription').map(
		([, { Properties = {} }]) => `${String(Properties.Protocol)} ${String(Properties.Endpoint)}`,
	);
	const isOwn = ofType('AWS::SNS::Topic').length > 0;
	const reach =
		recipients.length > 0
			? recipients.join(', ')
			: isOwn
				? 'nobody'
				: 'the subscribers of your topic';
	return [
		`Functions: ${functions.join(', ')}`,
		`Schedules: ${schedules.join('; ') || 'none'}`,
		`Alarms: ${ofType('AWS::CloudWatch::Alarm').length}, which publish to the topic of the output ${TOPIC_OUTPUT}. They reach ${reach}`,
		`Outputs: ${Object.keys(Outputs).join(', ')}`,
	];
}

function zone(name: unknown): string {
	return typeof name === 'string' ? ` (${name})` : '';
}
