import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkOptions } from '../lib/checkOptions';
import { functionsOf } from '../lib/options';
import { summaryOf, type TemplateContent } from '../lib/summary';
import { timeZoneProblem } from '../lib/timeZone';
import { options as shipped } from '../options';
import { everything } from './everything';
import { stackOf, templateOf } from './template';

const DAY = { rule: 'yesterday', chains: ['43114'], addresses: [`0x${'ab'.repeat(20)}`] };
const daily = { name: 'daily', everyHours: 24, event: DAY };
const scheduled = (change: object) => ({ exports: { schedules: [{ ...daily, ...change }] } });
const event = (change: object) => scheduled({ event: { ...DAY, ...change } });
const notify = (settings: unknown) => ({ notify: { settings } });

test('what is shipped is valid, contains no address, and leaves the function that needs one off', () => {
	assert.doesNotThrow(() => checkOptions(shipped));
	assert.doesNotMatch(JSON.stringify(shipped), /0x[0-9a-f]{40}|avax1|@/i);
	const stack = stackOf(shipped);
	const template = Template.fromStack(stack);
	assert.doesNotMatch(JSON.stringify(template.toJSON()), /0x[0-9a-f]{40}/i);
	assert.deepEqual(functionsOf(shipped), [
		...['exportTransactions', 'aggregateSignatures', 'notify', 'sender'],
	]);
	template.resourceCountIs('AWS::Scheduler::Schedule', 1);
	const off = Match.stringLikeRegexp('The schedule "yesterday" is off.*addresses');
	Annotations.fromStack(stack).hasWarning('*', off);
	Annotations.fromStack(stackOf(everything)).hasNoWarning('*', off);
});

test('a schedule without addresses is off; startExport stays if another one is on', () => {
	const off = { ...daily, name: 'off', event: { ...DAY, addresses: [] } };
	const template = templateOf({ exports: { schedules: [daily, off] } });
	template.resourceCountIs('AWS::Scheduler::Schedule', 1);
	assert.ok(functionsOf({ exports: {} }).includes('startExport'));
	assert.ok(!functionsOf({ exports: { schedules: [off] } }).includes('startExport'));
});

