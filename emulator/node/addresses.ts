import { bech32Decode } from '../../core/formats/bech32';
import type { ChainAlias } from '../world';
import { EMPTY_ID } from './args';
import type { NodeContext } from './context';
import { MethodError } from './failure';

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

/** The blockchain id of a primary chain's alias, or the id itself. Throws on any other text. */
export function blockchainIdOf(context: NodeContext, name: string): string {
	const alias = primaryChain(context, name);
	if (alias) return context.network.chains[alias];
	if (context.network.blockchain(name)) return name;
	throw new MethodError(`there is no chain with alias/ID '${name}'`);
}

/**
 * The bare form of an address such as `X-avax1…`, which must be of the chain and the network. A
 * node insists on the chain prefix; by the documents an address may come without it.
 */
export function bareAddress(context: NodeContext, alias: 'P' | 'X', address: string): string {
	const dash = address.indexOf('-');
	const bare = address.slice(dash + 1);
	if (dash < 0 && context.dialect === 'live') {
		throw new MethodError('no separator found in address');
	}
	if (dash >= 0 && primaryChain(context, address.slice(0, dash)) !== alias) {
		const chains = `expected chainID to be "${alias}" but was "${address.slice(0, dash)}"`;
		throw new MethodError(chains);
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
