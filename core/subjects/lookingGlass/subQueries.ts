import { type Value, sentAs } from '../../fields/field';
import type { Rule } from '../../fields/fieldSet';
import { evmAddress } from '../../fields/identifiers';
import { bigWhole, choice, textValue, whole } from '../../fields/inputs';
import { json } from '../../fields/json';
import { day } from '../../fields/moments';
import { preview } from '../../fields/preview';
import { broken } from '../../fields/rules';

/** The sub-queries of a composite query: each has an id, a type, and the parameters of its type. */

type Params = Readonly<Record<string, Value>>;

const amount = bigWhole(2n ** 256n - 1n);
const chain = textValue('must be an EVM chain id such as 43114', (given) =>
	/^[1-9]\d{0,18}$/.test(given),
);
const days = { firstDate: day(), lastDate: day() };
const balance = { ...days, minBalance: amount, evmChainId: chain };
const erc20Balance = { ...balance, contractAddress: evmAddress() };
const held = { evmChainId: chain, contractAddress: evmAddress() };
const starsArena = {
	minBalance: amount,
	subjectAddress: textValue('must be the address of a subject'),
};

/** The moments of `startTs` and `endTs` are Unix seconds. */
const moments = { startTs: whole(0), endTs: whole(0) };
const holders = [
	{ ...held, ...days },
	{ ...held, ...moments },
];

/** By type: the parameters, in the forms that the documents name. */
const TYPES: Readonly<Record<string, readonly Params[]>> = {
	LatestBalance: [
		{
			minBalance: amount,
			evmChainId: chain,
			tokenType: choice(['ERC20', 'NATIVE']),
			contractAddress: evmAddress().optional(),
		},
	],
	AllTimeNativeBalance: [balance],
	AnyTimeNativeBalance: [balance],
	AllTimeErc20Balance: [erc20Balance],
	AnyTimeErc20Balance: [erc20Balance],
	AllTimeNftHolders: holders,
	AnyTimeNftHolders: holders,
	LatestBalanceStarsArena: [starsArena],
	AllTimeStarsArenaBalance: [{ ...days, ...starsArena }],
	AnyTimeStarsArenaBalance: [{ ...days, ...starsArena }],
};

export const SUB_QUERY_TYPES = Object.keys(TYPES);

/** The ends of a sub-query's range, by name. */
const RANGES = [
	['firstDate', 'lastDate'],
	['startTs', 'endTs'],
] as const;

type Values = Record<string, unknown>;

const isObject = (given: unknown): given is Values =>
	typeof given === 'object' && given !== null && !Array.isArray(given);

/** The matching form: the one whose range the parameters have. */
function formOf(type: string, params: Values): Params {
	const [first, ...others] = TYPES[type];
	const byMoment = 'startTs' in params || 'endTs' in params;
	return others.find((form) => byMoment && 'startTs' in form) ?? first;
}

/** The end of a message with the invalid value, if there is one. */
const notOf = (given: unknown) => (given === undefined ? '' : `, not ${preview(given)}`);

/** The mistake in a sub-query, completing "sub-query 1 …"; undefined if it is valid. */
function mistakeIn(query: unknown): string | undefined {
	if (!isObject(query)) return 'must be an object with id, type and params';
	const { id, type, params } = query;
	if (typeof id !== 'string' || id === '') return 'must have an id, a text';
	if (typeof type !== 'string' || !Object.hasOwn(TYPES, type)) {
		return `must have a type, one of ${SUB_QUERY_TYPES.join(', ')}${notOf(type)}`;
	}
	if (!isObject(params)) return 'must have params, an object';
	const form = formOf(type, params);
	const stray = Object.keys(params).find((name) => !Object.hasOwn(form, name));
	if (stray !== undefined) {
		return `has no parameter ${preview(stray)}: those of ${type} are ${Object.keys(form).join(', ')}`;
	}
	for (const [name, { schema }] of Object.entries(form)) {
		const { success, error } = schema.safeParse(params[name]);
		if (success) continue;
		const rule = error.issues[0].message;
		return params[name] === undefined
			? `lacks "${name}", which ${rule}`
			: `has an invalid "${name}": it ${rule}${notOf(params[name])}`;
	}
	for (const [from, to] of RANGES) {
		const [start, end] = [params[from], params[to]] as Array<string | number | undefined>;
		if (start !== undefined && end !== undefined && start > end) {
			return `has its "${to}", ${preview(end)}, before its "${from}", ${preview(start)}`;
		}
	}
	return undefined;
}

/** A sub-query in the form that is sent; an invalid one unchanged, so that the rule rejects it. */
function normalized(query: unknown): unknown {
	if (mistakeIn(query) !== undefined) return query;
	const { id, type, params } = query as { id: string; type: string; params: Values };
	const entries = Object.entries(formOf(type, params)).flatMap(([name, { schema }]) => {
		const sent = schema.parse(params[name]);
		return sent === undefined ? [] : [[name, sent]];
	});
	return { id, type, params: Object.fromEntries(entries) as Values };
}

/** A list of sub-queries. */
export function subQueries() {
	const rule = 'must be a list of one or more sub-queries, each with id, type and params';
	const isList = (given: unknown): given is unknown[] =>
		Array.isArray(given) && given.length > 0 && given.length <= 100;
	return sentAs(json(rule, isList), (given) => (isList(given) ? given.map(normalized) : given));
}

/** The rule that every sub-query has a known type, the parameters of its type, and a unique id. */
export function subQueriesAreSound(key: string): Rule {
	return (input, context) => {
		const seen = new Set<string>();
		// The field's own rule is reported first.
		const queries = Array.isArray(input[key]) ? (input[key] as unknown[]) : [];
		for (const [at, query] of queries.entries()) {
			const mistake = mistakeIn(query);
			if (mistake !== undefined)
				return broken(
					context,
					key,
					`must contain valid sub-queries: sub-query ${at + 1} ${mistake}`,
					at,
				);
			const { id } = query as { id: string };
			if (seen.has(id)) {
				return broken(
					context,
					key,
					`must contain valid sub-queries: two have the id ${preview(id)}`,
					at,
				);
			}
			seen.add(id);
		}
	};
}
