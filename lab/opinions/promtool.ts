import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { clientWith } from '../../core/client';
import { httpTransport } from '../../core/transports/http';
import { parseFields } from '../../core/fields/fieldSet';
import type { SourceState } from '../../core/events/event';
import { type Control, startEmulator } from '../../emulator';
import { readPrometheus } from '../../core/formats/prometheus';
import { MINUTE_MS } from '../../core/formats/timeUnits';
import { nodeTrouble } from '../../core/subjects/events/nodeTrouble/declare';
import { NODE_METRICS, START_TIME } from '../../core/subjects/events/nodeTrouble/rules';
import { alertName } from '../../scripts/build/prometheus';

/**
 * `npm run opinion -- rules [promtool]`: Prometheus' own judge of docs/prometheus, and of what it fires on the series
 * that the emulated node gives while troubles happen: the same as the event Node Trouble, at the end of each. With
 * `--node URL --at 20,30` the series of a real node, compared at these minutes, while you make trouble.
 * `promtool` is in the package prometheus of Debian.
 */

const RULES = path.resolve(__dirname, '../../docs/prometheus/avalanche-node.rules.yml');

const set =
	(name: string, value?: number, chain?: string) =>
	(control: Control): void =>
		control.setNodeMetrics({
			metrics: [{ name: `avalanche_${name}`, value, ...(chain && { labels: { chain } }) }],
		});
const SAE = 'evm_transition_sae_';

/** Troubles, one after another: what happens each minute, for how many minutes. */
const PHASES: ReadonlyArray<
	[name: string, minutes: number, act: (control: Control, minute: number) => void]
> = [
	['healthy', 20, () => undefined],
	['half a disk', 2, set('resource_tracker_disk_available_percentage', 15)],
	['a full disk', 2, set('resource_tracker_disk_available_percentage', 5)],
	['space again', 2, set('resource_tracker_disk_available_percentage')],
	['failed polls', 8, (control, minute) => set('snowman_polls_failed', 7 * minute, 'P')(control)],
	['no failed polls', 7, () => undefined],
	[
		'a restart of the node',
		14,
		(control, minute) => {
			if (minute === 1) control.restartNode();
			set('snowman_polls_failed', 30 * minute, 'P')(control);
			set('stake_percent_connected', 0.2, 'P')(control);
		},
	],
	['still without connections', 8, () => undefined],
	[
		'connected',
		16,
		(control) => {
			set('snowman_polls_failed', 420, 'P')(control);
			set('stake_percent_connected', 1, 'P')(control);
		},
	],
	[
		'bad blocks',
		3,
		(control, minute) => set('evm_transition_eth_chain_block_bad_count', minute, 'C')(control),
	],
	['no more bad blocks', 17, () => undefined],
	[
		'undecided blocks and benched validators',
		12,
		(control) => {
			set('snowman_blks_processing', 20, 'C')(control);
			set('benchlist_benched_num', 3, 'P')(control);
		},
	],
	[
		'no more of them',
		2,
		(control) => {
			set('snowman_blks_processing', undefined, 'C')(control);
			set('benchlist_benched_num', undefined, 'P')(control);
		},
	],
	[
		'blocks that settle late, gas time behind',
		8,
		(control) => {
			set(`${SAE}last_settled_height`, 1, 'C')(control);
			set(`${SAE}gas_time_wall_time_gap_seconds`, -45, 'C')(control);
		},
	],
	['failing checks', 4, (control) => control.setHealth({ healthy: false })],
];

interface Alert {
	name: string;
	chain?: string;
	severity: string;
}

