import type { Control } from '../../../emulator';
import { knownReason } from './known';
import { NotTaken, type Sdk, type SdkFunction, type Values } from './sdk';
import type { Sent } from './requests';

/** Results of the calls of one client. */
export interface Figures {
	/** All functions of the client. */
	functions: number;
	/** Functions with at least one accepted response. */
	called: number;
	/** Calls that were sent. */
	calls: number;
	/** The requests whose response it accepted or rejected. */
	judged: Set<Sent>;
	notTaken: number;
	/** Functions of endpoints that the package does not offer, such as replaced ones. */
	untried: string[];
	/** Rejected responses and other queries, at most three for a function. */
	findings: string[];
	/** Rejections that are the client's own, by reason. */
	known: Map<string, number>;
}

const shapeOf = (template: string) => template.replace(/\{[^}]*\}/g, '{}');

/** The values of a sent request, by the names in a client's template. */
function valuesOf({ url, base, body }: Sent, template: string): Values {
	const { pathname, searchParams } = new URL(url);
	const below = pathname.slice(new URL(base).pathname.replace(/\/$/, '').length);
	const names = [...template.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name);
	const parts = template
		.split(/\{[^}]*\}/)
		.map((part) => part.replace(/[.*+?^$()|[\]\\]/g, '\\$&'));
	const found = new RegExp(`^${parts.join('([^/]+?)')}$`).exec(below) ?? [];
	const path = Object.fromEntries(
		names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? '')]),
	);
	const query = Object.fromEntries(
		[...searchParams.keys()].map((name) => {
			const all = searchParams.getAll(name);
			return [name, all.length > 1 ? all : all[0]];
		}),
	);
	return { path, query, body };
}

/** The name of a query whose values the client's first request has otherwise than the sent one, with both. */
function otherQuery(sent: Sent, control: Control): string | undefined {
	const ours = new URL(sent.url).searchParams;
	const theirs = new URLSearchParams(control.requests()[0]?.query);
	const values = (query: URLSearchParams, name: string) => JSON.stringify(query.getAll(name));
	const name = [...ours.keys()].find((each) => values(ours, each) !== values(theirs, each));
	return name && `${name} is ${values(theirs, name)}, and the core sends ${values(ours, name)}`;
}

function reasonOf(error: unknown): string {
	const { name = 'Error', message, cause } = error as Error & { cause?: { issues?: unknown } };
	const issues = cause?.issues ? ` ${JSON.stringify(cause.issues).slice(0, 2000)}` : '';
	return `${name}: ${message.slice(0, 200)}${issues}`;
}

/**
 * Calls every function of a client with the requests for its endpoint: it has to send the same query, and to
 * accept the response.
 */
export async function judge(
	sdk: Sdk,
	requests: readonly Sent[],
	key: string,
	control: Control,
): Promise<Figures> {
	const figures: Figures = {
		functions: sdk.functions.length,
		called: 0,
		calls: 0,
		judged: new Set(),
		notTaken: 0,
		untried: [],
		findings: [],
		known: new Map(),
	};
	const of = (one: SdkFunction) =>
		requests.filter(
			({ method, template }) =>
				method === one.method && shapeOf(template) === shapeOf(one.template),
		);
	for (const one of sdk.functions) {
		const own = of(one);
		if (own.length === 0) figures.untried.push(`${one.name} (${one.method} ${one.template})`);
		let accepted = 0;
		const reasons = new Set<string>();
		const found = (sent: Sent, reason: string) => {
			const finding = `${one.name}: ${sent.method} ${sent.url}: ${reason}`;
			const known = knownReason(sdk.name, finding);
			if (known) figures.known.set(known, (figures.known.get(known) ?? 0) + 1);
			else reasons.add(finding);
		};
		for (const sent of own) {
			control.clearRequests();
			try {
				await one.call({ url: sent.base, key }, valuesOf(sent, one.template));
				const other = otherQuery(sent, control);
				if (other) found(sent, other);
				figures.judged.add(sent);
				accepted++;
				figures.calls++;
			} catch (error) {
				if (error instanceof NotTaken) {
					figures.notTaken++;
					continue;
				}
				figures.calls++;
				figures.judged.add(sent);
				found(sent, reasonOf(error));
			}
		}
		if (accepted > 0) figures.called++;
		figures.findings.push(...[...reasons].slice(0, 3));
		if (own.length > 0 && accepted === 0 && reasons.size === 0 && figures.known.size === 0) {
			figures.findings.push(`${one.name}: its input check refuses every request`);
		}
	}
	return figures;
}
