import type { Control } from '../../../core/testing/network';
import type { EmulatedRoom } from '../../room';
import type { ServiceRequest, ServiceResponse } from '../../service';
import type { NodeContext } from '../../node/context';
import { text } from '../../node/gorillaRpc';
import type { World } from '../../world';
import { families, type Family, seriesKey, setMetrics } from './families';

/** A label value in the text format: backslashes, quotes and line ends are escaped. */
function escaped(value: string): string {
	return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

/** A number as Go writes it: exponents from 21 digits on, infinities and NaN by name. */
function numberText(value: number): string {
	if (value === Infinity) return '+Inf';
	if (value === -Infinity) return '-Inf';
	const [digits, exponent] = value.toExponential().split('e');
	const power = Number(exponent);
	if (Number.isNaN(value) || (power < 21 && power >= -5)) return String(value);
	return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

function lines({ name, type, help, samples }: Family): string[] {
	return [
		`# HELP ${name} ${help}`,
		`# TYPE ${name} ${type}`,
		...samples.map(({ suffix = '', labels = {}, value }) => {
			const pairs = Object.entries(labels).map(([key, one]) => `${key}="${escaped(one)}"`);
			const braces = pairs.length > 0 ? `{${pairs.join(',')}}` : '';
			return `${name}${suffix}${braces} ${numberText(value)}`;
		}),
	];
}

/** /ext/metrics: the families of Prometheus' text format, in order of their names. */
function metrics(
	context: NodeContext,
	request: ServiceRequest,
	rest: readonly string[],
): ServiceResponse | undefined {
	if (rest.length > 0) return undefined;
	if (request.method !== 'GET' && request.method !== 'POST') return text(405, '');
	const sorted = families(context).sort((a, b) => (a.name < b.name ? -1 : 1));
	return {
		status: 200,
		headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8; escaping=underscores' },
		body: sorted.flatMap(lines).join('\n') + '\n',
	};
}

const control = (world: () => World): Pick<Control, 'setNodeMetrics'> => ({
	setNodeMetrics({ metrics: given }) {
		const known = setMetrics(world());
		for (const one of given) {
			const key = seriesKey(one.name, one.labels);
			if (one.value === undefined) known.delete(key);
			else known.set(key, one);
		}
	},
});

export const emulated = { paths: { metrics }, control } satisfies EmulatedRoom;
