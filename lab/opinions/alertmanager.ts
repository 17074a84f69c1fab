import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startLocalServer } from '../kit/system/localServer';
import type { LifeAlert } from '../../core/alertLife/alert';
import { type Silence, rulesOf } from '../../core/alertLife/rules';
import type { AlertLifeState } from '../../core/alertLife/state';
import { lifeStep } from '../../core/alertLife/step';
import { DAY_MS, SECOND_MS } from '../../core/formats/timeUnits';
import { createRandom } from '../../core/testing/random';

/**
 * `npm run opinion -- alertmanager [binary]`: Alertmanager and the engine of the life of an alert on the
 * same random streams of alerts and silences, with the same rules. After each step, both must have told
 * the same of each alert, in no more messages; what Alertmanager never says is counted. The binary is in
 * the package prometheus-alertmanager of Debian.
 */

const [STREAMS, STEPS] = [200, 12];
/** Alertmanager has no clock to set: a step takes longer than a group waits. */
const [WAIT_MS, STEP_MS] = [SECOND_MS, 4 * SECOND_MS];
const SUBJECTS = ['n1', 'n2'];
const EVENTS = ['down', 'read.uptime', 'read.peers', 'stake'];
const SEVERITIES = ['info', 'warning', 'critical'] as const;
interface Post {
	labels: Record<string, string>;
	startsAt?: string;
	endsAt: string;
}
const isSource = ({ labels: { event }, endsAt }: Post) => event === 'down' && endsAt === FAR;

const FAR = new Date(Date.now() + DAY_MS).toISOString();

/** A step of a stream: alerts of a stream that begin or end, and a silence that begins or ends. */
interface Action {
	turned: string[];
	silence?: { subject?: string; event?: string };
}

/** The severity of an alert never changes, as it is one of Alertmanager's labels. */
const severityOf = (key: string) => SEVERITIES[key.length % SEVERITIES.length];
const keys = SUBJECTS.flatMap((subject) => EVENTS.map((event) => `${subject}:${event}`));

function actionsOf(stream: number, seed: string): Action[] {
	const { next, pick } = createRandom(seed).stream(`alertmanager ${stream}`);
	return Array.from({ length: STEPS }, (): Action => {
		const turned = keys.filter(() => next() < 0.25);
		if (next() > 0.4) return { turned };
		const [subject, event] = [pick(SUBJECTS), pick(EVENTS)];
		return { turned, silence: next() < 0.5 ? { subject } : { subject, event } };
	});
}

type AlertStatus = 'firing' | 'resolved';
/** The latest status of each alert, and the number of messages of the latest step by subject. */
interface Heard {
	statuses: Map<string, AlertStatus>;
	messages: Map<string, number>;
}
const nothingHeard = (): Heard => ({ statuses: new Map(), messages: new Map() });

function hear(
	{ statuses, messages }: Heard,
	subject: string,
	all: ReadonlyArray<[string, AlertStatus]>,
): void {
	if (all.every(([key, status]) => statuses.get(key) === status)) return;
	messages.set(subject, (messages.get(subject) ?? 0) + 1);
	for (const [key, status] of all) statuses.set(key, status);
}

/** The engine as a host runs it, with the times of Alertmanager's configuration. */
function engineOf() {
	const heard = nothingHeard();
	const everySeverity = { severity: [...SEVERITIES] };
	let state: AlertLifeState | undefined;
	return {
		heard,
		run(now: number, events: LifeAlert[], silences: Silence[]) {
			const rules = rulesOf({
				silences,
				inhibitions: [
					{
						name: 'down',
						source: { event: ['down'] },
						target: { event: ['read.*'], ...everySeverity },
						equal: ['subject'],
					},
				],
				group: { by: ['subject'], waitMs: WAIT_MS, intervalMs: WAIT_MS, match: everySeverity },
			});
			const result = lifeStep(rules, state, { now, events });
			({ state } = result);
			for (const { alerts } of result.deliveries) {
				if (alerts.length === 0) continue;
				const all = alerts.map((one): [string, AlertStatus] => [
					one.alertKey,
					one.severity === 'resolved' ? 'resolved' : 'firing',
				]);
				hear(heard, alerts[0].subject, all);
			}
		},
	};
}

