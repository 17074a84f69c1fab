import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { FieldSet, Fields, InputValues } from '../../core/fields/fieldSet';
import type { Output } from '../../core/fields/outputs';
import { type Presentation, present } from '../../core/fields/present';
import type { AnyOperation, MenuEntry } from '../../core/operations/declare';
import { dataResources, nodeResources } from '../../core/subjects/resources';
import type { Action, ActionForm, Run } from './action';
import type { Lister } from './lists';
import { outputItem } from './output';
import { outputFrom } from './outputFields';
import { inputFromParameters } from './parameters';

/**
 * Operations that are composed of others, or send no request: each has a folder
 * `composed/<resource>/<operation>` of its node.
 */

interface Described<F extends Fields = Fields> {
	/** `<resource>.<operation>`: the values that workflows save, and the path of the folder. */
	id: string;
	/** Sentence case, for the node panel and AI tools. */
	action: string;
	description: string;
	/** The lines of its section in the reference: its calls and their cost; by default, none. */
	reference?: readonly string[];
	fields: FieldSet<F>;
	/** An operation whose form it has: its own fields are further options of that. */
	basis?: AnyOperation;
	/** The service that lists choices for its fields, if not that of its node. */
	lister?: Lister;
	/** The content of an item. */
	output: Output;
	/** The forms of amounts and times in an item, by default; as they are if absent. */
	how?: Presentation;
	/** True if it sends no request and needs no credential. */
	offline?: true;
	/** The options of calls in its form: all by default, that of batches as well, or none. */
	callOptions?: 'batched' | 'none';
	/** The conditions under which the form has Return All and Limit; it does not have them if absent. */
	limited?: INodeProperties['displayOptions'];
}

/** A declared operation: its form, its action and its section in the reference are derived from it. */
export type ComposedOperation = Described & Action & Pick<ActionForm, 'resource' | 'entry'>;

interface Declared<F extends Fields> extends Described<F> {
	/** In the menu. */
	name: string;
	/** The item of one run or a list of items, by the values of the form, which are not checked yet. */
	execute(input: InputValues<F>, run: Run): unknown;
	/** True if the items are n8n's own, with files. */
	withFiles?: true;
}

const NOTHING = ['- Call: none', '- Credential: none'];
const resources: Readonly<Record<string, MenuEntry>> = { ...dataResources, ...nodeResources };

/** Declares a composed operation. */
export function declareComposed<F extends Fields>({
	name,
	execute,
	withFiles,
	...described
}: Declared<F>): ComposedOperation {
	const [resource, value] = described.id.split('.');
	const fields = described.fields as unknown as FieldSet;
	const { output, how } = described;
	return {
		reference: NOTHING,
		...described,
		fields,
		resource: resources[resource],
		entry: { value, name },
		gathers: () => described.callOptions === 'batched',
		async run(run) {
			const input = inputFromParameters(fields, run);
			const forms = how && outputFrom(run).how(true);
			const items = [await execute(input as InputValues<F>, run)].flat();
			if (withFiles) return items as INodeExecutionData[];
			return items.map((item) =>
				outputItem(forms ? present(output, item, forms, input) : item, run.itemIndex),
			);
		},
	};
}
