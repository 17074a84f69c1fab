import * as out from '../../../../../core/fields/outputs';
import {
	CUSTOM_CALL,
	callPath,
	listPath,
	pathFields,
} from '../../../../../core/subjects/customApiCall/callPath';
import { parseFields } from '../../../../../core/fields/fieldSet';
import { declareComposed } from '../../../../shared/composed';
import { outputFrom } from '../../../../shared/outputFields';

const ID = 'customApiCall.call';

export const composed = declareComposed({
	id: ID,
	name: CUSTOM_CALL.entry.name,
	action: CUSTOM_CALL.action,
	description: CUSTOM_CALL.description,
	reference: [
		'- Call: the given method and path of the data service or the metrics service',
		'- Items: the whole response, or one for each entry of the list in _Items Field_',
		'- Paging: by page token, with _Items Field_',
		'- Cost: that of the path',
	],
	fields: pathFields,
	output: out.open(),
	limited: { show: { method: ['GET'] }, hide: { itemsField: [''] } },
	async execute(given, run) {
		const call = parseFields(pathFields, given, ID);
		if (call.itemsField === undefined) return await callPath(run.client, call);
		const limit = outputFrom(run).limit();
		const items: unknown[] = [];
		for await (const each of listPath(run.client, call, { limit })) items.push(each);
		return items;
	},
});
