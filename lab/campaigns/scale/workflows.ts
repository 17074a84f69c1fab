import { randomUUID } from 'node:crypto';
import type { INode, INodeParameters } from 'n8n-workflow';
import type { CredentialFile, WorkflowFile } from '../../kit/n8n/import';

/** The workflows of the test. */

const PACKAGE = 'n8n-nodes-avalanche-network';

function chain(id: string, nodes: Array<Omit<INode, 'id' | 'position'>>): WorkflowFile {
	return {
		id,
		name: id,
		active: false,
		nodes: nodes.map((node, i) => ({
			...node,
			// Not the name: Postgres rejects ids of more than 36 characters.
			id: randomUUID(),
			position: [220 * i, 0],
		})),
		connections: Object.fromEntries(
			nodes
				.slice(1)
				.map(({ name }, i) => [
					nodes[i].name,
					{ main: [[{ node: name, type: 'main', index: 0 }]] },
				]),
		),
		settings: { executionOrder: 'v1' },
	};
}

const using = ({ id, name }: CredentialFile) => ({ avalancheApi: { id, name } });

/** Six polls a minute: n8n accepts expressions that poll once a minute. */
const POLL_TIMES = {
	item: [0, 10, 20, 30, 40, 50].map((second) => ({
		mode: 'custom',
		cronExpression: `${second} * * * * *`,
	})),
} as unknown as INodeParameters;

const WRITES_STATIC_DATA = `const data = $getWorkflowStaticData('global');
data.executions = (data.executions ?? 0) + 1;
return $input.all();`;

/** A node that posts the hash of each item to the collector. */
function collecting(id: string, collector: string): Omit<INode, 'id' | 'position'> {
	return {
		name: 'Collect',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			method: 'POST',
			url: `${collector}/${id}`,
			sendBody: true,
			specifyBody: 'json',
			jsonBody: '={{ JSON.stringify({ hash: $json.txHash }) }}',
			options: { timeout: 300_000 },
		},
	};
}

export interface EventsOptions {
	id: string;
	/** The URL of the collector. */
	collector: string;
	credential: CredentialFile;
	/** True if a Code node writes static data. */
	withCode: boolean;
}

/** New staking transactions, each posted to the collector. */
export function eventsWorkflow(options: EventsOptions): WorkflowFile {
	const { id, collector, credential, withCode } = options;
	const code = {
		name: 'Static Data',
		type: 'n8n-nodes-base.code',
		typeVersion: 2,
		parameters: { jsCode: WRITES_STATIC_DATA },
	};
	return chain(id, [
		{
			name: 'Avalanche Trigger',
			type: `${PACKAGE}.avalancheTrigger`,
			typeVersion: 1,
			credentials: using(credential),
			parameters: {
				pollTimes: POLL_TIMES,
				event: 'stakingTransaction',
				network: 'mainnet',
			},
		},
		...(withCode ? [code] : []),
		collecting(id, collector),
	]);
}

/**
 * New staking transactions, each delivered until it is confirmed: posted to the collector, and then
 * confirmed. `perExecution` is the maximum number of events of an execution.
 */
export function confirmedWorkflow(
	options: Omit<EventsOptions, 'withCode'> & { perExecution: number },
): WorkflowFile {
	const { id, collector, credential, perExecution } = options;
	return chain(id, [
		{
			name: 'Avalanche Trigger',
			type: `${PACKAGE}.avalancheTrigger`,
			typeVersion: 1,
			credentials: using(credential),
			parameters: {
				pollTimes: POLL_TIMES,
				event: 'stakingTransaction',
				network: 'mainnet',
				options: { maxEvents: perExecution, untilConfirmed: true, repeatAfterMinutes: 1 },
			},
		},
		collecting(id, collector),
		{
			name: 'Confirm',
			type: `${PACKAGE}.avalanche`,
			typeVersion: 1,
			parameters: {
				resource: 'event',
				operation: 'confirm',
				eventId: "={{ $('Avalanche Trigger').item.json.id }}",
			},
		},
	]);
}

/** Transfers to addresses by the webhook trigger, each posted to the collector. */
export function transfersWorkflow(
	options: Omit<EventsOptions, 'withCode'> & { addresses: string },
): WorkflowFile {
	const { id, collector, credential, addresses } = options;
	return chain(id, [
		{
			name: 'Avalanche Webhook Trigger',
			type: `${PACKAGE}.avalancheWebhookTrigger`,
			typeVersion: 1,
			webhookId: randomUUID(),
			credentials: using(credential),
			parameters: { pollTimes: POLL_TIMES, event: 'transfer', addresses },
		},
		collecting(id, collector),
	]);
}

/** Calls of 20 compute units, one after the other, for each request to a webhook. */
export function callsWorkflow(id: string, credential: CredentialFile, calls: number): WorkflowFile {
	const webhook = {
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		webhookId: '5a0f3c4e-6a54-4d2e-8f0e-2f3f3a1c9d10',
		parameters: { httpMethod: 'POST', path: id, responseMode: 'onReceived', options: {} },
	};
	const call = (_: unknown, i: number) => ({
		name: `Call ${i + 1}`,
		type: `${PACKAGE}.avalanche`,
		typeVersion: 1,
		credentials: using(credential),
		parameters: {
			resource: 'account',
			operation: 'getDataHealth',
			options: { rateLimitWaitSeconds: 1800 },
		},
	});
	return chain(id, [webhook, ...Array.from({ length: calls }, call)]);
}
