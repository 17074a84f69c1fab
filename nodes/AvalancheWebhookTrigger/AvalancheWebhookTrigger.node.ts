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
import { avalancheApiTest, listSearchOf } from '../shared/methods';
import { searches, subtitle, webhookTriggerProperties } from './properties';

export class AvalancheWebhookTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Avalanche Webhook Trigger',
		name: 'avalancheWebhookTrigger',
		icon: { light: 'file:../../icons/avalanche.svg', dark: 'file:../../icons/avalanche.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle,
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
		listSearch: listSearchOf(searches),
	};

	webhookMethods = {
		default: {
			/** `create` finds what exists: a publication that fails must not have changed half of it. */
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return false;
			},
			async create(this: IHookFunctions): Promise<boolean> {
				const { create } = await import('./hooks.js');
				return await create(this);
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				const { remove } = await import('./hooks.js');
				return await remove(this);
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const { receive } = await import('./receive.js');
		return await receive(this);
	}

	/** The check of the webhooks, at the times of the form. */
	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const { heal } = await import('./heal.js');
		return await heal(this);
	}

	/** Runs in each execution that a message or a check starts. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const { handOver } = await import('./handOver.js');
		return await handOver(this);
	}
}
