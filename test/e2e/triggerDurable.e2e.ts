import { EACH_POLL_TIMES, EVERY_MINUTE } from './kit/polling';
import { isWhole } from '../../lab/kit/selection';
import { throughAbandonedPoll, throughHardKill } from './kit/triggerCase';

const DURABLE = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	// Without it, n8n leaves polls to its default engine.
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
};

test.each(EACH_POLL_TIMES)(
	'durable cursors, %s: nothing is lost and nothing comes twice, killed hard in a poll',
	async (_, times) => {
		const { happened, handedOn } = await throughHardKill(DURABLE, times, true);
		expect([...handedOn].sort()).toEqual([...happened].sort());
	},
);

const ENGINES = [
	['durable cursors', DURABLE],
	['the scheduler alone', { ...DURABLE, N8N_POLLER_DURABLE_CURSORS_ENABLED: 'false' }],
] as const;

if (isWhole) {
	test.each(ENGINES)(
		'%s: a poll that n8n abandons and repeats loses and doubles nothing',
		async (_, env) => {
			const { happened, handedOn } = await throughAbandonedPoll(env, EVERY_MINUTE);
			expect([...handedOn].sort()).toEqual([...happened].sort());
		},
	);
}