async function main(given: readonly string[]): Promise<number> {
	const { values, positionals } = parseArgs({
		args: [...given],
		options: { node: { type: 'string' }, at: { type: 'string', default: '20' } },
		allowPositionals: true,
	});
	const [promtool = 'promtool'] = positionals;
	const folder = mkdtempSync(path.join(tmpdir(), 'promtool-'));
	try {
		const { node, at } = values;
		const test =
			node === undefined ? await ofEmulator() : await ofNode(node, at.split(',').map(Number));
		const file = path.join(folder, 'test.yml');
		writeFileSync(file, JSON.stringify(test, null, '\t'));
		for (const args of [
			['check', 'rules', RULES],
			['test', 'rules', file],
		]) {
			const { status, error } = spawnSync(promtool, args, { stdio: 'inherit' });
			if (error) throw error;
			if (status !== 0) return 1;
		}
		return 0;
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/** The file of promtool for the phases above. */
async function ofEmulator(): Promise<object> {
	const emulator = await startEmulator({ realTime: false });
	const { control, nodeUrl, world } = emulator;
	try {
		const record = recorder(nodeUrl, () => world.clock.now());
		for (const [name, minutes, act] of PHASES) {
			for (let at = 1; at <= minutes; at++) {
				act(control, at);
				await record.minute();
				control.moveClock({ ms: MINUTE_MS });
			}
			record.compare(name);
		}
		return record.test();
	} finally {
		await emulator.close();
	}
}

/** The same for a real node, on which somebody makes trouble. `marks`: the minutes at which both are compared. */
async function ofNode(url: string, marks: readonly number[]): Promise<object> {
	const record = recorder(url, () => Date.now());
	for (let at = 1; at <= Math.max(...marks); at++) {
		const next = Date.now() + MINUTE_MS;
		await record.minute();
		if (marks.includes(at)) record.compare(`minute ${at}`);
		await setTimeout(next - Date.now());
	}
	return record.test();
}

/** Records the series of a node from minute to minute, and what Node Trouble reports of them. */
function recorder(url: string, now: () => number) {
	const clock = { now, sleep: async () => undefined, random: () => 0.5 };
	const client = clientWith({
		services: { node: { url } } as never,
		transport: httpTransport,
		clock,
		missing: () => undefined,
	});
	const settings = parseFields(nodeTrouble.fields, {}, 'promtool');
	const begun = clock.now() / 1000;
	const series = new Map<string, string[]>();
	const open = new Map<string, Alert>();
	const tests: object[] = [];
	let state: SourceState | undefined;
	let minute = 0;
	return {
		/** A node that does not answer has no series in this minute. */
		async minute(): Promise<void> {
			const text = await fetch(`${url}/ext/metrics`).then(
				async (answer) => await answer.text(),
				() => '',
			);
			for (const { name: metric, labels, valueText } of readPrometheus(text) ?? []) {
				if (!NODE_METRICS.some((one) => metric === one || /block_bad_count$/.test(metric)))
					continue;
				const all = { ...labels, instance: 'node', job: 'avalanchego' };
				const pairs = Object.entries(all).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
				const key = `${metric}{${pairs.join(',')}}`;
				// The time of promtool begins at 0.
				const value = metric === START_TIME ? String(Number(valueText) - begun) : valueText;
				const values = series.get(key) ?? [];
				while (values.length < minute) values.push('_');
				series.set(key, [...values, value]);
			}
			const context = { client, clock, deadline: Infinity, maxEvents: 100, maxPages: 100 };
			const result = await nodeTrouble.source.poll(settings, state, context as never);
			({ state } = result);
			for (const { data } of result.events) {
				const { alertKey, rule, chain, severity, title } = data as Record<string, string>;
				process.stdout.write(`minute ${minute + 1}, ${severity}: ${title}\n`);
				// A failed check is not a rule.
				if (!rule) continue;
				if (severity === 'resolved') open.delete(alertKey);
				else
					open.set(alertKey, {
						name: alertName({ value: rule }),
						...(chain && { chain }),
						severity,
					});
			}
			minute++;
		},
		/** Compares what Node Trouble has open now with what the rules fire now. */
		compare(name: string): void {
			process.stdout.write(
				`${name}: ${[...open.values()].map((one) => Object.values(one).join(' ')).join(', ') || 'nothing'}\n`,
			);
			tests.push({
				expr: FIRING,
				eval_time: `${minute - 1}m`,
				exp_samples: [...open.values()].map(({ name: alertname, chain, severity }) => {
					const labels = { alertname, ...(chain && { chain }), severity };
					const pairs = Object.entries(labels).map(([key, value]) => `${key}="${value}"`);
					return { labels: `{${pairs.join(',')}}`, value: 1 };
				}),
			});
		},
		test: (): object => ({
			rule_files: [RULES],
			evaluation_interval: '1m',
			tests: [
				{
					interval: '1m',
					input_series: [...series].map(([key, values]) => ({
						series: key,
						values: values.join(' '),
					})),
					promql_expr_test: tests,
				},
			],
		}),
	};
}

/** Firing alerts: of a warning and a critical alert of one series the latter, as Alertmanager shows them. */
const FIRING = `count by (alertname, chain, severity) (ALERTS{alertstate="firing",severity="critical"} or ignoring (severity) ALERTS{alertstate="firing"})`;

void main(process.argv.slice(2)).then((code) => {
	process.exitCode = code;
});
