import type { Random, Stream } from '../../../core/testing/random';
import { ATTACKS, type Attack, REPLAYS, attack } from './attacks';
import type { Kind } from './kinds';
import { createLedger, type Tally } from './ledger';
import type { Accident, Receiver } from './receiver';
import type { Fate, Sent } from './wire';
import { MINUTE_MS } from '../../../core/formats/timeUnits';

/** A history: rounds in which events happen, messages go astray, and somebody forges others. */

export interface Outcome extends Tally {
	receiver: string;
	/** Messages that the service sent, and requests that reached the receiver. */
	messages: number;
	deliveries: number;
	/** Number of times that each class occurred. */
	classes: Map<Fate | Accident | Attack, number>;
	/** Forged messages that were answered 200. */
	forgedAccepted: number;
	findings: string[];
}

/** The excuse of events whose webhook did not deliver. */
const UNHEALTHY: Accident = 'webhook deactivated';
const ROUNDS_PER_CHECK = 4;
/** Rounds without a message after which a history ends. */
const MOST_SILENT = 30;
const ACCIDENT_SHARE = 0.4;
/** Maximum number of oversized messages in a history: each has 17 MB. */
const MOST_OVERSIZED = 2;

async function callService(receiver: Receiver, method: string, operation: string): Promise<string> {
	const url = `${receiver.emulator.dataUrl}/v1/webhooks:${operation}`;
	const response = await fetch(url, { method });
	return ((await response.json()) as { secret: string }).secret;
}

/** The webhooks of the receiver that are active and lead to it. */
function healthy({ emulator, wire }: Receiver): number {
	return emulator.control
		.webhooks()
		.filter(({ status, url }) => status === 'active' && String(url).startsWith(wire.url)).length;
}