interface Webhook {
	alerts: Array<{ status: AlertStatus; labels: Record<string, string> }>;
	groupLabels: Record<string, string>;
}

/** Alertmanager in a process of its own; `heard` is by stream. */
async function startAlertmanager(binary: string, heard: readonly Heard[]) {
	const folder = mkdtempSync(path.join(tmpdir(), 'alertmanager-'));
	const server = await startLocalServer((_request, response, read) => {
		const { alerts, groupLabels } = JSON.parse(String(read)) as Webhook;
		const all = alerts.map(({ labels, status }): [string, AlertStatus] => [
			labels.alertname,
			status,
		]);
		hear(heard[Number(groupLabels.stream)], groupLabels.subject, all);
		response.end();
	});
	const url = `http://127.0.0.1:${Number(new URL(server.url).port) + 1}`;
	const seconds = `${WAIT_MS / SECOND_MS}s`;
	const config = {
		route: {
			...{ receiver: 'all', group_by: ['stream', 'subject'], repeat_interval: '24h' },
			...{ group_wait: seconds, group_interval: seconds },
		},
		receivers: [{ name: 'all', webhook_configs: [{ url: `${server.url}/` }] }],
		inhibit_rules: [
			{
				...{ source_matchers: ['event="down"'], target_matchers: ['event=~"read[.].*"'] },
				equal: ['stream', 'subject'],
			},
		],
	};
	const file = path.join(folder, 'config.yml');
	writeFileSync(file, JSON.stringify(config));
	const child = spawn(
		binary,
		[
			...[`--config.file=${file}`, `--storage.path=${folder}`, '--cluster.listen-address='],
			...[`--web.listen-address=${new URL(url).host}`, '--log.level=error'],
		],
		{ stdio: 'inherit' },
	);
	const call = async (method: string, at: string, body?: object) => {
		const headers = { 'content-type': 'application/json' };
		const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
		const response = await fetch(`${url}/api/v2/${at}`, sent);
		if (!response.ok) throw new Error(`${at}: ${response.status} ${await response.text()}`);
		return await response.text();
	};
	for (let tries = 0; ; tries++) {
		const isUp = await call('GET', 'status').catch((error: unknown) => error);
		if (typeof isUp === 'string') break;
		if (tries === 100) throw isUp;
		await sleep(100);
	}
	return {
		call,
		async close() {
			child.kill();
			await once(child, 'exit');
			await server.close();
			rmSync(folder, { recursive: true });
		},
	};
}

