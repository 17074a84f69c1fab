import { catalogue } from '../../core/subjects/catalogue';
import type { Operation } from '../../core/operations/declare';
import type { ObjectOutput } from '../../core/fields/outputs';
import { jsonSchemaOf } from '../../core/fields/jsonSchema';
import { type Endpoint, type Leaf, leavesOf, readSpec, wiresOf } from '../../emulator/spec/read';
import { endpointKey, operationKey } from './keys';
import { type DeclaredLeaf, declaredLeaves } from '../core/operations/leaves';

/**
 * Every declared output against the responses of the transcription: which leaves there are, and what
 * they are. requiredParts.test.ts has which of them are required.
 */

const NUMERIC = ['uint', 'decimal', 'quantity'];
const WIRE: Record<string, string> = {
	string: 'text',
	number: 'number',
	integer: 'number',
	boolean: 'flag',
	null: 'null',
	object: 'object',
};

/** Kinds that a leaf may be declared as: its kind on the wire, or the other form of a number. */
function allowed(leaf: Leaf): Set<string> {
	const wires = new Set<string>(wiresOf(leaf));
	const isNumeric = leaf.types.some((type) =>
		type.kind === 'text' ? NUMERIC.includes(type.format ?? '') : type.kind === 'number',
	);
	// A count comes as a number also where a node quotes it, and what may pass 2^53 as text.
	if (isNumeric) for (const wire of ['text', 'number']) wires.add(wire);
	return wires;
}

const isBelow = (path: string, parent: string) =>
	path === parent || (path.startsWith(parent) && /^[.[{]/.test(path.slice(parent.length)));

interface Fault {
	path: string;
	fault: string;
}

/** Leaves of signed messages that are read beside them: the share of the weight that signed. */
const OF_THE_SHARE: ReadonlySet<string> = new Set([
	...['signers', 'signedPercentage', 'signedWeight', 'totalWeight', 'pChainHeight', 'shareUnknown'],
]);
const isOfTheShare = ({ id }: Pick<Operation, 'id'>, path: string) =>
	id.startsWith('warp.') && OF_THE_SHARE.has(path);

/** The leaves without the name that `adapt` gives to an answer that is one value or one list. */
function withoutName(
	{ id, adapt, output }: Operation,
	leaves: Map<string, DeclaredLeaf>,
	documented: readonly string[],
) {
	const fields = Object.keys((output as Partial<ObjectOutput>).fields ?? {});
	const names = fields.filter((name) => !isOfTheShare({ id }, name));
	if (!adapt || names.length !== 1 || documented.some((path) => isBelow(path, names[0]))) {
		return leaves;
	}
	const plain = [...leaves.values()].map((leaf) => ({
		...leaf,
		path: leaf.path.slice(names[0].length).replace(/^\./, ''),
	}));
	return new Map(plain.map((leaf) => [leaf.path, leaf]));
}

/** Differences between a declared output and the transcription. */
function differences(operation: Operation, endpoint: Endpoint): Fault[] {
	const documented = new Map(
		(endpoint.output ? leavesOf(endpoint.output) : []).map((leaf) => [leaf.path, leaf]),
	);
	const all = declaredLeaves({ ...jsonSchemaOf(operation.output) });
	const leaves = new Map([...all].filter(([path]) => !isOfTheShare(operation, path)));
	const declared = withoutName(operation, leaves, [...documented.keys()]);
	const open = [...declared.values()].filter((leaf) => leaf.open);
	// One object or a list of them, as the documents say: the declaration makes a list of one.
	const inList = (path: string) => operation.adapt && declared.has(path.replace('.', '[].'));
	const missing = [...documented.values()]
		.filter((leaf) => wiresOf(leaf).some((wire) => wire !== 'null'))
		.map(({ path }) => path)
		.filter(
			(path) =>
				!declared.has(path) && !inList(path) && !open.some((leaf) => isBelow(path, leaf.path)),
		)
		.map((path) => ({ path, fault: 'is not declared' }));
	const wrong = [...declared.values()].flatMap((leaf) =>
		faultsOf(operation, leaf, documented).map((fault) => ({ path: leaf.path, fault })),
	);
	return [...missing, ...wrong];
}

function faultsOf(
	{ call }: Operation,
	leaf: DeclaredLeaf,
	documented: ReadonlyMap<string, Leaf>,
): string[] {
	const known = documented.get(leaf.path);
	// If statuses are answers, `statusCode` is a field of the output, besides those of the body.
	const hasStatus = call.type === 'http' && call.answers !== undefined;
	if (hasStatus && leaf.path === 'statusCode') return [];
	if (!known) {
		const holdsSome = [...documented.keys()].some((path) => isBelow(path, leaf.path));
		return leaf.open && holdsSome ? [] : ['is not in the documents'];
	}
	const may = allowed(known);
	const types = leaf.types.map((type) => WIRE[type] ?? type);
	const strange = may.has('any') ? [] : types.filter((type) => !may.has(type));
	return strange.map((type) => `is ${type}, not ${[...may].join(' or ')}`);
}

const operations = new Map(catalogue.map((operation) => [operationKey(operation), operation]));
const pairs = readSpec().flatMap((endpoint) => {
	const operation = operations.get(endpointKey(endpoint));
	// Text and answers without a body have no leaves.
	const { call } = operation ?? {};
	if (call?.type === 'http' && (call.format || call.bodiless)) return [];
	return operation ? [[operation.id, operation, endpoint] as const] : [];
});

it.each(pairs)('%s declares the output of the documents', (_, operation, endpoint) => {
	expect(differences(operation, endpoint)).toEqual([]);
});
