import { bech32Decode } from '../../core';
import type { ChainAlias } from '../world';
import { EMPTY_ID } from './args';
import type { NodeContext } from './context';
import { MethodError, wrapping } from './failure';

const ALIASES: Record<ChainAlias, readonly string[]> = {
	P: ['P', 'platform'],
	X: ['X', 'avm'],
	C: ['C', 'evm'],
};

/** The primary chain that an alias or blockchain id names. */
export function primaryChain({ network }: NodeContext, name: string): ChainAlias | undefined {
	const all = Object.keys(ALIASES) as ChainAlias[];
	return all.find((alias) => ALIASES[alias].includes(name) || network.chains[alias] === name);
}

/** The blockchain id of a primary chain's alias, or the id of a known chain itself. */
export function knownChain(context: NodeContext, name: string): string | undefined {
	const alias = primaryChain(context, name);
	if (alias) return context.network.chains[alias];
	return context.network.blockchain(name)?.id;
}

/** The blockchain id that a name stands for. Throws where no chain has it as alias or id. */
export function blockchainIdOf(context: NodeContext, name: string): string {
	const id = knownChain(context, name);
	if (id === undefined) throw new MethodError(`there is no ID with alias: ${name}`);
	return id;
}

/** An address of an argument, in its bare form; an error names the text that was given. */
export function addressOf(context: NodeContext, alias: ChainAlias, address: string): string {
	return wrapping(`couldn't parse address ${JSON.stringify(address)}`, () =>
		bareAddress(context, alias, address),
	);
}

/**
 * The bare form of an address such as `X-avax1…`, which must be of the chain and the network. A
 * node insists on the chain prefix; by the documents an address may come without it.
 */
export function bareAddress(context: NodeContext, alias: ChainAlias, address: string): string {
	const dash = address.indexOf('-');
	const bare = address.slice(dash + 1);
	if (dash < 0 && context.dialect === 'live') {
		throw new MethodError('no separator found in address');
	}
	const expected = context.network.chains[alias];
	const given = dash < 0 ? expected : blockchainIdOf(context, address.slice(0, dash));
	if (given !== expected) {
		throw new MethodError(`mismatched chainIDs: expected "${expected}" but got "${given}"`);
	}
	const decoded = bech32Decode(bare);
	if (decoded?.bytes.length !== 20) throw new MethodError(`invalid bech32 address ${bare}`);
	if (decoded.prefix !== context.network.hrp) {
		const { hrp } = context.network;
		throw new MethodError(`expected hrp "${hrp}" but got "${decoded.prefix}"`);
	}
	return bare;
}

/** The subnet of an argument: absent is the primary network. */
export function isPrimary(subnetId: string): boolean {
	return subnetId === EMPTY_ID;
}
