import { throughHardKill } from './kit/triggerCase';

test('durable cursors: nothing is lost and nothing comes twice, killed hard in a poll', async () => {
	const { happened, early, handedOn } = await throughHardKill(
		{
			N8N_SCHEDULER_ENABLED: 'true',
			N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
			N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
			// Without it, n8n leaves polls to its default engine.
			N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
		},
		true,
	);
	expect(early).toHaveLength(3);
	expect([...handedOn].sort()).toEqual([...happened].sort());
});
