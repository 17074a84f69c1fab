import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { AvalancheOptions, SendTo } from '../lib/optionsSchema';
import { everything } from './everything';
import { listOf, statementsOf, templateOf, textOf } from './template';

/** The permissions of notify for what its targets send to. */

const QUEUE = 'arn:aws:sqs:eu-central-1:123456789012:alerts';
const TOPIC = 'arn:aws:sns:eu-central-1:123456789012:alerts';
const KEY = 'arn:aws:kms:eu-central-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab';
const notify = (sendTo?: SendTo): AvalancheOptions => ({
	notify: { settings: { secret: 'avalanche/notify' }, ...(sendTo && { sendTo }) },
});

/** Allowed actions that match, each with its resource and its condition. */
function allowed(options: AvalancheOptions, actions: RegExp): string[] {
	return statementsOf(templateOf(options)).flatMap(({ Action, Resource, Condition }) =>
		listOf(Action)
			.filter((action) => actions.test(String(action)))
			.flatMap((action) =>
				listOf(Resource).map((resource) =>
					[action, textOf(resource), ...(Condition ? [JSON.stringify(Condition)] : [])].join(' '),
				),
			),
	);
}
const SENDING = /^(sqs:SendMessage|sns:Publish|ses:|kms:)/;

test('without sendTo, notify and sender may send to no queue but those of the stack', () => {
	const own = allowed(notify(), SENDING);
	assert.ok(own.length > 0);
	for (const one of own)
		assert.match(one, /^sqs:SendMessage <(Failed\w+|Deliveries|SlowDeliveries)\.Arn>$/);
	for (const one of allowed(everything, SENDING)) assert.doesNotMatch(one, /^(sns:Publish|ses:)/);
});

test('with it, exactly to the named ones', () => {
	const before = allowed(notify(), SENDING);
	const after = allowed(
		notify({
			queues: [QUEUE],
			topics: [TOPIC],
			senders: ['alerts@mail.example.org'],
			kmsKeyArns: [KEY],
		}),
		SENDING,
	);
	const condition = '{"StringEquals":{"ses:FromAddress":"alerts@mail.example.org"}}';
	const identity = (name: string) =>
		`ses:SendEmail arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:identity/${name} ${condition}`;
	// notify may, too: it sends tests.
	assert.deepEqual(
		[...new Set(after.filter((one) => !before.includes(one)))].sort(),
		[
			`sqs:SendMessage ${QUEUE}`,
			`sns:Publish ${TOPIC}`,
			`kms:GenerateDataKey ${KEY}`,
			`kms:Decrypt ${KEY}`,
			identity('alerts@mail.example.org'),
			identity('mail.example.org'),
			identity('example.org'),
		].sort(),
	);
	assert.ok(after.every((one) => !/ \*$/.test(one)));
});

test('the example of docs/channels.md is one of the options', () => {
	const page = readFileSync(path.resolve(__dirname, '../../docs/channels.md'), 'utf8');
	const [, example] = /```ts\n([^]*?)```/.exec(page) ?? [];
	const named = [...example.matchAll(/^\t\t(\w+): \['([^']+)'\],$/gm)].map(([, key, one]) => [
		key,
		[one],
	]);
	assert.deepEqual(
		named.map(([key]) => key),
		['queues', 'topics', 'senders', 'kmsKeyArns'],
	);
	const options = notify(Object.fromEntries(named) as SendTo);
	assert.ok(allowed(options, SENDING).includes(`sqs:SendMessage ${QUEUE}`));
});
