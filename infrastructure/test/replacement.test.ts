import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { everything as options } from './everything';
import { templateOf, textOf } from './template';

/**
 * The stored summary lists every resource by its logical id, with the properties whose change makes
 * CloudFormation put a new resource in place of the old one. A line of the summary that changes or
 * goes is a resource of a deployed stack that would be replaced or deleted.
 */
const FILE = path.join(__dirname, 'template.summary.json');
const specification = loadAwsServiceSpecSync();

/** AWS says so in the documentation of durable functions; the schema of the type does not. */
const ALSO_REPLACING: Readonly<Record<string, readonly string[]>> = {
	'AWS::Lambda::Function': ['DurableConfig'],
};

function replacing(type: string): string[] {
	const [resource] = specification.lookup('resource', 'cloudFormationType', 'equals', type);
	assert.ok(resource, `the specification knows no ${type}`);
	const named = Object.entries(resource.properties)
		.filter(([, { causesReplacement: replaces = 'no' }]) => replaces !== 'no')
		.map(([name]) => name);
	return [...named, ...(ALSO_REPLACING[type] ?? [])].sort();
}

function summaryOf(resources: Record<string, Resource>) {
	const entries = Object.entries(resources).map(([id, { Type, DeletionPolicy, Properties }]) => {
		const given = replacing(Type).filter((name) => Properties?.[name] !== undefined);
		// Durability may not come or go; its limits may change.
		const value = (name: string) =>
			name === 'DurableConfig' ? 'present' : readable(Properties?.[name]);
		return [
			// Every change of a function makes a new version.
			Type === 'AWS::Lambda::Version' ? id.replace(/[0-9a-f]{32}$/, '…') : id,
			{
				type: Type,
				...(DeletionPolicy && { whenDeleted: DeletionPolicy }),
				...(given.length > 0 && {
					replacedWhenChanged: Object.fromEntries(given.map((name) => [name, value(name)])),
				}),
			},
		] as const;
	});
	return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

interface Resource {
	Type: string;
	DeletionPolicy?: string;
	Properties?: Record<string, unknown>;
}

function readable(value: unknown): unknown {
	return Array.isArray(value) ? value : textOf(value);
}

test('no resource is replaced, deleted or added beyond the stored summary', () => {
	const { Resources } = templateOf(options).toJSON() as { Resources: Record<string, Resource> };
	const summary = summaryOf(Resources);
	if (process.env.UPDATE_SUMMARY) {
		writeFileSync(FILE, `${JSON.stringify(summary, null, '\t')}\n`);
		return;
	}
	assert.deepEqual(
		summary,
		JSON.parse(readFileSync(FILE, 'utf8')),
		'Resources would be replaced, deleted or added. Where that is meant: UPDATE_SUMMARY=true npm run infrastructure -- test, and commit the summary',
	);
});
