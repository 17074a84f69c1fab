import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';
import { field } from '../../fields/field';
import { listOf } from '../../fields/inputs';
import { isMetricName, type Sample } from '../../formats/prometheus';
import { declareList } from '../../operations/declare';
import { nodeResources } from '../resources';
import { namesOf } from './names';

/** Prefixes of names differ between versions of the node: the end of a name is sufficient, of any version. */
function named(answer: unknown, names: readonly string[] | undefined): unknown {
	const { metrics } = answer as { metrics: Sample[] };
	if (!names) return answer;
	const all = names.flatMap(namesOf);
	return { metrics: metrics.filter(({ name }) => all.some((one) => name.endsWith(one))) };
}

/** Metrics of the node. */
export const getMany = declareList({
	id: 'nodeMetric.getMany',
	changing: true,
	node: 'avalancheRpc',
	resource: nodeResources.nodeMetric,
	entry: { value: 'getMany', name: 'Get Many' },
	action: 'Get many metrics of the node',
	description:
		'GET /ext/metrics: lists the metrics of the node, such as peers, heights, disk space, uptime and L1 fees; unknown names return no items',
	service: 'node',
	call: {
		type: 'http',
		method: 'GET',
		path: '/ext/metrics',
		format: 'prometheus',
		fixed: true,
		ownNode: true,
	},
	input: fieldSet({
		names: field(listOf('must be names of metrics, or their endings', isMetricName).optional(), {
			in: 'form',
			label: 'Names',
			description:
				'Only metrics with one of these names or name endings, separated by commas; by default all, about 10,000; the earlier name of a metric that was renamed finds it, too',
			placeholder: 'node_uptime_weighted_average',
			show: 'main',
		}),
	}),
	adapt: (answer, { names }) => named(answer, names as string[] | undefined),
	output: out.object({
		metrics: out.many({
			name: out.essential(out.name()),
			type: out.optional(out.choice(['counter', 'gauge', 'histogram', 'summary', 'untyped'])),
			help: out.optional(out.text('What it is, in words of the node')),
			labels: out.map(out.text(), 'name of the label'),
			value: out.optional(out.decimal('Null if it is not a number or infinite')),
			valueText: out.essential(out.text('As the node wrote it, such as NaN or +Inf')),
		}),
	}),
	items: 'metrics',
	versions: {
		option: 'api-metrics-enabled, which is on by default',
		source: 'avalanchego, config/config.md',
	},
	spec: 'Node: metrics in Prometheus text format',
});
