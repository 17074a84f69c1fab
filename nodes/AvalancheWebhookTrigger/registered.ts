import type { IDataObject, INode, IWorkflowMetadata } from 'n8n-workflow';
import type { Registered } from '../../core/subjects/events/shared/webhookUpkeep';
import { inTurn } from '../AvalancheTrigger/inTurn';

/**
 * The webhooks that a node registered, in the workflow's static data: polls under durable cursors have
 * a copy of the node's data from their first run, and would not see later ones.
 */

interface Context {
	getNode(): INode;
	getWorkflow(): IWorkflowMetadata;
	getWorkflowStaticData(type: 'global' | 'node'): IDataObject;
}

/** Owner of a webhook: the published workflow, or n8n's test of a workflow. */
export type Purpose = 'production' | 'test';

const staticDataKey = (context: Context, purpose: Purpose) =>
	`avalancheWebhook:${purpose}:${context.getNode().id}`;

/** The registered webhooks; static data can be lost, and be that of another instance. */
export function registeredIn(context: Context, purpose: Purpose): Registered | undefined {
	const saved = context.getWorkflowStaticData('global')[staticDataKey(context, purpose)];
	const { networks, url } = (saved ?? {}) as Partial<Registered>;
	if (typeof url !== 'string' || typeof networks !== 'object') return undefined;
	return { networks, url };
}

/** Stores the registered webhooks if they differ; undefined removes them. */
export function register(context: Context, purpose: Purpose, registered?: Registered): void {
	const shared = context.getWorkflowStaticData('global');
	if (JSON.stringify(registeredIn(context, purpose)) === JSON.stringify(registered)) return;
	if (registered)
		shared[staticDataKey(context, purpose)] = { ...registered } as unknown as IDataObject;
	else delete shared[staticDataKey(context, purpose)];
}

/** Recognizes the URLs of a node at any host: those of each n8n that has the same workflow. */
export function kinUrl(context: Context, purpose: Purpose): (url: string) => boolean {
	const { webhookId } = context.getNode();
	const folder = purpose === 'test' ? 'webhook-test' : 'webhook';
	return (url) => webhookId !== undefined && url.includes(`/${folder}/${webhookId}/`);
}

const MOST_NODES = 10_000;
/** The URLs of nodes, in the memory of this process. */
const urls = new Map<string, string>();

/** The part of a context that identifies its node. */
export type NodeContext = Pick<Context, 'getNode' | 'getWorkflow'>;

/** Identity of a node in the memory of this process. */
export const nameInMemory = (context: NodeContext) =>
	`${context.getWorkflow().id ?? ''}:${context.getNode().id}`;

/**
 * Runs what reads and changes the webhooks of a node when what did so before has ended. With durable
 * cursors a check can run while n8n starts: both would repair the same webhook, and report it.
 */
export async function alone<Result>(
	context: NodeContext,
	act: () => Promise<Result>,
): Promise<Result> {
	return await inTurn(`webhooks of ${nameInMemory(context)}`, act);
}

/** Notes the URL of a node: only hooks know it, and n8n calls them at each start. */
export function noteUrl(context: Context, url: string): void {
	if (urls.size >= MOST_NODES) urls.clear();
	urls.set(nameInMemory(context), url);
}

/** The URL of a node, as the latest hook or the latest registration had it. */
export function notedUrl(context: Context): string | undefined {
	return urls.get(nameInMemory(context)) ?? registeredIn(context, 'production')?.url;
}
