import { setTimeout as wait } from 'node:timers/promises';
import { FAILURE_KINDS } from '../../../core/failure';

/** End of one attack, as far as the invariant needs it. */
export interface End {
	/** `answered`, or the kind of the failure; anything else is a finding. */
	kind: string;
	/** Everything that came out, as text, to look for secrets in. */
	text: string;
	/** A broken guarantee that only the code of the attack can notice. */
	wrong?: string;
}

/** Required end of an attack, if only one end is right. */
export interface Expected {
	kind?: string | readonly string[];
	/** Milliseconds after which it hangs, where it may take longer than others. */
	endsMs?: number;
}

/** A promise that was broken. */
export interface Finding {
	attack: string;
	what: string;
}

/** Printed figures of a class of attacks. */
export interface Figures {
	cases: number;
	answered: number;
	/** Failures by kind. */
	refused: Record<string, number>;
	slowestMs: number;
	/** The attack that took longest. */
	slowest: string;
	/** Megabytes of the whole process, while the class ran. */
	peakMemory: number;
	findings: Finding[];
	/** Attacks that could not be tried, and the reasons. */
	notes: string[];
}

/** Allowed ends of an attack. A refusal with a reason is the purpose of a verification. */
const KINDS: ReadonlySet<string> = new Set(['answered', ...FAILURE_KINDS]);

/**
 * An attack that takes longer hangs: every timeout that is set in the campaign is far below it, also
 * on a machine that other programs use.
 */
const HANG_MS = 15_000;
const UNMEASURED_HANG_MS = 240_000;
/** A process may grow by this much during one class; answers are limited to a few megabytes. */
const GROWTH = 600 * 1024 * 1024;
const MEGABYTE = 1024 * 1024;

const PROTOTYPES = [Object, Array, Function, String, Number, Promise, Map, Error].map(
	({ prototype }) => prototype as object,
);
const shapeOfPrototypes = () => PROTOTYPES.map((one) => Reflect.ownKeys(one).length).join();

export interface WatchOptions {
	/** Receives the name of each attack before it begins. */
	onAttack?: (name: string) => void;
	/**
	 * True where the process runs nothing else and has a bounded heap: times and memory are judged,
	 * too. Default false: both depend on what else the machine does.
	 */
	measured?: boolean;
	/** True if the class ends with its first finding: the attack after it throws `EnoughFound`. */
	untilFinding?: boolean;
}

/** Ends a class that has a finding. */
export class EnoughFound extends Error {}

/** Checks the end of every attack of one class, and collects findings. */
export interface Watch {
	figures: Figures;
	/** The attack that runs now; read by whoever waits for a process that does not answer. */
	readonly now: string;
	attack(name: string, run: () => Promise<End>, expected?: Expected): Promise<End | undefined>;
	finding(attack: string, what: string): void;
	note(text: string): void;
	end(): Figures;
}

/** The figures of a class before its first attack. */
export function noFigures(): Figures {
	return {
		cases: 0,
		answered: 0,
		refused: {},
		slowestMs: 0,
		slowest: '',
		peakMemory: 0,
		findings: [],
		notes: [],
	};
}

/**
 * Watches a class of attacks: each must end in time, with an answer or a failure of a known kind,
 * with no secret in what comes out, with untouched prototypes and, if measured, bounded memory.
 *
 * @param secrets texts that may show nowhere
 */
export function createWatch(
	secrets: readonly string[],
	{ onAttack = () => {}, measured = false, untilFinding = false }: WatchOptions = {},
): Watch {
	const started = process.memoryUsage.rss();
	const pristine = shapeOfPrototypes();
	const forms = secrets.flatMap(formsOf);
	const figures = noFigures();
	let now = '';
	let peak = started;
	const measure = () => void (peak = Math.max(peak, process.memoryUsage.rss()));
	const measuring = setInterval(measure, 25);
	measuring.unref();
	const finding = (attack: string, what: string) => void figures.findings.push({ attack, what });
	const onRejection = (e: unknown) => finding(now, `unhandled rejection: ${errorText(e)}`);
	process.on('unhandledRejection', onRejection);

	function judge(name: string, end: End, { kind }: Expected) {
		if (end.kind === 'answered') figures.answered++;
		else if (KINDS.has(end.kind)) {
			figures.refused[end.kind] = (figures.refused[end.kind] ?? 0) + 1;
		} else finding(name, `no known kind of failure: ${end.kind}`);
		const right = kind === undefined ? undefined : [kind].flat();
		if (right && !right.includes(end.kind)) {
			const said = end.text.slice(0, 160);
			finding(name, `must end as ${right.join(' or ')}, ended as ${end.kind}: ${said}`);
		}
		if (end.wrong) finding(name, end.wrong);
		if (forms.some((form) => end.text.includes(form))) finding(name, 'a secret shows');
	}

	return {
		figures,
		get now() {
			return now;
		},
		finding,
		note: (text) => void figures.notes.push(text),
		async attack(name, run, expected = {}) {
			if (untilFinding && figures.findings.length > 0) throw new EnoughFound();
			now = name;
			onAttack(name);
			figures.cases++;
			const begun = performance.now();
			const stop = new AbortController();
			try {
				const endsMs = measured ? (expected.endsMs ?? HANG_MS) : UNMEASURED_HANG_MS;
				const hang = wait(endsMs, 'hang' as const, { signal: stop.signal });
				hang.catch(() => undefined);
				const end = await Promise.race([run(), hang]);
				const took = performance.now() - begun;
				if (took > figures.slowestMs) Object.assign(figures, { slowestMs: took, slowest: name });
				if (end === 'hang') return void finding(name, `no end within ${endsMs / 1000} s`);
				judge(name, end, expected);
				return end;
			} catch (error) {
				finding(name, `threw ${errorText(error)}`);
				return undefined;
			} finally {
				stop.abort();
				measure();
				if (shapeOfPrototypes() !== pristine || 'polluted' in {}) {
					finding(name, 'a prototype has changed');
					delete (Object.prototype as Record<string, unknown>).polluted;
				}
			}
		},
		end() {
			clearInterval(measuring);
			process.off('unhandledRejection', onRejection);
			measure();
			figures.peakMemory = Math.round(peak / MEGABYTE);
			if (measured && peak - started > GROWTH) {
				const grown = Math.round((peak - started) / MEGABYTE);
				finding('memory', `the process grew by ${grown} MB during this class`);
			}
			return figures;
		},
	};
}

/** A secret in the writings that must not show; and most of it, as cutting leaves it. */
function formsOf(secret: string): string[] {
	const quoted = JSON.stringify(secret).slice(1, -1);
	const twice = JSON.stringify(quoted).slice(1, -1);
	const url = encodeURIComponent(secret);
	const lower = url.replace(/%../g, (byte) => byte.toLowerCase());
	const html = secret.replaceAll('"', '&quot;');
	const numbers = secret.replace(
		/[&<>"'`=/]/g,
		(sign) => `&#x${sign.charCodeAt(0).toString(16).toUpperCase()};`,
	);
	const numbersTwice = numbers.replaceAll('&', '&amp;');
	const thrice = JSON.stringify(twice).slice(1, -1);
	const beginning = secret.slice(0, 10);
	return [
		...new Set([secret, url, lower, quoted, twice, thrice, html, numbers, numbersTwice, beginning]),
	];
}

/** n8n reports errors as plain objects with the fields of the error. */
export function errorText(error: unknown): string {
	const { name = 'Error', message } = (error ?? {}) as Partial<Error>;
	return typeof message === 'string' ? `${name}: ${message.slice(0, 200)}` : String(error);
}
