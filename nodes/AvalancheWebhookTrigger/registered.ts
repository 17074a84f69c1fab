import type { IDataObject, INode } from 'n8n-workflow';

/**
 * The webhooks that a node registered, in the workflow's static data: polls under durable cursors have
 * a copy of the node's data from their first run, and would not see later ones.
 */

interface Context {
	getNode(): INode;
	getWorkflowStaticData(type: 'global' | 'node'): IDataObject;
}

/** Webhooks that are known to be registered. */
export interface Registered {
	ids: string[];
	/** The URL of the node when they were registered. */
	url?: string;
}

/** A test webhook is another one than that of the published workflow. */
export type Purpose = 'production' | 'test';

const keyOf = (context: Context, purpose: Purpose) =>
	`avalancheWebhook:${purpose}:${context.getNode().id}`;

/** The registered webhooks; static data can be lost. */
export function registeredIn(context: Context, purpose: Purpose): Registered {
	const saved = context.getWorkflowStaticData('global')[keyOf(context, purpose)];
	const { ids, url } = (saved ?? {}) as Partial<Record<keyof Registered, unknown>>;
	return {
		ids: Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : [],
		...(typeof url === 'string' && { url }),
	};
}

/** Stores them if they differ. Without ids, nothing is stored. */
export function register(context: Context, purpose: Purpose, registered: Registered): void {
	const shared = context.getWorkflowStaticData('global');
	const key = keyOf(context, purpose);
	if (JSON.stringify(registeredIn(context, purpose)) === JSON.stringify(registered)) return;
	if (registered.ids.length === 0) delete shared[key];
	else shared[key] = { ...registered };
}

/** Recognizes the URLs of a node, also after n8n's public URL has changed. */
export function ownUrl(context: Context, purpose: Purpose): (url: string) => boolean {
	const { webhookId } = context.getNode();
	const folder = purpose === 'test' ? 'webhook-test' : 'webhook';
	return (url) => webhookId !== undefined && url.includes(`/${folder}/${webhookId}/`);
}
