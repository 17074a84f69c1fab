import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { Client } from '../../core/client';

/** One run of one action on one input item. */
export interface Run {
	context: IExecuteFunctions;
	client: Client;
	itemIndex: number;
	/** The value of a parameter for this item, with a fallback where the form does not show it. */
	parameter(name: string, fallback?: unknown): unknown;
}

/** What a node offers under one resource and operation. */
export interface Action {
	/** Menu entries in Title Case, as n8n shows them. */
	resource: string;
	operation: string;
	/** Sentence case, for the node panel and AI tools. */
	action: string;
	description: string;
	/** Parameters, without the display conditions that tie them to the menu entries. */
	properties: INodeProperties[];
	/** True where the node's output offers Return All and Limit. */
	run(run: Run): Promise<INodeExecutionData[]>;
}

/** The value of a menu entry: camelCase of its words (`Get Many ERC-20` → `getManyErc20`). */
export function menuValue(name: string): string {
	return name
		.replace(/[^A-Za-z0-9]+/g, ' ')
		.trim()
		.split(' ')
		.map((word, index) => {
			const lower = word.toLowerCase();
			return index === 0 ? lower : lower[0].toUpperCase() + lower.slice(1);
		})
		.join('');
}