/** Wrong options, and what their error must say. */
const WRONG: ReadonlyArray<readonly [string, unknown, RegExp]> = [
	[
		'a typing error',
		{ alarmMail: 'a@example.org' },
		/^- alarmMail is not an option; did you mean alarmEmail\?$/m,
	],
	[
		'a typing error inside',
		{ services: { nodeURL: 'https://n.example' } },
		/^- services\.nodeURL is not an option; did you mean nodeUrl\?$/m,
	],
	[
		'a typing error in a list',
		scheduled({ timezone: 'UTC' }),
		/^- exports\.schedules\[0\]\.timezone is not an option; did you mean timeZone\?$/m,
	],
	[
		'an option that resembles none',
		{ zzzzzzzz: 1 },
		/zzzzzzzz is not an option; there are stage, stackId, functions, architecture/,
	],
	[
		'options of a function that is not deployed',
		{ functions: ['notify'], notify: { settings: { secret: 'n' } }, receive: {} },
		/receive has no effect: functions must name it/,
	],
	[
		'a deadline that the execution does not reach',
		event({ wait: { deadlineMinutes: 2821 } }),
		/daily: event\.wait\.deadlineMinutes must be at most 2820 .*given: 2821/,
	],
	[
		'an event that a schedule does not take',
		event({
			addresses: Array.from({ length: 6_000 }, (_, n) => `0x${String(n).padStart(40, '0')}`),
		}),
		/daily: event has \d+ bytes as JSON, and a schedule of EventBridge takes 262144/,
	],
	['a number for an object', { receive: 1 }, /^- receive must be an object; given: 1$/m],
	['a number for a hidden object', { services: 1 }, /^- services must be an object$/m],
	['no object', null, /the options must be an object/],
	[
		'an unknown rule',
		event({ rule: 'yesterdays' }),
		/daily: The event is invalid: rule: must be "yesterday", "lastWeek".*given: "yesterdays"/,
	],
	['an unknown field of an event', event({ adresses: [] }), /daily: .*there is no field adresses/],
	['an invalid address', event({ addresses: ['0x12'] }), /daily: .*request\.options\.addresses/],
	[
		'an event that is off, with another fault',
		event({ addresses: [], rule: 'never' }),
		/daily: .*rule: .*given: "never"/,
	],
	[
		'a query in a schedule',
		scheduled({ event: { action: 'status', names: ['a'] } }),
		/event\.action must be "start"/,
	],
	[
		'the time of an event',
		event({ time: '2026-01-01T00:00:00Z' }),
		/event\.time is set by the schedule/,
	],
	[
		'no time',
		scheduled({ everyHours: undefined }),
		/daily: needs everyHours or cron, and not both/,
	],
	[
		'two times',
		scheduled({ cron: { minute: '0', hour: '6' } }),
		/daily: needs everyHours or cron, and not both/,
	],
	[
		'a day and a day of the week',
		scheduled({
			everyHours: undefined,
			cron: { minute: '0', hour: '6', day: '1', weekDay: 'MON' },
		}),
		/daily: cron\.day and cron\.weekDay exclude each other/,
	],
	[
		'a cron field of two',
		scheduled({ everyHours: undefined, cron: { minute: '0 6', hour: '6' } }),
		/exports\.schedules\[0\]\.cron\.minute must be numbers.*given: "0 6"/,
	],
	[
		'a cron expression for every minute by mistake',
		scheduled({ everyHours: undefined, cron: { hour: '6' } }),
		/exports\.schedules\[0\]\.cron\.minute is missing/,
	],
	[
		'an unknown time zone',
		scheduled({ timeZone: 'Mars/Base' }),
		/timeZone must be the name of a time zone.*given: "Mars\/Base"/,
	],
	['a name with a space', scheduled({ name: 'a b' }), /name must be 1 to 40 letters.*given: "a b"/],
	['schedules of one name', { exports: { schedules: [daily, daily] } }, /unique names/],
	[
		'no URL',
		{ services: { nodeUrl: 'not a url' } },
		/services\.nodeUrl must be an http:\/\/ or https:\/\/ URL/,
	],
	[
		'a URL with a query',
		{ services: { dataUrl: 'https://d.example/?key=1' } },
		/services\.dataUrl must be .*without user name, query/,
	],
	[
		'an invalid header',
		{ services: { apiKeyHeader: 'x key' } },
		/services\.apiKeyHeader must be the name of an HTTP header/,
	],
	[
		'the secret of callbacks itself, which is not shown',
		{ exports: { callback: { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' } } },
		/exports\.callback\.secret must say where the secret is kept(?!.*whsec)/,
	],
	[
		'a fraction of a day',
		{ exports: { executionDays: 0.01 } },
		/exports\.executionDays must be a whole number of days from 1 to 365; given: 0\.01/,
	],
	[
		'a number as text',
		{ exports: { expireDays: '30' } },
		/exports\.expireDays must be a whole number.*given: "30"/,
	],
	[
		'a long timeout',
		{ aggregate: { timeoutSeconds: 1000 } },
		/aggregate\.timeoutSeconds must be a whole number of seconds from 10 to 900; given: 1000/,
	],
	[
		'no concurrency',
		{ aggregate: { concurrency: 0 } },
		/aggregate\.concurrency must be a whole number from 1.*given: 0/,
	],
	[
		'an interval of nothing',
		{ notify: { settings: { secret: 'n' }, everyMinutes: 0 } },
		/notify\.everyMinutes must be a whole number of minutes from 1 to 1440; given: 0/,
	],
	[
		'a kind of URL',
		{ aggregate: { url: 'private' } },
		/aggregate\.url must be "iam" or "public"; given: "private"/,
	],
	[
		'an origin with a path',
		{ aggregate: { url: 'iam', allowedOrigins: ['https://a.example/x'] } },
		/allowedOrigins\[0\] must be an origin without path/,
	],
	[
		'origins without a URL',
		{ aggregate: { allowedOrigins: ['*'] } },
		/aggregate\.allowedOrigins needs aggregate\.url/,
	],
	[
		'a verification without a node',
		{ aggregate: { verification: 'report' } },
		/services\.nodeUrl is required if aggregate\.verification is "report"/,
	],
	[
		'an empty parameter',
		{ apiKey: { parameter: '' } },
		/apiKey\.parameter must be the name of a parameter/,
	],
	[
		'the ARN of a parameter',
		{ apiKey: { parameter: 'arn:aws:ssm:eu-central-1:123456789012:parameter/a' } },
		/apiKey\.parameter must be the parameter's name, .*not its ARN/,
	],
	[
		'folders without a slash',
		{ apiKey: { parameter: 'avalanche/key' } },
		/apiKey\.parameter must be .*a slash before each/,
	],
	[
		'a reserved parameter',
		{ apiKey: { parameter: '/aws/key' } },
		/apiKey\.parameter must not begin with "aws"/,
	],
	[
		'the URL of a queue',
		{ notify: { settings: { secret: 'n' }, sendTo: { queues: ['https://sqs.eu/1/a'] } } },
		/notify\.sendTo\.queues\[0\] must be the ARN of a queue: arn:aws:sqs.*given: "https:\/\/sqs\.eu\/1\/a"/,
	],
	[
		'any topic',
		{ notify: { settings: { secret: 'n' }, sendTo: { topics: ['*'] } } },
		/notify\.sendTo\.topics\[0\] must be the ARN of a topic.*given: "\*"/,
	],
	[
		'a domain as a sender',
		{ notify: { settings: { secret: 'n' }, sendTo: { senders: ['example.org'] } } },
		/notify\.sendTo\.senders\[0\] must be an e-mail address/,
	],
	[
		'nothing to send to',
		{ notify: { settings: { secret: 'n' }, sendTo: { queues: [] } } },
		/notify\.sendTo\.queues must not be empty/,
	],
	[
		'an empty secret',
		notify({ secret: '' }),
		/notify\.settings\.secret must be the name of a secret/,
	],
	[
		'half an ARN of a secret',
		notify({ secret: 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:n' }),
		/notify\.settings\.secret must be the name of a secret, or its whole ARN/,
	],
	[
		'no settings',
		{ notify: {} },
		/notify\.settings is missing: it must say where the secret is kept/,
	],
	[
		'two places',
		notify({ secret: 'a', parameter: 'b' }),
		/notify\.settings must have either parameter or secret/,
	],
	['no place', notify({}), /notify\.settings must have either parameter or secret/],
	[
		'a field of a parameter',
		{ apiKey: { parameter: '/a', field: 'b' } },
		/apiKey\.field is of a secret/,
	],
	[
		'an alias of a key',
		{ apiKey: { parameter: '/a', kmsKeyArn: 'alias/mine' } },
		/apiKey\.kmsKeyArn must be the ARN of a KMS key/,
	],
	[
		'the ARN of a bucket',
		{ exports: { bucketName: 'arn:aws:s3:::mine' } },
		/exports\.bucketName must be the bucket's name, not its ARN/,
	],
	['an impossible prefix', { exports: { prefix: 'a b/' } }, /exports\.prefix must be a key prefix/],
	[
		'no e-mail address',
		{ alarmEmail: 'ops' },
		/alarmEmail must be an e-mail address; given: "ops"/,
	],
	[
		'no topic',
		{ alarmTopicArn: 'on-call' },
		/alarmTopicArn must be the ARN of an SNS standard topic/,
	],
	[
		'two receivers',
		{ alarmEmail: 'a@example.org', alarmTopicArn: 'arn:aws:sns:eu-central-1:123456789012:t' },
		/exclude each other/,
	],
	[
		'days that CloudWatch has not',
		{ logRetentionDays: 31 },
		/logRetentionDays must be one of 1, 3, .*given: 31/,
	],
	['tracing as text', { tracing: 'true' }, /tracing must be true or false; given: "true"/],
	[
		'an unknown function',
		{ functions: ['exports'] },
		/functions\[0\] must be "exportTransactions" or .*given: "exports"/,
	],
	['no function', { functions: [] }, /functions must not be empty/],
	['one of two functions', { functions: ['startExport'] }, /functions must name both/],
	[
		'receive without notify',
		{ apiKey: { parameter: 'a' }, receive: {} },
		/receive writes to the table of notify: functions must name both/,
	],
	[
		'subscriptions without notify',
		{ subscriptions: {} },
		/notify sends to subscriptions: functions must name both/,
	],
	[
		'a limit of tokens',
		{ notify: { settings: { secret: 'n' } }, subscriptions: { limit: 5 } },
		/subscriptions\.limit has no effect on tokens/,
	],
	[
		'an open URL of subscriptions',
		{ subscriptions: { url: 'public' } },
		/subscriptions\.url must be "token" or "iam"; given: "public"/,
	],
	[
		'receive without a key',
		{ notify: { settings: { secret: 'n' } }, receive: {} },
		/apiKey is required for receive/,
	],
	[
		'a URL of receive without TLS',
		{ receive: { url: 'http://hooks.example.org/' } },
		/receive\.url must be an https:\/\/ URL without query or fragment/,
	],
	[
		'another scheme of signatures',
		{ receive: { signatureScheme: 'md5' } },
		/receive\.signatureScheme must be "canonicalHex" or .*given: "md5"/,
	],
	['notify without options', { functions: ['notify'] }, /notify\.settings is required for notify/],
	[
		'schedules without their function',
		{ functions: ['exportTransactions'], ...scheduled({}) },
		/exports\.schedules need startExport/,
	],
	[
		'another processor',
		{ architecture: 'arm' },
		/architecture must be "x64" or "arm64"; given: "arm"/,
	],
];

for (const [name, options, message] of WRONG) {
	test(`options with ${name} are rejected, by the stack, too`, () => {
		assert.throws(() => checkOptions(options), message);
		assert.throws(() => stackOf(options as never), message);
	});
}

test('all that is wrong is named at once', () => {
	assert.throws(
		() => checkOptions({ alarmMail: 'a', tracing: 1, exports: { executionDays: 0 } }),
		/executionDays[^]*tracing[^]*alarmMail/,
	);
});

test('values that may be secrets are not shown', () => {
	const secret = 'ak very secret';
	for (const options of [
		{ apiKey: secret },
		{ apiKey: { parameter: secret } },
		{ nodeHeader: { name: 'x-key', value: secret } },
		notify(`{"targets": "${secret}"}`),
		notify({ secret: `{"targets": "${secret}"}` }),
		{ services: { nodeUrl: `https://user:${secret}@n.example` } },
	]) {
		assert.throws(
			() => checkOptions(options),
			({ message }: Error) => !message.includes(secret) && /must/.test(message),
		);
	}
});

test('every option can be set', () => {
	const key = 'arn:aws:kms:eu-central-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab';
	const secret = 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:avalanche/notify-AbCd12';
	assert.doesNotThrow(() =>
		checkOptions({
			...everything,
			functions: [
				'exportTransactions',
				'startExport',
				'aggregateSignatures',
				'notify',
				'receive',
				'subscriptions',
				'topUp',
			],
			topUp: { settings: { parameter: '/top-up', kmsKeyArn: key }, everyMinutes: 10 },
			subscriptions: { url: 'iam', limit: 1_000, concurrency: 5 },
			receive: {
				everyMinutes: 5,
				url: 'https://hooks.example.org/avalanche/',
				signatureScheme: 'rawText',
				concurrency: 5,
			},
			architecture: 'arm64',
			services: {
				dataUrl: 'https://data.example/api',
				metricsUrl: 'https://metrics.example',
				nodeUrl: 'http://10.0.0.1:9650',
				apiKeyHeader: 'x-api-key',
			},
			apiKey: { parameter: 'key', kmsKeyArn: key },
			nodeHeader: { name: 'Authorization', value: { secret: 'node', field: 'token' } },
			exports: {
				bucketName: 'my-exports',
				prefix: '',
				prefixes: ['a/b'],
				expireDays: 400,
				executionDays: 365,
				schedules: [
					{
						name: 'daily',
						cron: { minute: '0/15', hour: '6', weekDay: 'MON-FRI' },
						timeZone: 'Europe/Berlin',
						event: DAY,
					},
				],
			},
			aggregate: {
				url: 'iam',
				allowedOrigins: ['http://localhost:3000', 'https://app.example.org'],
				verification: 'report',
				timeoutSeconds: 900,
				concurrency: 10,
			},
			notify: {
				settings: { secret },
				everyMinutes: 1440,
				concurrency: 1,
				sendTo: {
					queues: ['arn:aws:sqs:eu-central-1:123456789012:alerts.fifo'],
					topics: ['arn:aws:sns:eu-central-1:123456789012:alerts'],
					senders: ['alerts@example.org'],
					kmsKeyArns: [key],
				},
			},
			alarmEmail: 'ops@example.org',
			logRetentionDays: 731,
			tracing: true,
		}),
	);
});

test('time zones', () => {
	for (const name of ['UTC', 'Etc/UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires']) {
		assert.equal(timeZoneProblem(name), undefined, name);
	}
	assert.match(timeZoneProblem('europe/berlin') ?? '', /must be "Europe\/Berlin"/);
	for (const name of ['Mars/Base', '+01:00', '', 'CEST']) {
		assert.match(timeZoneProblem(name) ?? '', /name of a time zone/, name);
	}
});

test('the summary of a synthesis says what is deployed, and whom alarms reach', () => {
	const lines = (options: object) =>
		summaryOf(templateOf({ ...everything, ...options }).toJSON() as TemplateContent).join('\n');
	assert.match(
		lines({}),
		/^Functions: ExportTransactions, StartExport, AggregateSignatures, Subscriptions, Notify, Receive, Sender, TopUp$/m,
	);
	assert.match(
		lines({}),
		/^Schedules: .*startExport: yesterday: cron\(0 6 \* \* \? \*\) \(Etc\/UTC\)/m,
	);
	assert.match(lines({}), /^Alarms: 53, .*output AlarmTopicArn\. They reach nobody$/m);
	for (const name of [
		'ExportTransactions',
		'StartExport',
		'AggregateSignatures',
		'Notify',
		'Receive',
		'Sender',
		'Subscriptions',
		'TopUp',
	]) {
		assert.match(lines({}), new RegExp(`^Outputs: .*\\b${name}Arn\\b`, 'm'));
	}
	assert.match(lines({}), /^Outputs: .*AlarmTopicArn/m);
	assert.match(lines({ alarmEmail: 'ops@example.org' }), /They reach email ops@example\.org$/m);
	const alarmTopicArn = 'arn:aws:sns:eu-central-1:123456789012:on-call';
	assert.match(lines({ alarmTopicArn }), /They reach the subscribers of your topic$/m);
});
