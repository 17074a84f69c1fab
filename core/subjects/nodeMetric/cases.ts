import { recordedCall } from '../../testing/recordedCalls';
import type { OperationCase } from '../../testing/cases/operationCase';

const source = 'Prometheus text format; recorded metrics of a node';
const request = { path: '/ext/metrics' };

const TEXT = `# HELP avalanche_health_checks_failing number of failing health checks
# TYPE avalanche_health_checks_failing gauge
avalanche_health_checks_failing{check="health",tag="a \\"b\\" \\\\ c\\nd"} 0
# TYPE avalanche_network_peers gauge
avalanche_network_peers 5 1794052800000

# A comment, and a family without a type.
go_gc_duration_seconds{quantile="0.5",} NaN
go_memstats_next_gc_bytes 1.2345678e+07
avalanche_x{} -Inf
# TYPE avalanche_wait histogram
avalanche_wait_bucket{le="+Inf"} 3
avalanche_wait_sum 1.5e-05
avalanche_wait_count 3
avalanche_x_total 18446744073709551615
`;

const all = [
	{
		name: 'avalanche_health_checks_failing',
		type: 'gauge',
		help: 'number of failing health checks',
		labels: { check: 'health', tag: 'a "b" \\ c\nd' },
		value: 0,
		valueText: '0',
	},
	{ name: 'avalanche_network_peers', type: 'gauge', labels: {}, value: 5, valueText: '5' },
	{
		name: 'go_gc_duration_seconds',
		labels: { quantile: '0.5' },
		value: null,
		valueText: 'NaN',
	},
	{
		name: 'go_memstats_next_gc_bytes',
		labels: {},
		value: 12_345_678,
		valueText: '1.2345678e+07',
	},
	{ name: 'avalanche_x', labels: {}, value: null, valueText: '-Inf' },
	{
		name: 'avalanche_wait_bucket',
		type: 'histogram',
		labels: { le: '+Inf' },
		value: 3,
		valueText: '3',
	},
	{
		name: 'avalanche_wait_sum',
		type: 'histogram',
		labels: {},
		value: 0.000015,
		valueText: '1.5e-05',
	},
	{ name: 'avalanche_wait_count', type: 'histogram', labels: {}, value: 3, valueText: '3' },
	{
		name: 'avalanche_x_total',
		labels: {},
		value: 2 ** 64,
		valueText: '18446744073709551615',
	},
];

const id = 'nodeMetric.getMany';

export const nodeMetric: OperationCase[] = [
	{ id, input: {}, request, answer: { text: TEXT }, items: all, source },
	{
		id,
		input: { names: 'network_peers, x_total' },
		request,
		answer: { text: TEXT },
		items: [all[1], all[8]],
		source,
	},
	// A family that this version of the node does not have is not an error.
	{ id, input: { names: ['no_such_metric'] }, request, answer: { text: TEXT }, items: [], source },
	{
		id,
		input: {},
		request,
		answer: { text: wholeLines(recordedCall('metrics-GET-first-20000').text) },
		items: samplesIn(recordedCall('metrics-GET-first-20000').text),
		source,
	},
];

/** The recording ends in the middle of a line. */
function wholeLines(text: string): string {
	return text.slice(0, text.lastIndexOf('\n') + 1);
}

/** The samples of the recording, read by another way: its labels hold no escapes and no commas. */
function samplesIn(text: string) {
	const types: Record<string, string> = {};
	const helps: Record<string, string> = {};
	return wholeLines(text)
		.split('\n')
		.flatMap((line) => {
			const [, family, type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
			if (family) types[family] = type;
			const [, explained, text] = /^# HELP (\S+) (.+)$/.exec(line) ?? [];
			if (explained) helps[explained] = text;
			const [, name, inner = '', valueText] = /^([^#{ ]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
			if (!name) return [];
			const pairs = inner === '' ? [] : inner.split(',').map((pair) => pair.split('='));
			const labels = Object.fromEntries(pairs.map(([key, value]) => [key, value.slice(1, -1)]));
			const plain = name.replace(/_(sum|count|bucket)$/, '');
			const own = types[name] ?? types[plain];
			const help = helps[name] ?? helps[plain];
			const value = /NaN|Inf/.test(valueText) ? null : Number(valueText);
			return [{ name, ...(own && { type: own }), ...(help && { help }), labels, value, valueText }];
		});
}
