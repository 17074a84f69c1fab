import type { INodeParameters } from 'n8n-workflow';
import type { Dialect, Emulator, World } from '../../emulator';

/** The key that the services of these tests ask for: it may show nowhere but in its header. */
export const API_KEY = 'key-5f0c/9d+e1=a7';
/** As the key: it belongs to the node's own header alone. */
export const NODE_SECRET = 'gate 7b3e"91';
export const NODE_HEADER = 'x-gate';

/** What a case can look at: the running services and the world behind them. */
export interface Setting {
	emulator: Emulator;
	world: World;
	dialect: Dialect;
}

export type Json = Record<string, unknown>;

/** How one operation of the catalogue is used, and what must come out by the world's own word. */
export interface Case {
	/** Values of the form beside resource and operation. */
	parameters(setting: Setting): INodeParameters | Promise<INodeParameters>;
	/** Looks at the items of a run with these parameters, Simplify off. */
	check(items: Json[], setting: Setting): void;
	/** Operations that answer with a list. */
	list?: {
		/** Items in the whole list. */
		total(setting: Setting): number;
		/** What no two items share. */
		key(item: Json): unknown;
		/** The option that sets the page size, and a size that needs several pages; paged lists only. */
		pages?: { option?: string; size: number };
		/** Fields beside the list in the whole response. */
		envelope?: readonly string[];
	};
	/** Values that the service turns down, and its words. */
	refused?: { parameters(setting: Setting): INodeParameters; message: RegExp };
}

/** P-Chain addresses of the world's owners, as users write them. */
export function owners({ world }: Setting, chain: 'P' | 'X', ...indices: number[]): string {
	return indices.map((index) => `${chain}-${world.node.address(index)}`).join(', ');
}

/** Bare addresses of the world's owners. */
export function bare({ world }: Setting, ...indices: number[]): Set<string> {
	return new Set(indices.map((index) => world.node.address(index)));
}

/** The L1 of a name. */
export function l1Named({ world }: Setting, name: string) {
	const found = world.node.subnets.find(({ blockchains }) => blockchains[0].name === name);
	if (!found) throw new Error(`The world has no subnet with the blockchain ${name}`);
	return { ...found, blockchain: found.blockchains[0] };
}

/** The sum of amounts. */
export function sum(amounts: readonly bigint[]): bigint {
	return amounts.reduce((total, amount) => total + amount, 0n);
}
