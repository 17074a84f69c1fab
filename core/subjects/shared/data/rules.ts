import type { z } from 'zod/v4';
import { broken, startNotAfterEnd } from '../../../fields/rules';
import { hasEvmForm } from '../../../formats/evmAddress';
import { isoSeconds } from '../../../formats/time';
import { P_CHAINS, X_CHAINS } from '../../../operations/shared';

/** The rules between the fields that many operations of the data service share. */

const NETWORKS: Record<string, string> = { avax: 'Mainnet', fuji: 'Fuji' };
const PREFIXES: Record<string, string> = { mainnet: 'avax', fuji: 'fuji', testnet: 'fuji' };

/** The rule that addresses have the prefix of the requested network: others would find nothing. */
export function addressesOfNetwork(...keys: string[]) {
	return (input: Record<string, unknown>, context: z.RefinementCtx): void => {
		const prefix = PREFIXES[String(input.network)];
		for (const key of keys) {
			((input[key] ?? []) as string[]).forEach((address, at) => {
				if (address.replace(/^[PXC]-/, '').startsWith(`${prefix}1`)) return;
				if (hasEvmForm(address)) {
					const chain = String(input.blockchainId);
					if (![...P_CHAINS, ...X_CHAINS].includes(chain)) return;
					const begins = `must hold addresses of "Blockchain" (blockchainId), ${chain}, which begin with ${prefix}1`;
					broken(
						context,
						key,
						`${begins}; EVM addresses have atomic transactions of the C-Chain`,
						at,
					);
					return;
				}
				const rule = `must hold addresses of ${String(input.network)}, which begin with ${prefix}1 after an optional chain prefix`;
				const other = Object.entries(NETWORKS).find(([its]) => address.includes(`${its}1`))?.[1];
				broken(context, key, other ? `${rule}; this one is an address of ${other}` : rule, at);
			});
		}
	};
}

/** The rule that the latest transactions, without addresses, have no filter by type or time. */
export function filtersNeedAddresses(input: Record<string, unknown>, context: z.RefinementCtx) {
	if (input.addresses !== undefined) return;
	for (const key of ['txTypes', 'startTimestamp', 'endTimestamp']) {
		if (input[key] === undefined) continue;
		broken(
			context,
			key,
			'needs "Addresses" (addresses): the service filters by it with addresses only',
		);
	}
}

/** The rule between the fields of `between`. */
export const startBeforeEnd = startNotAfterEnd(
	['startTimestamp', 'After'],
	['endTimestamp', 'Before'],
	isoSeconds,
);
