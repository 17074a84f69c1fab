import type { Clock, HealthCheck, NodeState } from './types';

/** The node runs its checks every 30 seconds. */
const FREQUENCY_MS = 30_000;

interface Check {
	name: string;
	tags: string[];
	readiness: boolean;
	message?: unknown;
	/** Unix ms and text of a failure that lasts. */
	failing?: { since: number; error: string };
}

const BOOTSTRAPPED = 'bootstrapped';

/** The health of the node: the checks of a running node, which the control endpoint can flip. */
export function createNodeState(
	nodeId: string,
	clock: Clock,
	subnetIds: readonly string[],
): NodeState {
	const started = clock.now();
	const checks: Check[] = [
		{ name: 'network', tags: [], readiness: false, message: { connectedPeers: 212 } },
		{ name: 'router', tags: [], readiness: false, message: { outstandingRequests: 4 } },
		{ name: 'database', tags: [], readiness: false },
		{ name: 'diskspace', tags: [], readiness: false, message: { availableDiskBytes: 512e9 } },
		{ name: 'bls', tags: [], readiness: false, message: 'node has the correct BLS key' },
		{ name: BOOTSTRAPPED, tags: [], readiness: true, message: [] },
		...['P', 'X', 'C'].map((name) => ({
			name,
			tags: [subnetIds[0]],
			readiness: false,
			message: {
				engine: { consensus: { outstandingBlocks: 0 }, vm: null },
				networking: { percentConnected: 0.984 },
			},
		})),
	];

	const state: NodeState = {
		nodeId,
		bootstrapping: false,
		unhealthyWithoutBody: false,
		checks() {
			const now = clock.now();
			const lastRun = started + Math.floor((now - started) / FREQUENCY_MS) * FREQUENCY_MS;
			return checks.map((check): HealthCheck => {
				const { name, tags, readiness, message } = check;
				const starting = name === BOOTSTRAPPED && state.bootstrapping;
				const failing = starting
					? { since: started, error: 'subnets not bootstrapped' }
					: check.failing;
				// A check that was flipped counts as run at that moment.
				const ran = failing ? Math.max(lastRun, failing.since) : lastRun;
				const base = { name, tags, readiness, message, lastRun: ran, duration: 21_750 };
				if (!failing) return { ...base, contiguousFailures: 0 };
				const contiguousFailures = 1 + Math.floor((ran - failing.since) / FREQUENCY_MS);
				return { ...base, error: failing.error, contiguousFailures, firstFailure: failing.since };
			});
		},
		setHealth(name, error, tags) {
			let check = checks.find((one) => one.name === name);
			if (!check) {
				check = { name, tags: tags ?? [], readiness: false };
				checks.push(check);
			}
			if (tags) check.tags = tags;
			if (error === undefined) delete check.failing;
			else check.failing = { since: check.failing?.since ?? clock.now(), error };
		},
	};
	return state;
}
