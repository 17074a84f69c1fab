import * as out from '../../../fields/outputs';
import { declareLevels } from '../../../events/levelEvent';
import { goneReading } from '../../../events/levelTypes';
import {
	type Observed,
	absentNodes,
	observed,
	observerFields,
	observerRule,
	BY_OWN_NODE,
} from '../shared/observed';
import { requireConnected } from '../shared/nodeStart';
import { EXAMPLE_NODE } from '../../../events/sample';

type Facts = Observed & { connected: boolean };

/** Validators that the observer is not connected to. */
export const validatorDisconnected = declareLevels({
	value: 'validatorDisconnected',
	type: 'validator.disconnected',
	name: 'Validator Disconnected',
	description:
		'A validator is not connected to your node, or not reachable, for several polls, or is connected again',
	what: 'validator',
	reads:
		'your own node: `platform.getCurrentValidators` and `info.upgrades`, or `validators.getCurrentValidators`, and for a disconnected validator `info.peers` and the start time in `/ext/metrics`; or validator details of the data service, one request per node',
	remembers: 'validators that are disconnected, about 100 bytes each',
	ownNode: BY_OWN_NODE,
	fields: observerFields(['node', 'evm', 'data']),
	rules: [observerRule],
	columns: {
		nodeId: out.nodeId(),
		validationId: out.id('Of L1 validators, cb58'),
		connected: out.flag(),
		uptime: out.percent(),
		startTime: out.seconds('Start of the validation'),
	},
	repeat: [21_600],
	goneText: 'is not in the validator set',
	hold: 3,
	async read(settings, context) {
		const all = await observed(settings, context, 'Whether a validator is connected');
		const isAway = all.some(({ connected }) => connected === false);
		// A node that was just started, or has lost its own network, has no connections.
		if (isAway && settings.observer !== 'data') await requireConnected(context);
		const readings = all.flatMap((one) => {
			const { connected } = one;
			if (connected === undefined) return [];
			return {
				subject: one.validationId ?? one.nodeId,
				nodeId: one.nodeId,
				level: connected ? 0 : 1,
				facts: { ...one, connected } satisfies Facts as Facts,
			};
		});
		return [...readings, ...absentNodes(settings.nodeIds, all).map(goneReading)];
	},
	say: ({ nodeId, connected, url }) => ({
		name: nodeId,
		bad: 'is disconnected',
		good: 'is connected',
		text: `${nodeId} is ${connected ? 'connected' : 'not connected, or does not respond'}.`,
		url,
	}),
	show: ({ nodeId, validationId, connected, uptime, startTime }) => ({
		nodeId,
		...(validationId && { validationId }),
		connected,
		...(uptime !== undefined && { uptime }),
		startTime,
	}),
	severity: () => 'critical',
	example({ settings, read, now }) {
		const nodeId = settings.nodeIds?.[0] ?? EXAMPLE_NODE;
		const one: Observed = read ?? { nodeId, required: 90, startTime: now - 90 * 86_400 };
		return {
			bad: {
				subject: one.validationId ?? one.nodeId,
				level: 1,
				facts: { ...one, connected: false },
			},
			good: { ...one, connected: true },
		};
	},
});
