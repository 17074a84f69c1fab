import { fieldSet } from '../../fields/fieldSet';
import { as, type Paths } from '../../fields/columns';
import { field } from '../../fields/field';
import { choice, webUrl, wordsOrNone } from '../../fields/inputs';
import * as out from '../../fields/outputs';
import { declare, declareList } from '../../operations/declare';
import { dataResources } from '../resources';
import { byToken, page, pages } from '../../operations/pages';
import { description, target, watched, webhookId } from './webhookFields';
import { WEBHOOK } from './webhookShape';
import { changesSomething, webhookRules } from './webhookRules';
import { byEventType, EVENT_TYPE_CHOICES } from './webhookEventTypes';
import { STATUS_CHOICES, valuesOf } from './webhookValues';

/** Webhooks: the service sends a request to a URL when an event occurs. */

const COMMON = {
	node: 'avalanche',
	resource: dataResources.webhook,
	service: 'data',
	spec: 'openapi: Webhooks; webhooks.md',
} as const;
const NOT_REPEATED =
	'a call that failed without a response is not retried, as it may have been received';

function columns(item: Paths<out.ValueOf<typeof WEBHOOK>>) {
	return [
		item.id,
		item.name,
		item.eventType,
		item.status,
		item.url,
		item.chainId,
		item.description,
		item.createdAt,
		as('addresses', item.metadata.addresses),
		as('keyType', item.metadata.keyType),
		as('keys', item.metadata.keys),
	];
}

/** All webhooks of the account. */
export const getMany = declareList({
	id: 'webhook.getMany',
	...COMMON,
	entry: { value: 'getMany', name: 'Get Many' },
	action: 'Get many webhooks',
	description: "Lists the webhooks of the API key's account, active and inactive ones",
	call: { type: 'http', method: 'GET', path: '/v1/webhooks' },
	input: fieldSet({
		status: field(choice(valuesOf(STATUS_CHOICES), STATUS_CHOICES).optional(), {
			in: 'query',
			label: 'Status',
			description: 'Only webhooks in this state',
		}),
		...pages(),
	}),
	output: page({ webhooks: out.essential(out.list(WEBHOOK)) }),
	items: 'webhooks',
	paging: byToken(),
	columns,
	cost: 10,
});

/** One webhook. */
export const get = declare({
	id: 'webhook.get',
	...COMMON,
	entry: { value: 'get', name: 'Get' },
	action: 'Get a webhook',
	description:
		'Returns a webhook by its ID; the service deactivates a webhook after failed deliveries, without notice',
	call: { type: 'http', method: 'GET', path: '/v1/webhooks/{id}' },
	input: fieldSet({ id: webhookId() }),
	output: WEBHOOK,
	columns,
	cost: 10,
});

/** Creates a webhook. */
export const create = declare({
	id: 'webhook.create',
	...COMMON,
	entry: { value: 'create', name: 'Create' },
	action: 'Create a webhook',
	description: `Creates a webhook: the service sends activity of addresses or validators to a URL, signed with the shared secret of the account; on the Free plan at most 5 addresses, and the service deactivates it after six failed messages; ${NOT_REPEATED}`,
	call: { type: 'http', method: 'POST', path: '/v1/webhooks', receiver: 'url' },
	creates: true,
	input: fieldSet(
		{
			eventType: field(choice(valuesOf(EVENT_TYPE_CHOICES), EVENT_TYPE_CHOICES), {
				in: 'body',
				label: 'Event Type',
				description: 'What the webhook watches; the fields below depend on it',
				default: 'address_activity',
			}),
			url: field(webUrl(), target()),
			...byEventType({ ...watched(), ...description() }),
		},
		webhookRules,
	),
	output: WEBHOOK,
	columns,
	cost: 20,
});

/** Updates a webhook. */
export const update = declare({
	id: 'webhook.update',
	...COMMON,
	entry: { value: 'update', name: 'Update' },
	action: 'Update a webhook',
	description: `Changes the URL, state, name, description or included data of a webhook, and can reactivate it; to change the watched addresses, use Add Addresses and Remove Addresses; ${NOT_REPEATED}`,
	call: { type: 'http', method: 'PATCH', path: '/v1/webhooks/{id}', receiver: 'url' },
	creates: true,
	input: fieldSet(
		{
			id: webhookId(),
			url: field(webUrl().optional(), { ...target(), show: 'option' }),
			status: field(choice(valuesOf(STATUS_CHOICES), STATUS_CHOICES).optional(), {
				in: 'body',
				label: 'Status',
				description: 'Active webhooks send events',
				show: 'option',
			}),
			...description(wordsOrNone),
		},
		changesSomething,
	),
	output: WEBHOOK,
	columns,
	cost: 20,
});

/** Deletes a webhook. */
export const delete_ = declare({
	id: 'webhook.delete',
	...COMMON,
	entry: { value: 'delete', name: 'Delete' },
	action: 'Delete a webhook',
	description: `Deactivates a webhook: it sends no events, but Get and Get Many still return it; ${NOT_REPEATED}`,
	call: { type: 'http', method: 'DELETE', path: '/v1/webhooks/{id}' },
	creates: true,
	input: fieldSet({ id: webhookId() }),
	output: WEBHOOK,
	columns,
	cost: 20,
});
