import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { IConnections, IDataObject, INode } from 'n8n-workflow';
import type { Instance } from './instance';

/** Imports credentials and workflows into n8n before it starts. */

const EXAMPLES = path.resolve(__dirname, '../../../examples/workflows');

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

/** URLs of the services, for the credential. */
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

/** An example workflow as its file has it. */
export function exampleFile(name: string): WorkflowFile {
	const text = readFileSync(path.join(EXAMPLES, `${name}.json`), 'utf8');
	return { ...(JSON.parse(text) as WorkflowFile), id: name };
}

const NODE_ID = 'NodeID-FwJdk72TVgizzJoSQkKQ6BxutvLybp3Zs';
const ADDRESS = '0x34926a573d25b8ff438158d9221b4b657ee0f012';
const CHAT = '123456789';
const MAIL = { fromEmail: 'n8n@example.org', toEmail: 'ops@example.org' };
const P_CHAIN_ADDRESSES = [
	'P-avax16hag20csucfhwfwql0effswnrvpg6ycp099s0n',
	'P-avax1t4ztu5pec99t2jusz03dt0juc0s9cfa7f3qcaa',
	'P-avax1y9ljyxf7xskaysdgehd4a8w2v35sphsc0tgjfe',
];

/**
 * Values of the local services for fields that examples leave to the user: by file, node, field.
 */
export const LOCAL_VALUES: Record<string, Record<string, Record<string, string>>> = {
	'acknowledge-in-slack': { 'Watch My Validator': { nodeIds: NODE_ID } },
	'chat-for-each-validator': {
		'Watch My Validators': { nodeIds: NODE_ID },
		'First Chat': { chatId: CHAT },
		'Second Chat': { chatId: CHAT },
		Others: { chatId: CHAT },
	},
	'confirmed-delegations': { 'New Delegation': { nodeIds: NODE_ID } },
	'delegation-alert': { 'New Delegation': { nodeIds: NODE_ID } },
	'l1-administration': {
		'Watch the Administration': {
			subnetId: 'v4h549huqJiiyzvVG63VtzFswiFN4dHfABfVEDVYpTCrmApLg',
		},
	},
	'l1-alerts': {
		'Watch My L1': { subnetId: 'v4h549huqJiiyzvVG63VtzFswiFN4dHfABfVEDVYpTCrmApLg' },
	},
	'new-transactions': { 'Latest Transactions': { address: ADDRESS } },
	'relayer-alerts': { 'Gas Runs Low': { addresses: ADDRESS } },
	'rewards-to-google-sheets': {
		Append: { documentId: 'sheet-of-the-test', sheetName: 'Rewards' },
	},
	'safe-alerts': { 'Safe Changed': { addresses: ADDRESS } },
	'stake-end-alert': { Email: MAIL },
	'stale-feed': { 'Feed Is Stale': { addresses: ADDRESS } },
	'silence-by-form': { 'Watch My Validator': { nodeIds: NODE_ID } },
	'staking-digest': { Email: MAIL },
	'top-up-approval': {
		'L1 Balance Low': { subnetId: 'v4h549huqJiiyzvVG63VtzFswiFN4dHfABfVEDVYpTCrmApLg' },
	},
	'treasury-alerts': {
		'Watch My Addresses': { addresses: `${ADDRESS}, ${P_CHAIN_ADDRESSES.join(', ')}` },
	},
	'treasury-deposits': { Deposit: { addresses: ADDRESS } },
	'uptime-to-telegram': { 'Uptime Low': { nodeIds: NODE_ID }, 'Tell Me': { chatId: CHAT } },
	'validator-activity': {
		'New Delegation': { nodeIds: NODE_ID },
		'Tell Me': { chatId: CHAT },
	},
	'validator-alerts': { 'Watch My Validator': { nodeIds: NODE_ID } },
};

const PACKAGE = 'n8n-nodes-avalanche-network.';
const CALLS_WORKFLOW = 'n8n-nodes-base.executeWorkflow';

/**
 * An example workflow with the choices of a user after an import: the file's name is its id, its
 * nodes have the local credential and values of the local services, and nodes that call another
 * example use that id.
 */
export function exampleWorkflow(name: string): WorkflowFile {
	const workflow = exampleFile(name);
	for (const node of workflow.nodes) {
		if (node.type.startsWith(PACKAGE)) node.credentials = { avalancheApi: { ...CREDENTIAL } };
		for (const [field, value] of Object.entries(LOCAL_VALUES[name]?.[node.name] ?? {})) {
			const empty = node.parameters[field];
			const isEmpty =
				(typeof empty === 'object' ? (empty as { value: unknown }).value : empty) === '';
			if (!isEmpty) throw new Error(`${name}: "${field}" of ${node.name} has a value in the file`);
			node.parameters[field] =
				typeof empty === 'object' ? Object.assign(empty as object, { value }) : value;
		}
		if (node.type !== CALLS_WORKFLOW) continue;
		const called = node.parameters.workflowId as { cachedResultName: string; value: string };
		const found = exampleNames().find((one) => exampleFile(one).name === called.cachedResultName);
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
