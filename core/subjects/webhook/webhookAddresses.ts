import { fieldSet } from '../../fields/fieldSet';
import { field } from '../../fields/field';
import { evmAddresses } from '../../fields/identifiers';
import * as out from '../../fields/outputs';
import { declare, declareList } from '../../operations/declare';
import { dataResources } from '../resources';
import { byToken, page, pages } from '../../operations/pages';
import { watchedAddresses, webhookId } from './webhookFields';
import { EVM_WEBHOOK } from './webhookShape';

/** The addresses that a webhook of EVM address activity watches. */

const COMMON = {
	node: 'avalanche',
	resource: dataResources.webhook,
	service: 'data',
	cost: 20,
	spec: 'openapi: Webhooks',
} as const;
const PATH = '/v1/webhooks/{id}/addresses';
const NOT_REPEATED =
	'a call that failed without a response is not retried, as it may have been received';

function change() {
	return fieldSet({ id: webhookId(), addresses: field(evmAddresses(), watchedAddresses()) });
}

/** The addresses that a webhook watches. */
export const getManyAddresses = declareList({
	id: 'webhook.getManyAddresses',
	...COMMON,
	entry: { value: 'getManyAddresses', name: 'Get Many Addresses' },
	action: 'Get many addresses of a webhook',
	description: 'Lists the addresses that a webhook of EVM address activity watches',
	call: { type: 'http', method: 'GET', path: PATH },
	input: fieldSet({ id: webhookId(), ...pages() }),
	output: page({
		totalAddresses: out.count(),
		addresses: out.essential(out.list(out.address())),
	}),
	items: 'addresses',
	paging: byToken(),
});

/** Adds addresses to a webhook. */
export const addAddresses = declare({
	id: 'webhook.addAddresses',
	...COMMON,
	entry: { value: 'addAddresses', name: 'Add Addresses' },
	action: 'Add addresses to a webhook',
	description: `Adds addresses to the watched addresses of a webhook of EVM address activity; the plan of the account limits their number; ${NOT_REPEATED}`,
	call: { type: 'http', method: 'PATCH', path: PATH },
	creates: true,
	input: change(),
	output: EVM_WEBHOOK,
});

/** Removes addresses from a webhook. */
export const removeAddresses = declare({
	id: 'webhook.removeAddresses',
	...COMMON,
	entry: { value: 'removeAddresses', name: 'Remove Addresses' },
	action: 'Remove addresses from a webhook',
	description: `Removes addresses from the watched addresses of a webhook of EVM address activity; ${NOT_REPEATED}`,
	call: { type: 'http', method: 'DELETE', path: PATH },
	creates: true,
	input: change(),
	output: EVM_WEBHOOK,
});
