import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';
import { declare } from '../../operations/declare';
import { dataResources } from '../resources';

/** The secret that the events of all webhooks of an account are signed with. */

const SPEC = 'openapi: Webhooks; webhooks.md';

function secret() {
	return out.object({
		secret: out.essential(out.hex({ note: 'Shared secret, 32 bytes in hex', secret: true })),
	});
}

/** The secret that events are signed with. */
export const getSecret = declare({
	id: 'webhook.getSecret',
	node: 'avalanche',
	resource: dataResources.webhook,
	entry: { value: 'getSecret', name: 'Get Secret' },
	action: 'Get the shared secret of webhooks',
	description:
		'Returns the shared secret that the service signs the events of all webhooks of the account with; n8n stores output data, so use it only where events are verified',
	service: 'data',
	call: { type: 'http', method: 'GET', path: '/v1/webhooks:getSharedSecret' },
	input: fieldSet({}),
	output: secret(),
	cost: 10,
	spec: SPEC,
});

/** Replaces the secret by a new one. */
export const rotateSecret = declare({
	id: 'webhook.rotateSecret',
	node: 'avalanche',
	resource: dataResources.webhook,
	entry: { value: 'rotateSecret', name: 'Rotate Secret' },
	action: 'Rotate the shared secret of webhooks',
	description:
		'Creates a new shared secret, or the first one, and returns it; receivers of all webhooks of the account cannot verify events until they have it; a call that failed without a response is not retried, as it may have been received',
	service: 'data',
	call: { type: 'http', method: 'POST', path: '/v1/webhooks:generateOrRotateSharedSecret' },
	creates: true,
	input: fieldSet({}),
	output: secret(),
	cost: 20,
	spec: SPEC,
});
