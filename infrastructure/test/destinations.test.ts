import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { objectKeysOf } from '../../lambdas/exportTransactions/keys';
import { checkOptions } from '../lib/checkOptions';
import type { AvalancheOptions } from '../lib/optionsSchema';
import { everything as shipped } from './everything';
import { listOf, statementsOf, templateOf, textOf } from './template';

/** The keys that the role of exportTransactions may write, as patterns of IAM. */
function writable(options: AvalancheOptions): string[] {
	return statementsOf(templateOf(options))
		.filter(({ Action }) => listOf(Action).includes('s3:PutObject'))
		.flatMap(({ Resource }) => listOf(Resource).map(textOf));
}

function allows(patterns: readonly string[], bucket: string, key: string): boolean {
	return patterns.some((pattern) => {
		const [start, ...more] = pattern.split('*');
		assert.deepEqual(more, ['']);
		return `${bucket}/${key}`.startsWith(start);
	});
}

/** The events of docs/lambdas.md that name a destination. */
const page = readFileSync(path.resolve(__dirname, '../../docs/lambdas.md'), 'utf8');
const documented = [...page.matchAll(/^```json\n([^]*?)^```/gm)]
	.map(([, json]) => JSON.parse(json) as { destination?: { bucket?: string; prefix?: string } })
	.flatMap(({ destination }) => destination ?? []);

test('the documented destinations can be written with the options as they are shipped', () => {
	assert.ok(documented.length >= 2);
	for (const { bucket, prefix } of documented) {
		assert.equal(bucket, undefined, 'the stack has one bucket, which needs no name');
		const { manifest, file } = objectKeysOf(prefix ?? '', 'name');
		for (const key of [manifest, file(1)]) {
			assert.ok(allows(writable(shipped), '<Exports.Arn>', key), key);
		}
	}
});

test('a prefix allows what the function writes under it, and nothing beside it', () => {
	for (const [prefix, beside] of [
		['exports/', 'exports-of-others/part-001.csv'],
		['tx', 'txs/part-001.csv'],
		['/a/b/', 'a/c/part-001.csv'],
	]) {
		const patterns = writable({ exports: { prefix } });
		assert.ok(allows(patterns, '<Exports.Arn>', objectKeysOf(prefix, 'name').file(1)), prefix);
		assert.ok(!allows(patterns, '<Exports.Arn>', beside), prefix);
	}
	const both = writable({ exports: { prefix: 'a', prefixes: ['b/c'], bucketName: 'mine' } });
	assert.deepEqual(
		both.map((one) => one.slice(one.lastIndexOf(':') + 1)),
		['mine/a/*', 'mine/b/c/*'],
	);
});

test('a schedule that writes where the role may not is refused at synth', () => {
	const withDestination = (destination: object): AvalancheOptions => ({
		exports: {
			prefixes: ['monthly/'],
			schedules: [
				{
					name: 'one',
					everyHours: 24,
					event: { rule: 'yesterday', chains: ['43114'], addresses: [], destination },
				},
			],
		},
	});
	assert.doesNotThrow(() => checkOptions(withDestination({ prefix: 'monthly' })));
	assert.doesNotThrow(() => checkOptions(withDestination({ prefix: 'exports/deeper/' })));
	assert.throws(
		() => checkOptions(withDestination({ prefix: 'weekly/', bucket: 'other' })),
		/one: it writes to the bucket "other"[^]*one: it writes to "weekly\/", which must be listed in exports\.prefixes/,
	);
});
