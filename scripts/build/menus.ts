import { type AnyOperation, catalogue } from '../../core';
import { forms as avalancheForms } from '../../nodes/Avalanche/forms';
import { forms as rpcForms } from '../../nodes/AvalancheRpc/forms';
import type { ActionForm } from '../../nodes/shared/action';
import { operationsByEntry } from '../../nodes/shared/routes';

/** The action nodes with what their menus offer. */

export interface NodeMenus {
	id: AnyOperation['node'];
	/** Its folder under nodes/. */
	folder: string;
	title: string;
	forms: readonly ActionForm[];
}

export const NODES: readonly NodeMenus[] = [
	{ id: 'avalanche', folder: 'Avalanche', title: 'Avalanche', forms: avalancheForms },
	{ id: 'avalancheRpc', folder: 'AvalancheRpc', title: 'Avalanche RPC', forms: rpcForms },
];

/** The operations behind a menu entry, the default one first; none where it is built on others. */
export function operationsOf(
	node: AnyOperation['node'],
	{ resource, entry }: Pick<ActionForm, 'resource' | 'entry'>,
): readonly AnyOperation[] {
	return operationsByEntry(catalogue, node).get(`${resource.value}.${entry.value}`) ?? [];
}
