import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { Client } from '../../core/client';
import type { ResolvedColumn } from '../../core/fields/columns';
import type { Output } from '../../core/fields/outputs';
import type { Presentation } from '../../core/fields/present';
import type { MenuEntry } from '../../core/operations/declare';
import type { Parameters } from './parameters';

/** One run of one action on one input item. */
export interface Run extends Parameters {
	context: IExecuteFunctions;
	client: Client<'tolerant'>;
	itemIndex: number;
}

/** The implementation of an action. */
export interface Action {
	run(run: Run): Promise<INodeExecutionData[]>;
	/** True if its calls for this input item may be sent in one request with those for others. */
	gathers?(run: Run): boolean;
	/**
	 * A text of all that the items depend on: input items with the same one may get the items of one
	 * run. Undefined if they may not.
	 */
	sameAs?(run: Run): string | undefined;
}

/** The texts of an action in a node's menus. */
export interface ActionForm {
	resource: MenuEntry;
	entry: MenuEntry;
	/** Sentence case, for the node panel and AI tools. */
	action: string;
	description: string;
	/** Parameters, without the display conditions that tie them to the menu entries. */
	properties: INodeProperties[];
	/** The lines of its section in the reference, if no operation declares them. */
	reference?: readonly string[];
	/** The content of an item, if no operation declares it. */
	output?: Output;
	/** The forms of its amounts and times by default; as the service sends them if absent. */
	how?: Presentation;
	/** Columns that Simplify keeps. */
	columns?: readonly ResolvedColumn[];
}
