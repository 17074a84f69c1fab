import type { Call, Endpoint } from '../../rest/endpoint';
import { networkOf } from '../../rest/endpoint';
import { ServiceFailure } from '../../rest/failure';
import type { L1Validator } from '../../world';
import { metricPointKey, stakingOf } from '../../world/conditions';
import { series } from './series';

/** Fee of an active L1 validator, in nAVAX a second. */
const FEE = 512n;

/** A stake or a validation: its weight, and its start and end (Unix seconds). */
interface Share {
	weight: bigint;
	start: number;
	end: number;
}

const ofL1 = ({ weight, startTime }: L1Validator): Share => ({
	weight,
	start: startTime,
	end: Infinity,
});

/** The validators or the delegators of a subnet. */
function sharesOf(call: Call, metric: string): Share[] {
	const network = networkOf(call);
	const id = String(call.input.subnetId);
	const subnet = network.subnet(id);
	if (!subnet) throw new ServiceFailure(404, `Subnet ${id} not found`);
	if (metric.startsWith('delegator')) {
		if (subnet.kind !== 'primary') return [];
		return network.staking.delegations().map(({ amount, startTimestamp, endTimestamp }) => ({
			weight: amount,
			start: startTimestamp ?? 0,
			end: endTimestamp ?? 0,
		}));
	}
	if (subnet.kind === 'l1') return network.l1.of(id).map(ofL1);
	const store = subnet.kind === 'primary' ? network.primary : network.permissioned(id);
	return store
		.history()
		.map(({ weight, startTime, endTime }) => ({ weight, start: startTime, end: endTime }));
}

/** The staking of a subnet, day by day, as it stands at the end of the day. */
export const stakingMetrics: Endpoint = {
	method: 'GET',
	path: '/v2/networks/{network}/metrics/{metric}',
	answer(call) {
		const metric = String(call.input.metric);
		const shares = sharesOf(call, metric);
		const owner = stakingOf(networkOf(call).name, String(call.input.subnetId));
		const { metricPoints } = call.world.conditions;
		return series(call, 'day', (start, at) => [
			() => {
				const set = metricPoints.get(metricPointKey(owner, metric, start));
				if (set !== undefined) return { value: set };
				const now = shares.filter((share) => share.start <= at && share.end > at);
				const weight = now.reduce((sum, share) => sum + share.weight, 0n);
				return { value: metric.endsWith('Count') ? now.length : weight };
			},
		]);
	},
};

/** The fees of validators of L1s, day by day: of those that pay, since each was registered. */
function fees(path: string, paying: (call: Call) => L1Validator[]): Endpoint {
	return {
		method: 'GET',
		path,
		answer(call) {
			const metric = String(call.input.metric);
			const validators = paying(call).filter(({ balance }) => balance > 0n);
			const valueOf = (start: number, end: number) => {
				const there = validators.filter(({ startTime }) => startTime < end);
				if (/Paying/.test(metric)) return { value: there.length };
				const isSoFar = /Cumulative/.test(metric);
				const seconds = there.map(({ startTime }) =>
					Math.max(0, end - (isSoFar ? startTime : Math.max(start, startTime))),
				);
				return { value: FEE * seconds.reduce((sum, each) => sum + BigInt(each), 0n) };
			};
			return series(call, 'day', (start, end) => [() => valueOf(start, end)]);
		},
	};
}

/** The fees of all L1 validators, of one validation, of one node and of one L1. */
export const l1FeeMetrics: Endpoint[] = [
	fees('/v2/validators/metrics/{metric}', ({ world }) => world.node.l1.all()),
	fees('/v2/validation/{l1ValidationId}/metrics/{metric}', ({ world, input }) => {
		const found = world.node.l1.find(String(input.l1ValidationId));
		return found ? [found] : [];
	}),
	fees('/v2/validator/{nodeId}/metrics/{metric}', ({ world, input }) =>
		world.node.l1.all().filter(({ nodeId }) => nodeId === input.nodeId),
	),
	fees('/v2/subnet/{subnetId}/metrics/{metric}', ({ world, input }) =>
		world.node.l1.of(String(input.subnetId)),
	),
];
