import type { INode } from 'n8n-workflow';
import { exampleWorkflow, type WorkflowFile } from './import';

/** The id of the example that waits for an export, and the path of the webhook that starts it in tests. */
export const WAITING_ID = 'wait-for-export';
export const WAITING_HOOK = 'start-exports';

/** The example wait-for-export as it is, started by requests instead of clicks: production executions. */
export function waitingExample(): WorkflowFile {
	const example = exampleWorkflow(WAITING_ID);
	const nodes = example.nodes.map((node): INode => {
		if (node.type !== 'n8n-nodes-base.manualTrigger') return node;
		const parameters = { httpMethod: 'POST', path: WAITING_HOOK, options: {} };
		return {
			...node,
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			parameters,
			webhookId: WAITING_HOOK,
		};
	});
	return { ...example, nodes };
}
