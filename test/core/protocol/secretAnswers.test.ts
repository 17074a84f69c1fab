import * as webhook from '../../../core/subjects/webhook';

import { readResponse } from '../../../core/protocol/response';

/** Errors never contain a secret of an answer, in any form of the answer. */

const SECRET = 'c13cc017c4ed63bcc842c8edfb49df37512280326a32826de3b885340b8a3d53';

const answered = (json: unknown) => ({ status: 200, headers: {}, text: JSON.stringify(json) });

it.each([
	['an object in its place', { secret: { value: SECRET } }],
	['a list in its place', { secret: [SECRET] }],
	['a text alone', SECRET],
	['a list alone', [SECRET]],
])('%s', (_, json) => {
	const read = () => readResponse(webhook.getSecret, answered(json), 0);
	expect(read).toThrow(/has an unexpected form(?! *.*given)/);
	expect(read).not.toThrow(SECRET.slice(0, 8));
});

it('other answers are shown', () => {
	const read = () => readResponse(webhook.getMany, answered({ webhooks: 'none' }), 0);
	expect(read).toThrow(/at webhooks: must be a list; given: "none"/);
});