/** Plays a history until so many requests have reached the receiver, and judges what it handed on. */
export async function play(receiver: Receiver, requests: number, random: Random): Promise<Outcome> {
	const { emulator, wire, kinds } = receiver;
	const { control } = emulator;
	const chance: Stream = random.stream('history', receiver.name);
	const ledger = createLedger();
	const classes: Outcome['classes'] = new Map();
	const count = (name: Fate | Accident | Attack) => classes.set(name, (classes.get(name) ?? 0) + 1);
	const findings: string[] = [];
	const whole = healthy(receiver);
	let forgedAccepted = 0;
	let read = 0;
	control.setWebhooks({ timeScale: 1e6 });

	/** Lets events happen, and waits until their messages have come. */
	async function happen(kind: Kind, many: number, excuse?: Accident): Promise<string[]> {
		const keys = kind.happen(emulator, many);
		for (const key of keys) ledger.happened(kind, key, excuse);
		await receiver.settled();
		return keys;
	}
	const noteOf = (what: string, messages: readonly Sent[]) => {
		for (const { event } of messages) {
			for (const kind of kinds) ledger.met(kind, kind.messageKey(event), what);
		}
	};
	/** Notes for each message what the network did to it. */
	function noteFates(): void {
		for (const message of wire.sent.slice(read)) {
			count(message.fate);
			if (message.fate !== 'delivered') noteOf(message.fate, [message]);
		}
		read = wire.sent.length;
	}

	/** Lets an accident happen; returns its name if messages may be lost by it. */
	async function accident(kind: Kind, isHealthy: boolean): Promise<Accident | undefined> {
		if (chance.next() >= ACCIDENT_SHARE) return undefined;
		const what = chance.pick(receiver.accidents);
		const own = control.webhooks().filter(({ url }) => String(url).startsWith(wire.url));
		if (own.length === 0) return undefined;
		count(what);
		if (what === 'webhook deactivated') control.deactivateWebhook({ id: chance.pick(own).id });
		if (what === 'webhook redirected') {
			const hook = chance.pick(own);
			hook.url = 'https://elsewhere.example/hook';
			// Of a webhook that is not the receiver's own any more.
			noteOf(
				what,
				wire.waiting().filter(({ body }) => body.includes(String(hook.id))),
			);
		}
		if (what === 'secret rotated') {
			await callService(receiver, 'POST', 'generateOrRotateSharedSecret');
			// Signed with the secret that is no more.
			noteOf(what, wire.waiting());
		}
		if (what === 'receiver restarted') await receiver.restart();
		if (what === 'receiver killed') {
			const { trouble } = wire;
			wire.trouble = 0;
			const excuse = receiver.losesAnswered ? what : isHealthy ? undefined : UNHEALTHY;
			// Half of the kills hit an event that no list gives back.
			const victim = chance.next() < 0.5 ? kinds[kinds.length - 1] : kind;
			let hit: string[] = [];
			await receiver.kill(async () => void (hit = await happen(victim, 1, excuse)));
			await receiver.settled();
			if (healthy(receiver) < whole) for (const key of hit) ledger.met(victim, key, UNHEALTHY);
			wire.trouble = trouble;
			return receiver.losesAnswered ? what : undefined;
		}
		return what === 'receiver restarted' ? undefined : what;
	}

	async function attacks(): Promise<void> {
		if (wire.sent.length === 0) return;
		const chosen = [chance.pick(ATTACKS), chance.pick(ATTACKS)];
		for (const kind of chosen) {
			if (kind === 'oversized' && (classes.get(kind) ?? 0) >= MOST_OVERSIZED) continue;
			count(kind);
			const secret = await callService(receiver, 'GET', 'getSharedSecret');
			const status = await attack(wire, kind, wire.sent, chance, secret);
			if (status === 200 && !REPLAYS.has(kind)) forgedAccepted += 1;
		}
		await receiver.settled();
	}

	/** Checks that events without trouble came with their message, before any check. */
	async function expectAtOnce(keys: readonly string[], kind: Kind): Promise<void> {
		const delivered = keys.filter((key) => ledger.isPlain(kind, key));
		if (delivered.length === 0) return;
		const receivedKeys = new Set(
			(await receiver.items()).filter((one) => one.kind === kind).map(({ key }) => key),
		);
		const missing = delivered.filter((key) => !receivedKeys.has(key)).length;
		if (missing > 0)
			findings.push(`${missing} events of ${kind.event} did not come with their message`);
	}

	const heal = async () => {
		control.moveClock({ ms: 10 * MINUTE_MS });
		await receiver.check();
		await receiver.settled();
		if (healthy(receiver) < whole) findings.push('a check left a webhook that does not deliver');
	};

	let silent = 0;
	const goesOn = () => silent < MOST_SILENT && wire.reached.length < requests;
	for (let round = 1; goesOn(); round++) {
		const sent = wire.sent.length;
		control.moveClock({ ms: 2 * MINUTE_MS });
		control.setWebhooks({ plan: round % 20 < 10 ? 'paid' : 'free' });
		const kind = chance.pick(kinds);
		const isHealthy = healthy(receiver) === whole;
		const excuse = (await accident(kind, isHealthy)) ?? (isHealthy ? undefined : UNHEALTHY);
		const keys = await happen(kind, chance.whole(2, 9), excuse);
		noteFates();
		if (excuse === undefined && healthy(receiver) === whole) await expectAtOnce(keys, kind);
		// The Free plan gives a webhook up after five messages that failed twice.
		if (healthy(receiver) < whole) for (const key of keys) ledger.met(kind, key, UNHEALTHY);
		silent = wire.sent.length > sent ? 0 : silent + 1;
		if (silent === MOST_SILENT) findings.push(`${silent} rounds passed without a message`);
		await wire.flush();
		await receiver.settled();
		await attacks();
		if (round % ROUNDS_PER_CHECK === 0 || excuse !== undefined) {
			await heal();
			await wire.release();
			await receiver.settled();
		}
	}
	await wire.flush();
	for (let last = 0; last < 3; last++) {
		await heal();
		await wire.release();
		await receiver.settled();
	}
	noteFates();
	const tally = ledger.tally(await receiver.items());
	const verdicts: Array<[number, string]> = [
		[forgedAccepted, 'forged messages were answered 200'],
		[tally.strangers, 'items are of events that never happened'],
		[tally.renamed, 'events came under two ids'],
		[tally.repeated, 'events were handed on twice'],
		[tally.lost, `events were lost: ${tally.lostOnes.slice(0, 5).join('; ')}`],
	];
	for (const [found, what] of verdicts) if (found > 0) findings.push(`${found} ${what}`);
	return {
		receiver: receiver.name,
		messages: wire.sent.length,
		deliveries: wire.reached.length,
		classes,
		forgedAccepted,
		findings: [...new Set(findings)],
		...tally,
	};
}
