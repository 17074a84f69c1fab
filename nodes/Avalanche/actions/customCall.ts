import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import * as out from '../../../core/fields/outputs';
import {
	CUSTOM_CALL,
	callPath,
	listPath,
	pathFields,
} from '../../../core/subjects/customApiCall/callPath';
import type { Action, ActionForm } from '../../shared/action';
import { locatedIn } from '../../shared/fieldProperties';
import { outputItem } from '../../shared/output';
import { outputFrom } from '../../shared/outputFields';
import { valuesOf } from '../../shared/parameters';
import { formProperties, limitProperties } from '../../shared/properties';

/** A property of lists, which is shown if the response has one. */
function ofList(property: INodeProperties): INodeProperties {
	const show = { method: ['GET'], ...property.displayOptions?.show };
	return { ...property, displayOptions: { show, hide: { itemsField: [''] } } };
}

/** The form of the operation in the node's menu. */
export const customCallForm: ActionForm = {
	...CUSTOM_CALL,
	properties: formProperties(locatedIn(pathFields), { main: limitProperties.map(ofList) }),
	output: out.open(),
};

/** The action for all paths of the data and metrics services without an operation of their own. */
export const customCall: Action = {
	async run(run) {
		const call = valuesOf(pathFields, run, 'customApiCall.call');
		const item = (each: unknown) => outputItem(each, run.itemIndex);
		if (call.itemsField === undefined) {
			const answer = await callPath(run.client, call);
			return (Array.isArray(answer) ? (answer as unknown[]) : [answer]).map(item);
		}
		const limit = outputFrom(run).limit();
		const items: INodeExecutionData[] = [];
		for await (const each of listPath(run.client, call, { limit })) items.push(item(each));
		return items;
	},
};
