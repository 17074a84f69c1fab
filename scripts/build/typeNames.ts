/** The names of the types of an operation. */
export interface TypeNames {
	/** Of its input, such as `GetManyDelegatorsInput`. */
	input: string;
	/** Of an item: `Delegator` of a list, where no other operation of the resource has the name. */
	item: string;
}

interface Named {
	id: string;
	resource: string;
	name: string;
}

/** Lists that are named by their items: `getMany`, or `getMany` and a plural. */
const LIST = /^getMany([A-Z]\w*s)?$/;
/** The words after which a name says which items there are, not what they are. */
const WHICH = /[a-z0-9](By|Of|At|In)[A-Z]|AllChains$/;

/** The names of the types of all operations of a resource, by the ids of the operations. */
export function typeNames(operations: readonly Named[]): Map<string, TypeNames> {
	const natural = operations.map((operation) => naturalName(operation));
	const taken = new Set(operations.map(({ name }) => `${capital(name)}Input`));
	return new Map(
		operations.map(({ id, name }, at) => {
			const own = natural[at];
			const isFree =
				own !== undefined &&
				!taken.has(own) &&
				natural.filter((other) => other === own).length === 1;
			return [id, { input: `${capital(name)}Input`, item: isFree ? own : `${capital(name)}Item` }];
		}),
	);
}

function naturalName({ resource, name }: Named): string | undefined {
	const list = LIST.exec(name);
	if (!list || WHICH.test(name)) return undefined;
	return list[1] === undefined ? capital(resource) : singular(list[1]);
}

function singular(plural: string): string {
	if (plural.endsWith('ices')) return `${plural.slice(0, -4)}ex`;
	if (plural.endsWith('ies')) return `${plural.slice(0, -3)}y`;
	if (/(ss|x|ch|sh)es$/.test(plural)) return plural.slice(0, -2);
	return plural.slice(0, -1);
}

function capital(name: string): string {
	return name[0].toUpperCase() + name.slice(1);
}