async function main(binary = 'prometheus-alertmanager', seed = String(Date.now())) {
	process.stdout.write(`Seed: ${seed}\n`);
	const streams = Array.from({ length: STREAMS }, (_, stream) => ({
		actions: actionsOf(stream, seed),
		firing: new Map<string, string>(),
		silences: [] as Silence[],
		engine: engineOf(),
		theirs: nothingHeard(),
		/** Alerts that fire for Alertmanager, as it did not say their end. */
		unsaid: new Set<string>(),
		/** Alerts of which Alertmanager said the end only. */
		onlyEnded: new Set<string>(),
	}));
	const judge = await startAlertmanager(
		binary,
		streams.map(({ theirs }) => theirs),
	);
	const differences: string[] = [];
	const counts = { comparisons: 0, messages: 0, unsaidEnds: 0, endsOnly: 0 };
	try {
		for (let at = 0; at < STEPS; at++) {
			const posts: Post[] = [];
			const ended: string[] = [];
			for (const [stream, { actions, firing, silences, engine, theirs }] of streams.entries()) {
				const { turned, silence } = actions[at];
				const now = Date.now();
				engine.heard.messages.clear();
				theirs.messages.clear();
				if (silence && silences.length > 0) {
					const [{ id }] = silences.splice(0);
					ended.push(`silence/${id}`);
				} else if (silence) {
					const labels = { stream: String(stream), ...silence };
					const matchers = Object.entries(labels).map(([name, value]) => {
						return { name, value, isRegex: false, isEqual: true };
					});
					const times = { startsAt: new Date(now).toISOString(), endsAt: FAR };
					const own = { matchers, ...times, createdBy: 'judge', comment: 'judge' };
					const { silenceID: id } = JSON.parse(await judge.call('POST', 'silences', own)) as {
						silenceID: string;
					};
					const lists = Object.entries(silence).map(([name, value]) => [name, [value]]);
					const match = { ...Object.fromEntries(lists), severity: [...SEVERITIES] };
					silences.push({ id, match, from: 0, until: DAY_MS });
				}
				const events = turned.map((key): LifeAlert => {
					const [subject, event] = key.split(':');
					const since = firing.get(key);
					if (since === undefined) firing.set(key, new Date(now).toISOString());
					else firing.delete(key);
					posts.push({
						labels: { stream: String(stream), alertname: key, subject, event },
						startsAt: since ?? firing.get(key),
						endsAt: since === undefined ? FAR : new Date(now).toISOString(),
					});
					const severity = since === undefined ? severityOf(key) : 'resolved';
					return { id: `${key}#${at}`, alertKey: key, event, severity, subject, title: key };
				});
				// The engine's own clock begins at 0.
				engine.run(at * STEP_MS, events, silences);
			}
			// A group may be sent at any time: what hides others has to be known before them.
			await judge.call('POST', 'alerts', posts.filter(isSource));
			await sleep(STEP_MS / 2);
			await judge.call(
				'POST',
				'alerts',
				posts.filter((post) => !isSource(post)),
			);
			for (const silence of ended) await judge.call('DELETE', silence);
			await sleep(STEP_MS / 2);
			// As Prometheus does: an alert that comes while its group is removed is lost otherwise.
			await judge.call('POST', 'alerts', posts);
			await sleep(STEP_MS / 2);
			for (const [stream, { engine, silences, theirs, unsaid, onlyEnded }] of streams.entries()) {
				engine.run((at + 1) * STEP_MS - 1, [], silences);
				compare(`stream ${stream}, step ${at}`, { ours: engine.heard, theirs, unsaid, onlyEnded });
			}
		}
	} finally {
		await judge.close();
	}
	function compare(
		where: string,
		{
			ours,
			theirs,
			unsaid,
			onlyEnded,
		}: Record<'ours' | 'theirs', Heard> & Record<'unsaid' | 'onlyEnded', Set<string>>,
	): void {
		const before = [...unsaid];
		for (const key of keys) {
			const [own, other] = [ours.statuses.get(key), theirs.statuses.get(key)];
			counts.comparisons += 1;
			if (own === other) unsaid.delete(key);
			// In a group that was sent before, Alertmanager says the end of an alert that it never sent.
			else if (own === undefined && other === 'resolved') {
				if (!onlyEnded.has(key)) counts.endsOnly += 1;
				onlyEnded.add(key);
			} else if (own === 'resolved' && other === 'firing') {
				// Alertmanager forgets an alert that ends while it is muted.
				if (!unsaid.has(key)) counts.unsaidEnds += 1;
				unsaid.add(key);
			} else {
				const [mine, judges] = [own, other].map((status) => status ?? 'nothing');
				differences.push(`${where}: ${key}: ${mine}, Alertmanager ${judges}`);
			}
		}
		for (const subject of SUBJECTS) {
			const [own, other] = [ours, theirs].map(({ messages }) => messages.get(subject) ?? 0);
			counts.messages += other;
			const isKnown = [...before, ...unsaid].some((key) => key.startsWith(subject));
			if (own > other && !isKnown)
				differences.push(`${where}: ${subject}: ${own} messages, Alertmanager ${other}`);
		}
	}
	for (const one of differences.slice(0, 20)) process.stdout.write(`${one}\n`);
	process.stdout.write(
		`${STREAMS} streams of ${STEPS} steps, ${counts.comparisons} comparisons, ${counts.messages} messages of Alertmanager: ${differences.length} differences; ${counts.unsaidEnds} ends of alerts that Alertmanager does not say, ${counts.endsOnly} that it says of alerts that it never sent\n`,
	);
	return differences.length === 0 ? 0 : 1;
}

void main(...process.argv.slice(2)).then((code) => {
	process.exitCode = code;
});
