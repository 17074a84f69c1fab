import { throughAbandonedPoll, throughHardKill } from './kit/triggerCase';

const DURABLE = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	// Without it, n8n leaves polls to its default engine.
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
};

test('durable cursors: nothing is lost and nothing comes twice, killed hard in a poll', async () => {
	const { happened, early, handedOn } = await throughHardKill(DURABLE, true);
	expect(early).toHaveLength(3);
	expect([...handedOn].sort()).toEqual([...happened].sort());
});

test.each([
	['durable cursors', DURABLE],
	['the scheduler alone', { ...DURABLE, N8N_POLLER_DURABLE_CURSORS_ENABLED: 'false' }],
])('%s: a poll that n8n abandons and repeats loses and doubles nothing', async (_, env) => {
	const { happened, handedOn } = await throughAbandonedPoll(env);
	expect([...handedOn].sort()).toEqual([...happened].sort());
});
