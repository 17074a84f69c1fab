import {
	FIRING,
	type Firing,
	type LifeAlert,
	isResolved,
	lifeAlertOf,
} from '../../core/alertLife/alert';
import { matches } from '../../core/alertLife/matchers';
import type { NetworkEvent } from '../../core/events/event';
import type { Settings, Target } from './settings';

/** An event of a source, as recipients select it. */
export interface WantedEvent {
	/** The name of the source or of the webhook. */
	source: string;
	event: NetworkEvent;
}

/**
 * The targets that want an event, and what a request to them needs. The targets of the settings are
 * one implementation; targets that are stored elsewhere are another.
 */
export interface Recipients {
	/**
	 * The names of the targets that want an event, in pages: in ascending order of code units (as
	 * `<` compares), each name once, and only names after `after`. A fan-out that is interrupted
	 * continues after the last name that it put.
	 */
	targetsFor(wanted: WantedEvent, after?: string): AsyncIterable<readonly string[]>;
	/** The targets of these names. Those that do not exist any more are left out. */
	find(names: readonly string[]): Promise<ReadonlyMap<string, Target>>;
	/** True for a name that was given last by `targetsFor` if the events of its target may wait. */
	holds?(name: string): boolean;
	/** Tells that events of these targets wait. */
	waits?(names: readonly string[]): Promise<void>;
}

const ascending = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** True unless routes name a target and none of these fits; the end of an alert fits every severity. */
function isRouted(
	name: string,
	alert: LifeAlert,
	routes: NonNullable<Settings['routes']>,
): boolean {
	const own = routes.filter(({ targets }) => targets.includes(name));
	if (own.length === 0) return true;
	const severities = isResolved(alert) ? FIRING : [alert.severity as Firing];
	const fits = ({ match }: (typeof own)[number]) =>
		severities.some((severity) => matches(match, { alert, severity }));
	return own.some(fits);
}

/** True if a target of the settings is sent an alert: by its sources, its types, and the routes. */
export function isSent(
	{ name, sources, types }: Target,
	{ source, event, alert }: { source: string; event: string; alert: () => LifeAlert },
	routes: Settings['routes'],
): boolean {
	if (sources && !sources.includes(source)) return false;
	if (types && !types.includes(event)) return false;
	return !routes || isRouted(name, alert(), routes);
}

/** The targets of the settings. */
export function configuredRecipients(
	targets: readonly Target[],
	routes?: Settings['routes'],
): Recipients {
	const held = new Set<string>();
	for (const { name, holds } of targets) if (holds) held.add(name);
	const sorted = [...targets].sort((a, b) => ascending(a.name, b.name));
	return {
		holds: (name) => held.has(name),
		async *targetsFor({ source, event }, after = '') {
			const alert = () => lifeAlertOf(event, undefined);
			const names: string[] = [];
			for (const target of sorted) {
				const isNext = target.name > after;
				if (isNext && isSent(target, { source, event: event.type, alert }, routes))
					names.push(target.name);
			}
			if (names.length > 0) yield names;
		},
		async find(names) {
			const wanted = new Set(names);
			const found = new Map<string, Target>();
			for (const target of targets) if (wanted.has(target.name)) found.set(target.name, target);
			return found;
		},
	};
}

/** The targets of the settings and subscriptions as one: their names are merged in order, and each is found by its kind. */
export function mergedRecipients(configured: Recipients, subscribers: Recipients): Recipients {
	return {
		holds: (name) => [configured, subscribers].some((kind) => kind.holds?.(name)),
		waits: subscribers.waits,
		targetsFor: (wanted, after) =>
			mergedPages([configured, subscribers].map((kind) => kind.targetsFor(wanted, after))),
		async find(names) {
			const [own, others] = await Promise.all([configured.find(names), subscribers.find(names)]);
			return new Map([...own, ...others]);
		},
	};
}

/**
 * Merges sorted lists of pages into one, each name once. A page is read when the one before it has
 * been used up.
 */
export async function* mergedPages(
	lists: ReadonlyArray<AsyncIterable<readonly string[]>>,
): AsyncGenerator<readonly string[]> {
	const open = await Promise.all(lists.map(async (list) => await opened(list)));
	for (;;) {
		const heads = open.filter((one) => one.page.length > 0);
		if (heads.length === 0) return;
		// Up to the smallest last name of all pages, all names are there.
		const end = heads.map(({ page }) => page[page.length - 1]).sort(ascending)[0];
		const names = heads.flatMap((one) => one.page.filter((name) => name <= end)).sort(ascending);
		yield names.filter((name, at) => name !== names[at - 1]);
		for (const one of heads) {
			one.page = one.page.filter((name) => name > end);
			if (one.page.length === 0) await one.next();
		}
	}
}

/** A list at its first page that is not empty. */
async function opened(list: AsyncIterable<readonly string[]>) {
	const pages = list[Symbol.asyncIterator]();
	const one = {
		page: [] as readonly string[],
		async next() {
			do {
				const { value, done } = await pages.next();
				if (done) return void (one.page = []);
				one.page = value;
			} while (one.page.length === 0);
		},
	};
	await one.next();
	return one;
}
