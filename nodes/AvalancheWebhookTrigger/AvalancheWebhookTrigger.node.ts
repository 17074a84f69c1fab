import {
	type IExecuteFunctions,
	type IHookFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	type IWebhookFunctions,
	type IWebhookResponseData,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { avalancheApiTest } from '../shared/credentialTest';
import { listSearchOf } from '../shared/listSearch';
import { subtitleOf } from '../shared/subtitle';
import { handOver } from './handOver';
import { heal } from './heal';
import { checkExists, create, remove } from './hooks';
import { webhookTriggerProperties } from './properties';
import { receive } from './receive';

export class AvalancheWebhookTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Avalanche Webhook Trigger',
		name: 'avalancheWebhookTrigger',
		icon: { light: 'file:../../icons/avalanche.svg', dark: 'file:../../icons/avalanche.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: subtitleOf(webhookTriggerProperties, 'event'),
		description:
			'Starts workflows within seconds of transfers, transactions, rewards and validator events, by webhooks of the data service, and finds events whose message was lost',
		defaults: { name: 'Avalanche Webhook Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'avalancheApi', required: true, testedBy: 'avalancheApiTest' }],
		webhooks: [
			{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' },
		],
		properties: webhookTriggerProperties,
	};

	methods = {
		credentialTest: { avalancheApiTest },
		listSearch: listSearchOf(webhookTriggerProperties),
	};

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await checkExists(this);
			},
			async create(this: IHookFunctions): Promise<boolean> {
				return await create(this);
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return await remove(this);
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}

	/** The check of the webhooks, at the times of the form. */
	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await heal(this);
	}

	/** Runs in each execution that a message or a check starts. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await handOver(this);
	}
}
