import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { IConnections, IDataObject, INode } from 'n8n-workflow';
import type { Instance } from './instance';

/** Imports credentials and workflows into n8n before it starts. */

const EXAMPLES = path.resolve(__dirname, '../../examples/workflows');

export const CREDENTIAL = { id: 'avalancheLocal', name: 'Avalanche API' } as const;

/** A workflow as n8n imports it. */
export interface WorkflowFile {
	id: string;
	name: string;
	nodes: INode[];
	connections: IConnections;
	active: boolean;
	settings?: IDataObject;
}

export interface CredentialFile {
	id: string;
	name: string;
	type: string;
	data: IDataObject;
}

/** Where the credential points to. */
export interface Services {
	dataUrl: string;
	metricsUrl: string;
	nodeUrl: string;
}

/** The names of the example workflows' files, without `.json`. */
export function exampleNames(): string[] {
	const files = readdirSync(EXAMPLES).filter((file) => file.endsWith('.json'));
	return files.map((file) => path.basename(file, '.json')).sort();
}

function readExample(name: string): WorkflowFile {
	const text = readFileSync(path.join(EXAMPLES, `${name}.json`), 'utf8');
	return { ...(JSON.parse(text) as WorkflowFile), id: name };
}

const PACKAGE = 'n8n-nodes-avalanche-network.';
const CALLS_WORKFLOW = 'n8n-nodes-base.executeWorkflow';

/**
 * An example workflow with the choices of a user after an import: the file's name is its id, its
 * nodes have the local credential, and nodes that call another example use that id.
 */
export function exampleWorkflow(name: string): WorkflowFile {
	const workflow = readExample(name);
	for (const node of workflow.nodes) {
		if (node.type.startsWith(PACKAGE)) node.credentials = { avalancheApi: { ...CREDENTIAL } };
		if (node.type !== CALLS_WORKFLOW) continue;
		const called = node.parameters.workflowId as { cachedResultName: string; value: string };
		const found = exampleNames().find((one) => readExample(one).name === called.cachedResultName);
		if (!found) throw new Error(`${name}: no example is called "${called.cachedResultName}"`);
		called.value = found;
	}
	return workflow;
}

/** A credential of this package for the given services. */
export function avalancheCredential(
	{ dataUrl, metricsUrl, nodeUrl }: Services,
	more: IDataObject = {},
): CredentialFile {
	return { ...CREDENTIAL, type: 'avalancheApi', data: { dataUrl, metricsUrl, nodeUrl, ...more } };
}

async function imported(instance: Instance, what: string, content: unknown): Promise<void> {
	const folder = path.join(instance.folder, 'import');
	mkdirSync(folder, { recursive: true });
	const file = path.join(folder, `${what}.json`);
	writeFileSync(file, JSON.stringify(content));
	await instance.command(`import:${what}`, `--input=${file}`);
}

/** Imports credentials while n8n is not running. */
export async function importCredentials(instance: Instance, credentials: CredentialFile[]) {
	await imported(instance, 'credentials', credentials);
}

/** Imports workflows while n8n is not running. */
export async function importWorkflows(instance: Instance, workflows: WorkflowFile[]) {
	await imported(instance, 'workflow', workflows);
}
