import type { EmulatedRoom } from '../../room';
import { primaryBalances } from './balances';
import { primaryNetworkEndpoints } from './network';
import { utxoEndpoints } from './utxos';

export const emulated = {
	data: [...utxoEndpoints, ...primaryNetworkEndpoints, primaryBalances],
} satisfies EmulatedRoom;
