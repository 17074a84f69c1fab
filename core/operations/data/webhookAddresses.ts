import { fieldSet } from '../../fields/fieldSet';
import { field } from '../../fields/field';
import { evmAddresses } from '../../fields/inputs';
import * as out from '../../fields/outputs';
import { declare, declareList } from '../declare';
import { dataResources } from '../resources';
import { pageSize, pageToken } from './fields';
import { watchedAddresses, webhookId } from './webhookFields';
import { webhook } from './webhookShape';

/** The addresses that a webhook of EVM address activity watches. */

const SPEC = 'openapi: Webhooks';
const PATH = '/v1/webhooks/{id}/addresses';
const NOT_REPEATED = 'a call that failed without an answer is not repeated, as it may have arrived';

function change() {
	return fieldSet({ id: webhookId(), addresses: field(evmAddresses(), watchedAddresses()) });
}

/** Which addresses a webhook watches. */
export const listWebhookAddresses = declareList({
	id: 'webhook.getManyAddresses',
	node: 'avalanche',
	resource: dataResources.webhook,
	entry: { value: 'getManyAddresses', name: 'Get Many Addresses' },
	action: 'Get many addresses of a webhook',
	description: 'Lists the addresses that a webhook of EVM address activity watches',
	service: 'data',
	call: { type: 'http', method: 'GET', path: PATH },
	input: fieldSet({ id: webhookId(), pageSize: pageSize(), pageToken: pageToken() }),
	output: out.object({
		nextPageToken: out.text(),
		totalAddresses: out.count(),
		addresses: out.required(out.list(out.address())),
	}),
	items: 'addresses',
	paging: { style: 'token', maxPageSize: 100 },
	cost: 20,
	spec: SPEC,
});

/** Watches more addresses. */
export const addWebhookAddresses = declare({
	id: 'webhook.addAddresses',
	node: 'avalanche',
	resource: dataResources.webhook,
	entry: { value: 'addAddresses', name: 'Add Addresses' },
	action: 'Add addresses to a webhook',
	description: `Adds addresses to those that a webhook of EVM address activity watches; the plan of the account limits how many; ${NOT_REPEATED}`,
	service: 'data',
	call: { type: 'http', method: 'PATCH', path: PATH },
	creates: true,
	input: change(),
	output: out.object(evmWebhook()),
	cost: 20,
	spec: SPEC,
});

/** Watches fewer addresses. */
export const removeWebhookAddresses = declare({
	id: 'webhook.removeAddresses',
	node: 'avalanche',
	resource: dataResources.webhook,
	entry: { value: 'removeAddresses', name: 'Remove Addresses' },
	action: 'Remove addresses from a webhook',
	description: `Removes addresses from those that a webhook of EVM address activity watches; ${NOT_REPEATED}`,
	service: 'data',
	call: { type: 'http', method: 'DELETE', path: PATH },
	creates: true,
	input: change(),
	output: out.object(evmWebhook()),
	cost: 20,
	spec: SPEC,
});

/** Only webhooks of EVM address activity have a list of addresses that can change. */
function evmWebhook() {
	const { metadata, ...rest } = webhook();
	const { addresses, eventSignatures } = metadata.fields;
	return { ...rest, metadata: out.object({ addresses, eventSignatures }) };
}
