import type { Dialect, ServiceRequest, ServiceResponse } from '../service';
import type { NetworkWorld, World } from '../world';
import { ServiceFailure } from './failure';
import { byIndex, type PageRequest, type PageStore, paginate, type Position } from './pages';

/** A checked call of an endpoint. */
export interface Call {
	world: World;
	dialect: Dialect;
	/** By the names on the wire, checked by the transcription; defaults are filled in. */
	input: Record<string, unknown>;
	request: ServiceRequest;
	pages: PageStore;
	/** Identifies the query that page tokens belong to. */
	query: string;
}

/** One endpoint of the documents. */
export interface Endpoint {
	method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	path: string;
	answer(call: Call): object | ServiceResponse;
}

/** The network of `{network}`: fuji and testnet are one. */
export function networkOf({ world, input }: Call): NetworkWorld {
	return world.network(String(input.network));
}

/** One page of items that are in ascending order of their positions. */
export function pageOf<T>(
	call: Call,
	items: readonly T[],
	position: (item: T, index: number) => Position,
	descending = false,
): { items: T[]; nextPageToken?: string } {
	const page: PageRequest = {
		store: call.pages,
		query: call.query,
		token: call.input.pageToken as string | undefined,
		size: call.input.pageSize as number,
		descending,
	};
	return paginate(items, position, page);
}

/** `{ nextPageToken }` only where there is one. */
export function next(nextPageToken: string | undefined): { nextPageToken?: string } {
	return nextPageToken === undefined ? {} : { nextPageToken };
}

/** Newest first unless the query asks for ascending order. */
export function isDescending({ input }: Call): boolean {
	return input.sortOrder !== 'asc';
}

/**
 * Order of a list: positions that identify and order items, and whether the last one comes first.
 */
interface Order<T> {
	position?: (item: T, index: number) => Position;
	descending?: boolean;
}

/** Newest first unless the query asks for ascending order; items lie oldest first. */
export function asAsked<T>(call: Call, position?: Order<T>['position']): Order<T> {
	return { position, descending: isDescending(call) };
}

/** The order of what happened on a chain: by time, then in turn. */
export function byTime({ timestamp, sequence }: { timestamp: number; sequence: number }): Position {
	return [timestamp, sequence];
}

/** One page of a list under its name, each item as `json` writes it. */
export function listed<T>(
	call: Call,
	name: string,
	all: readonly T[],
	json: (item: T) => unknown,
	{ position = byIndex, descending }: Order<T> = {},
) {
	const { items, nextPageToken } = pageOf(call, all, position, descending);
	return { ...next(nextPageToken), [name]: items.map((item) => json(item)) };
}

/** Returns the value. Throws 404 if it is undefined; `what` names it in the error. */
export function found<T>(what: string, value: T | undefined): T {
	if (value === undefined) throw new ServiceFailure(404, `${what} not found`);
	return value;
}

/** The EVM address of `{address}`, as transfers and contracts have it. */
export function evmAddressOf({ input }: Call): string {
	return String(input.address).toLowerCase();
}

/** Addresses without their chain prefix. Throws 400 for those of another network. */
export function ownersOf(call: Call, key = 'addresses'): Set<string> | undefined {
	const given = call.input[key] as string[] | undefined;
	if (!given) return undefined;
	const { hrp, name } = networkOf(call);
	return new Set(
		given.map((address) => {
			if (address.startsWith('0x')) return address.toLowerCase();
			const bare = address.replace(/^[PXC]-/, '');
			if (!bare.startsWith(`${hrp}1`)) {
				throw new ServiceFailure(400, `${key} must hold addresses of ${name}: ${address} is not`);
			}
			return bare;
		}),
	);
}

/** A list of the query as a set. */
export function setOf(call: Call, key: string): Set<string> | undefined {
	const given = call.input[key] as string[] | undefined;
	return given && new Set(given);
}

/** The chain of `{blockchainId}`: an alias or the id that it has on this network. */
export function chainOf(call: Call, ...allowed: ('P' | 'X' | 'C')[]): 'P' | 'X' | 'C' {
	const id = String(call.input.blockchainId ?? `${allowed[0].toLowerCase()}-chain`);
	const { chains, name } = networkOf(call);
	const found = allowed.find(
		(alias) => id === `${alias.toLowerCase()}-chain` || id === chains[alias],
	);
	if (found) return found;
	const names = allowed.map((alias) => `${alias.toLowerCase()}-chain`).join(', ');
	throw new ServiceFailure(
		400,
		`blockchainId must be ${names} or a blockchain id of it on ${name}`,
	);
}

/** Path of the chains of a primary network. */
export const PRIMARY_CHAIN = '/v1/networks/{network}/blockchains/{blockchainId}';

/** `chainInfo` of a response. */
export function chainInfo(call: Call, alias: 'P' | 'X' | 'C') {
	return { chainName: `${alias.toLowerCase()}-chain`, network: networkOf(call).name };
}

/** A price. */
export function money(value: number, currencyCode = 'usd') {
	return { currencyCode, value };
}
