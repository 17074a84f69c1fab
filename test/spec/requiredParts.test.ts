import { catalogue } from '../../core/subjects/catalogue';
import type { AnyOperation } from '../../core/operations/declare';
import type { AnyOutput, ObjectOutput, Output } from '../../core/fields/outputs';
import { type Endpoint, readSpec, type Type } from '../../emulator/spec/read';
import { endpointKey, operationKey } from './keys';

/**
 * Every part of every declared output, of each of its kinds, is optional exactly where the documents say that it
 * may be missing, and a name of a documented list has the names of that list.
 */

/** Parts whose presence differs from the documents, each with its source. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
	...forAll(
		['account.getDataHealth', 'account.getDataLiveness'],
		'status',
		'tells the answer from the error page of a gateway',
	),
	...forAll(
		['account.getMetricsHealth', 'account.getMetricsLiveness'],
		'status',
		'tells the answer from the error page of a gateway',
	),
	...forAll(
		['metric.getChainMetric', 'metric.getStakingMetric', 'metric.getL1Fees'],
		'results',
		'facts/metrics-full.md: the service omits an empty list',
	),
	...forAll(
		['metric.getL1NodeFees', 'metric.getL1ValidationFees', 'metric.getTotalL1Fees'],
		'results',
		'facts/metrics-full.md: the service omits an empty list',
	),
	'primaryNetwork.getManyChainsOfAddresses addresses[].blockchainIds[]: names':
		'the ids of the chains: their kind is id',
	'pChainStaking.getManyValidators validators[].signer.proofOfPossession':
		'a document spells it proofOfPosession',
	'evm.getBlock miner': 'vectors/real-node/drawn/helicon.jsonl: null of a pending block',
	'evm.getBlock nonce': 'vectors/real-node/drawn/helicon.jsonl: null of a pending block',
};

function forAll(ids: readonly string[], path: string, source: string): Record<string, string> {
	return Object.fromEntries(ids.map((id) => [`${id} ${path}`, source]));
}

/** The types that a value can have, but null. */
function variants(type: Type): Type[] {
	if (type.kind === 'union') return type.of.flatMap(variants);
	return type.kind === 'null' ? [] : [type];
}

const mayBeNull = (type: Type): boolean =>
	type.kind === 'null' || (type.kind === 'union' && type.of.some(mayBeNull));

interface Presence {
	path: string;
	/** `optional`, `required`, or the names of a choice. */
	declared: string;
	documented: string;
	/** True if the part is optional only since some of the documented objects do not have it. */
	byUnion?: boolean;
}

const namesOf = (values: readonly string[] = []) => [...values].sort().join();

/** The presences of each documented object in the kind that a reader takes it for. */
function ofKinds(part: ObjectOutput, types: readonly Type[], path: string): Presence[] {
	const { by, kinds = {} } = part.variants ?? {};
	return types.flatMap((type) => {
		const fields = new Map(
			type.kind === 'schema' ? type.fields.map((each) => [each.name, each]) : [],
		);
		const discriminator = by === undefined ? undefined : fields.get(by)?.type;
		const [kind = '', own = {}] =
			Object.entries(kinds).find(([name, shape]) =>
				discriminator?.kind === 'choice'
					? discriminator.values.includes(name) &&
						Object.keys(shape).every((key) => fields.has(key))
					: fields.has(name),
			) ?? [];
		const whole = { ...part, variants: undefined, fields: { ...part.fields, ...own } };
		return presences(whole, [type], path).map((presence) =>
			presence.documented === kind ? { ...presence, declared: kind } : presence,
		);
	});
}

/** The parts of a declared output that the documents know, with their presence in both. */
function presences(output: Output, types: readonly Type[], path: string): Presence[] {
	const part = output as AnyOutput;
	if (part.type === 'list') {
		// One object or a list of them, as the documents say: the declaration makes a list of one.
		const each = types.flatMap((type) => (type.kind === 'list' ? variants(type.of) : [type]));
		return presences(part.each, each, `${path}[]`);
	}
	if (part.type === 'map') {
		const each = types.flatMap((type) => (type.kind === 'map' ? variants(type.of) : []));
		return presences(part.each, each, `${path}{}`);
	}
	if (part.type === 'leaf') {
		const values = types.flatMap((type) =>
			type.kind === 'choice' && !type.open ? [type.values] : [],
		);
		if (values.length === 0 || values.length < types.length) return [];
		const documented = namesOf([...new Set(values.flat())]);
		return [{ path: `${path}: names`, declared: namesOf(part.values), documented }];
	}
	if (part.type !== 'object') return [];
	if (part.variants) return ofKinds(part, types, path);
	return Object.entries(part.fields).flatMap(([name, inner]): Presence[] => {
		const found = types.flatMap((type) =>
			type.kind === 'schema' ? type.fields.filter((field) => field.name === name) : [],
		);
		if (found.length === 0) return [];
		const isRequired =
			found.length === types.length &&
			found.every(({ required, type }) => required && !mayBeNull(type));
		const below = path === '' ? name : `${path}.${name}`;
		return [
			{
				path: below,
				declared: inner.optional ? 'optional' : 'required',
				documented: isRequired ? 'required' : 'optional',
				byUnion: found.length < types.length && found.every((each) => each.required),
			},
			...presences(
				inner,
				found.flatMap(({ type }) => variants(type)),
				below,
			),
		];
	});
}

/** The presences of an operation; of one whose answer is one value or list, without its name. */
function presencesOf({ adapt, output }: AnyOperation, { output: type }: Endpoint): Presence[] {
	if (!type) return [];
	const types = variants(type);
	const fields = Object.entries((output as { fields?: Record<string, Output> }).fields ?? {});
	const known = types.flatMap((one) => (one.kind === 'schema' ? one.fields : []));
	const isNamed = adapt && fields.length === 1 && !known.some(({ name }) => name === fields[0][0]);
	return presences(isNamed ? fields[0][1] : (output as Output), types, isNamed ? fields[0][0] : '');
}

const operations = new Map(catalogue.map((operation) => [operationKey(operation), operation]));
const all = readSpec().flatMap((endpoint) => {
	const operation = operations.get(endpointKey(endpoint));
	return operation
		? presencesOf(operation, endpoint).map((presence) => ({
				...presence,
				name: `${operation.id} ${presence.path}`,
			}))
		: [];
});

test('a part is required exactly where the documents require it, or where an exception says why not', () => {
	const wrong = all.filter(({ declared, documented }) => declared !== documented);
	const unknown = wrong.filter(({ name }) => !(name in EXCEPTIONS));
	expect(unknown.map(({ name, documented }) => `${name}: ${documented}`)).toEqual([]);
	const known = new Set(wrong.map(({ name }) => name));
	expect(Object.keys(EXCEPTIONS).filter((name) => !known.has(name))).toEqual([]);
});

test('most parts are required, and none is optional only because other objects do not have it', () => {
	const required = all.filter(({ declared }) => declared === 'required');
	expect(required.length).toBeGreaterThan(all.length / 2);
	expect(all.filter(({ byUnion }) => byUnion).map(({ name }) => name)).toEqual([]);
});
