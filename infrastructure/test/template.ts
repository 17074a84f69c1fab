import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type AvalancheOptions, FUNCTIONS } from '../lib/optionsSchema';
import { AvalancheStack } from '../lib/stack';

/** Bundles that are the same at every run, so that the template is, too. */
export const codeFolder = mkdtempSync(path.join(tmpdir(), 'bundles-'));
for (const name of FUNCTIONS) {
	mkdirSync(path.join(codeFolder, name));
	writeFileSync(path.join(codeFolder, name, 'handler.mjs'), `export const handler = '${name}';`);
}

export function stackOf(options: AvalancheOptions): AvalancheStack {
	return new AvalancheStack(new App(), 'Test', { options, codeFolder });
}

export function templateOf(options: AvalancheOptions): Template {
	return Template.fromStack(stackOf(options));
}

export interface Statement {
	Action: string | string[];
	Resource: unknown;
	Effect: string;
	Principal?: unknown;
	Condition?: unknown;
}

export const listOf = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value]);

/** The statements of every role's policy. */
export function statementsOf(template: Template): Statement[] {
	return Object.values(template.findResources('AWS::IAM::Policy')).flatMap(
		(policy) => policy.Properties.PolicyDocument.Statement as Statement[],
	);
}

/** The statements of the policies of each role. */
export function statementsByRole(template: Template): Record<string, Statement[]> {
	const all: Record<string, Statement[]> = {};
	for (const { Properties } of Object.values(template.findResources('AWS::IAM::Policy'))) {
		const role = bare(Properties.Roles[0].Ref);
		all[role] = [...(all[role] ?? []), ...(Properties.PolicyDocument.Statement as Statement[])];
	}
	return all;
}

/** A logical id without the hash that CDK puts behind it. */
export const bare = (logicalId: string) => logicalId.replace(/[0-9A-F]{8}([0-9a-f]{32})?$/, '');

/** References and joins of a template as text: `<Exports.Arn>/exports/*`. */
export function textOf(value: unknown): string {
	if (typeof value === 'string') return value;
	const { Ref, 'Fn::GetAtt': attribute, 'Fn::Join': join } = value as Record<string, unknown>;
	if (typeof Ref === 'string') return `<${bare(Ref)}>`;
	if (attribute) {
		const [id, name] = attribute as [string, string];
		return `<${bare(id)}.${name}>`;
	}
	if (join) {
		const [separator, parts] = join as [string, unknown[]];
		return parts.map(textOf).join(separator);
	}
	return JSON.stringify(value);
}
