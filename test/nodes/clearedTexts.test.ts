import { createEngine, type Engine } from '../../lab/kit/engine';
import { type Recorder, startRecorder } from './recorder';

/** An empty text clears a text of a webhook, where the user added the option. */

let recorder: Recorder;
let engine: Engine;
beforeAll(async () => {
	recorder = await startRecorder();
	engine = await createEngine({ dataUrl: recorder.url });
});
afterAll(() => recorder.close());

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
