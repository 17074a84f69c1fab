import { field } from '../../../fields/field';
import { listOf } from '../../../fields/inputs';
import { isAddress } from '../../../formats/ids';
import { isEvmAddress } from '../../../formats/evmAddress';
import { anyAddressMistake } from '../../../formats/mistakes';
import { networkOf } from '../../../events/explorer';
import { declareWatch, optionOf } from '../../../events/watch';
import { network } from '../../shared/data/fields';
import { balanceCrossed } from '../balanceCrossed/declare';
import { primaryTransaction } from '../primaryTransaction/declare';
import { rewardPaid } from '../rewardPaid/declare';
import { stakeEnding } from '../stakeEnding/declare';
import { stakingTransaction } from '../stakingTransaction/declare';
import { transfer } from '../transfer/declare';

/** Maximum number of addresses: transfers are requested one by one. */
const MOST_ADDRESSES = 20;

const isHolder = (address: string) => isEvmAddress(address) || isAddress(address);

interface Addresses {
	addresses: string[];
}

const NO_EVM = 'it needs an EVM address (0x…)';
const NO_PRIMARY = 'it needs an address of the P-, X- or C-Chain (bech32)';
const NO_P = 'it needs a P-Chain address (bech32)';
const NO_DATA = 'it needs an address of Mainnet or Fuji, whose networks the data service knows';
const NO_LINE = 'it needs the option Balance Below or Balance Above';

/** The settings with the addresses of one type, or the reason why there are none. */
function given(
	addresses: readonly string[],
	reason: string,
	settings: (addresses: readonly string[]) => Readonly<Record<string, unknown>>,
) {
	return addresses.length > 0 ? settings(addresses) : reason;
}

const evmOf = ({ addresses }: Addresses) => addresses.filter(isEvmAddress);
const primaryOf = ({ addresses }: Addresses) =>
	addresses.filter((address) => !isEvmAddress(address));
/** An address without a prefix is one of all three chains. */
const pChainOf = (settings: Addresses) =>
	primaryOf(settings).filter((address) => !/^[XC]-/i.test(address));

/** The settings with the addresses that the data service knows; those of a local network have other prefixes. */
function givenData(
	addresses: readonly string[],
	reason: string,
	settings: (addresses: readonly string[]) => Readonly<Record<string, unknown>>,
) {
	return given(
		addresses.filter((address) => networkOf(address) !== undefined),
		addresses.length > 0 ? NO_DATA : reason,
		settings,
	);
}

/** Everything about addresses, on all chains. */
export const watchAddress = declareWatch({
	value: 'watchAddress',
	type: 'watch.address',
	name: 'Watch an Address',
	description:
		'Transfers, transactions, rewards, balances and ends of stakes of addresses on the C-, P- and X-Chain, in one trigger',
	what: 'address',
	fields: {
		network: network('form'),
		addresses: field(
			listOf(
				'must be EVM addresses (0x and 40 hexadecimal digits) or P-, X- or C-Chain addresses (bech32)',
				isHolder,
				MOST_ADDRESSES,
				anyAddressMistake,
			),
			{
				in: 'form',
				label: 'Addresses',
				description: `The addresses to watch, of EVM chains (0x…) and of the P-, X- and C-Chain (bech32), separated by commas, up to ${MOST_ADDRESSES}. Each event watches those of its type.`,
				placeholder: '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7',
			},
		),
		chainId: optionOf(transfer, 'chainId', {
			default: undefined,
			description:
				'The EVM chain of transfers, at the data service: its chain ID, such as 43114; by default the C-Chain of the network',
			placeholder: '43114',
		}),
		direction: optionOf(transfer, 'direction', { label: 'Direction of Transfers' }),
		minValue: optionOf(transfer, 'minValue', { label: 'Minimum Transfer' }),
		below: optionOf(balanceCrossed, 'below', { label: 'Balance Below (AVAX)' }),
		above: optionOf(balanceCrossed, 'above', { label: 'Balance Above (AVAX)' }),
		tiers: optionOf(stakeEnding, 'tiers', { label: 'Before a Stake Ends' }),
	},
	subject: ({ network: on, addresses }) => ({ network: on, addresses }),
	events: [
		{
			event: transfer,
			chosen: true,
			settings: ({ network: on, chainId, direction, minValue, ...settings }) =>
				given(evmOf(settings), NO_EVM, (addresses) => ({
					readFrom: 'data',
					addresses,
					chainId: chainId ?? (on === 'mainnet' ? '43114' : '43113'),
					direction,
					minValue,
				})),
		},
		{
			event: primaryTransaction,
			chosen: true,
			settings: ({ network: on, ...settings }) =>
				givenData(primaryOf(settings), NO_PRIMARY, (addresses) => ({ network: on, addresses })),
		},
		{
			event: rewardPaid,
			chosen: true,
			settings: ({ network: on, ...settings }) =>
				givenData(pChainOf(settings), NO_P, (rewardAddresses) => ({
					network: on,
					rewardAddresses,
				})),
		},
		{
			event: stakeEnding,
			chosen: true,
			settings: ({ tiers, ...settings }) =>
				given(pChainOf(settings), NO_P, (rewardAddresses) => ({ rewardAddresses, tiers })),
		},
		{
			event: balanceCrossed,
			variant: 'native',
			settings: ({ below, above, ...settings }) =>
				below === undefined && above === undefined
					? NO_LINE
					: given(evmOf(settings), NO_EVM, (addresses) => ({
							asset: 'native',
							addresses,
							below,
							above,
						})),
		},
		{
			event: balanceCrossed,
			variant: 'pChain',
			settings: ({ below, above, ...settings }) =>
				below === undefined && above === undefined
					? NO_LINE
					: given(pChainOf(settings), NO_P, (addresses) => ({
							asset: 'pChain',
							addresses,
							below,
							above,
						})),
		},
		{
			event: stakingTransaction,
			settings: ({ network: on, ...settings }) =>
				givenData(pChainOf(settings), NO_P, (addresses) => ({ network: on, addresses })),
		},
	],
});
