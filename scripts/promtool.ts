import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { clientWith } from '../core/client';
import { httpTransport } from '../core/transports/http';
import { parseFields } from '../core/fields/fieldSet';
import type { SourceState } from '../core/events/event';
import { type Control, startEmulator } from '../emulator';
import { readPrometheus } from '../core/formats/prometheus';
import { MINUTE_MS } from '../core/formats/timeUnits';
import { nodeTrouble } from '../subjects/events/nodeTrouble/declare';
import { NODE_METRICS, START_TIME } from '../subjects/events/nodeTrouble/rules';
import { alertName } from './build/prometheus';

/**
 * `npm run opinion -- rules [promtool]`: Prometheus' own judge of docs/prometheus, and of what it fires on the series
 * that the emulated node gives while troubles happen: the same as the event Node Trouble, at the end of each.
 * `promtool` is in the package prometheus of Debian.
 */

const RULES = path.resolve(__dirname, '../docs/prometheus/avalanche-node.rules.yml');

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

async function main(promtool = 'promtool'): Promise<number> {
	const folder = mkdtempSync(path.join(tmpdir(), 'promtool-'));
	const emulator = await startEmulator({ realTime: false });
	try {
		const test = await testOf(emulator);
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
		await emulator.close();
		rmSync(folder, { recursive: true });
	}
}

/** A file of promtool: the series of the node, and what Node Trouble had open at the end of each phase. */
async function testOf(emulator: Awaited<ReturnType<typeof startEmulator>>) {
	const { control, nodeUrl: url } = emulator;
	const clock = {
		now: () => emulator.world.clock.now(),
		sleep: async () => undefined,
		random: () => 0.5,
	};
	const client = clientWith({
		services: { node: { url } } as never,
		transport: httpTransport,
		clock,
		missing: () => undefined,
	});
	const settings = parseFields(nodeTrouble.fields, {}, 'promtool');
	const begun = clock.now() / 1000;
	const series = new Map<string, Array<string>>();
	const open = new Map<string, Alert>();
	const tests: object[] = [];
	let state: SourceState | undefined;
	let minute = 0;
	for (const [name, minutes, act] of PHASES) {
		for (let at = 1; at <= minutes; at++, minute++) {
			act(control, at);
			const text = await (await fetch(`${url}/ext/metrics`)).text();
			for (const { name: metric, labels, valueText } of readPrometheus(text) ?? []) {
				if (!NODE_METRICS.some((one) => metric === one || /block_bad_count$/.test(metric)))
					continue;
				const all = { ...labels, instance: 'node', job: 'avalanchego' };
				const pairs = Object.entries(all).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
				const key = `${metric}{${pairs.join(',')}}`;
				// The time of promtool begins at 0.
				const value = metric === START_TIME ? String(Number(valueText) - begun) : valueText;
				const values = series.get(key) ?? Array.from({ length: minute }, () => '_');
				series.set(key, [...values, value]);
			}
			const context = { client, clock, deadline: Infinity, maxEvents: 100, maxPages: 100 };
			const result = await nodeTrouble.source.poll(settings, state, context as never);
			({ state } = result);
			for (const { data } of result.events) {
				const { alertKey, rule, chain, severity } = data as Record<string, string>;
				if (severity === 'resolved') open.delete(alertKey);
				else
					open.set(alertKey, {
						name: alertName({ value: rule }),
						...(chain && { chain }),
						severity,
					});
			}
			control.moveClock({ ms: MINUTE_MS });
		}
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
	}
	return {
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
	};
}

/** Firing alerts: of a warning and a critical alert of one series the latter, as Alertmanager shows them. */
const FIRING = `count by (alertname, chain, severity) (ALERTS{alertstate="firing",severity="critical"} or ignoring (severity) ALERTS{alertstate="firing"})`;

void main(process.argv[2]).then((code) => {
	process.exitCode = code;
});
