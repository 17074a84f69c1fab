import * as rooms from '../../rooms/all';
import type { EmulatedRoom } from '../../room';
import type { EvmChain } from '../../world';
import type { NodeContext } from '../context';
import type { EthMethods } from '../gethRpc';
import { evmContext } from './context';

const MODULES = { eth: '1.0', net: '1.0', rpc: '1.0', warp: '1.0', web3: '1.0' };

const ROOMS: readonly EmulatedRoom[] = Object.values(rooms);

/** The Ethereum API of a chain: the methods of the rooms, and what wallets ask first. */
export function ethereumApi(context: NodeContext, chain: EvmChain): EthMethods {
	const evm = evmContext(context, chain);
	return {
		net_version: () => chain.chainId,
		net_listening: () => true,
		net_peerCount: () => '0x0',
		rpc_modules: () => MODULES,
		web3_clientVersion: () => `v${context.world.conditions.version}`,
		...Object.assign({}, ...ROOMS.map((room) => room.evm?.(evm))),
	};
}
