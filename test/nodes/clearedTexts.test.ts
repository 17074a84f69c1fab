import { forTests } from '../emulatorForTests';
import { engineForTests } from './harness';
import { startRecorder } from './recorder';

/** An empty text clears a text of a webhook, where the user added the option. */

const recorder = forTests(startRecorder);
const engine = engineForTests(() => ({ dataUrl: recorder.url }));

test.each([
	[{ name: '' }, { name: '' }],
	[
		{ name: '={{ "" }}', description: 'New' },
		{ name: '', description: 'New' },
	],
	[{ status: 'active' }, { status: 'active' }],
])('webhook.update with %p sends %p', async (options, sent) => {
	recorder.requests.length = 0;
	await engine.execute({
		node: 'avalanche',
		parameters: {
			resource: 'webhook',
			operation: 'update',
			id: { __rl: true, mode: 'id', value: 'a-webhook' },
			options: { ...options, retries: 0 },
		},
	});
	expect(recorder.requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual([sent]);
});
