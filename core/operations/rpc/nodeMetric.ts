import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';
import { field } from '../../fields/field';
import { listOf } from '../../fields/inputs';
import { isMetricName, type Sample } from '../../formats/prometheus';
import { declareList } from '../declare';
import { nodeResources } from '../resources';

/** Names differ between versions in what stands before them: an ending is enough. */
function named(answer: unknown, names: readonly string[] | undefined): unknown {
	const { metrics } = answer as { metrics: Sample[] };
	if (!names) return answer;
	return { metrics: metrics.filter(({ name }) => names.some((one) => name.endsWith(one))) };
}

/** What a node measures of itself. */
export const getNodeMetrics = declareList({
	id: 'nodeMetric.getMany',
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
				'Only metrics with one of these names or name endings, separated by commas; by default all, about 10,000',
			placeholder: 'node_uptime_weighted_average',
			show: 'main',
		}),
	}),
	adapt: (answer, { names }) => named(answer, names as string[] | undefined),
	output: out.object({
		metrics: out.many({
			name: out.required(out.name()),
			type: out.choice(['counter', 'gauge', 'histogram', 'summary', 'untyped']),
			labels: out.map(out.text(), 'name of the label'),
			value: out.decimal('Null if it is not a number or infinite'),
			valueText: out.required(out.text('As the node wrote it, such as NaN or +Inf')),
		}),
	}),
	items: 'metrics',
	availability: 'The node option api-metrics-enabled must be on.',
	spec: 'Node: metrics in Prometheus text format',
});
