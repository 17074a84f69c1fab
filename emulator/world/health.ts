import { checksOf, type CheckSource } from './healthChecks';
import type { Clock, HealthCheck, NetworkWorld, NodeState } from '../../core/testing/network';

/** The node runs its checks every 30 seconds. */
const FREQUENCY_MS = 30_000;

/** The node was started long before the world begins. */
const UP_MS = 30 * 86_400_000;

/** A failure that lasts: Unix ms of its start, and its text. */
interface Failure {
	since: number;
	error: string;
}

/** The state of a node of a network: its checks, which the control endpoint can flip. */
export function createNodeState(network: NetworkWorld, clock: Clock): NodeState {
	const started = clock.now();
	const [identity] = network.primary.current();
	const failures = new Map<string, Failure>();
	const extra: CheckSource[] = [];
	const tagsOf = new Map<string, string[]>();

	const state: NodeState = {
		nodeId: identity.nodeId,
		bls: identity.bls,
		startedAt: started - UP_MS,
		unhealthyWithoutBody: false,
		checks() {
			const now = clock.now();
			const lastRun = started + Math.floor((now - started) / FREQUENCY_MS) * FREQUENCY_MS;
			const present = [...sources, ...extra].filter((one) => one.present?.() ?? true);
			// The node writes a map, whose keys are sorted.
			present.sort((a, b) => (a.name < b.name ? -1 : 1));
			return present.map(({ name, tags, readiness, message, error }): HealthCheck => {
				const own = error?.();
				const failing = own === undefined ? failures.get(name) : { since: started, error: own };
				// A check that was flipped counts as run at that moment.
				const ran = failing ? Math.max(lastRun, failing.since) : lastRun;
				const base = {
					name,
					tags: tagsOf.get(name) ?? tags,
					readiness,
					...(message ? { message: message() } : {}),
					lastRun: ran,
					duration: 21_750,
				};
				if (!failing) return { ...base, contiguousFailures: 0 };
				const contiguousFailures = 1 + Math.floor((ran - failing.since) / FREQUENCY_MS);
				return { ...base, error: failing.error, contiguousFailures, firstFailure: failing.since };
			});
		},
		setHealth(name, error, tags) {
			if (![...sources, ...extra].some((one) => one.name === name)) {
				extra.push({ name, tags: tags ?? [], readiness: false });
			}
			if (tags) tagsOf.set(name, tags);
			if (error === undefined) failures.delete(name);
			else failures.set(name, { since: failures.get(name)?.since ?? clock.now(), error });
		},
	};
	const sources = checksOf(network, state);
	return state;
}
