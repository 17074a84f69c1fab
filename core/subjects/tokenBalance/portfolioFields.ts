import { field } from '../../fields/field';
import { type InputValues, fieldSet } from '../../fields/fieldSet';
import { isChain } from '../../fields/identifiers';
import { flag, listOf } from '../../fields/inputs';
import * as out from '../../fields/outputs';
import { isAddress } from '../../formats/ids';
import { isEvmAddress } from '../../formats/evmAddress';
import { addressMistake, evmAddressMistake } from '../../formats/mistakes';
import { currency } from '../shared/data/evmFields';
import { network } from '../shared/data/fields';
import { addressesOfNetwork } from '../shared/data/rules';

/** The fields of a portfolio, and its rows. */

const MOST_ADDRESSES = 64;

const RULE =
	'must be addresses: 0x and 40 hexadecimal digits, or avax1… or fuji1… (bech32) with or without P-, X- or C- before it';

const explain = (value: string) =>
	value.startsWith('0x') ? evmAddressMistake(value) : addressMistake(value);

const FIELDS = {
	network: network('form'),
	addresses: field(
		listOf(RULE, (value) => isEvmAddress(value) || isAddress(value), MOST_ADDRESSES, explain),
		{
			in: 'form',
			label: 'Addresses',
			description:
				'Addresses of one owner, separated by commas: 0x… for the EVM chains, P-avax1… or avax1… for the P- and X-Chain. A key has one address of each kind: neither can be computed from the other.',
			placeholder:
				'0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7, P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
		},
	),
	chainIds: field(
		listOf(
			'must be EVM chain ids such as 43114, or blockchain ids (cb58)',
			isChain,
			100,
		).optional(),
		{
			in: 'form',
			label: 'EVM Chains',
			description:
				'Only these EVM chains, separated by commas; by default all on which an address was active',
			placeholder: '43114',
			show: 'option',
		},
	),
	filterSpamTokens: field(flag().optional(), {
		in: 'form',
		label: 'Filter Spam Tokens',
		description: 'Whether to exclude known spam tokens',
		default: true,
		show: 'option',
	}),
	currency: currency('usd'),
} as const;

/** The bech32 addresses of an input. */
export const primaryAddresses = (addresses: readonly string[]) =>
	addresses.filter((address) => !isEvmAddress(address));

/** The EVM addresses of an input. */
export const evmAddressesIn = (addresses: readonly string[]) => addresses.filter(isEvmAddress);

const ofNetwork = addressesOfNetwork('addresses');

/** The fields of a portfolio. Addresses of the P- and X-Chain must be those of the network. */
export const portfolioFields = fieldSet(FIELDS, (input, context) => {
	const { network: asked, addresses } = input;
	ofNetwork({ network: asked, addresses: primaryAddresses(addresses) }, context);
});

/** The input of `getPortfolio`, as the form of *Token Balance: Get Portfolio* has it. */
export type PortfolioInput = InputValues<typeof FIELDS>;

/** One asset of the owner, on one chain and in one state. */
export const PORTFOLIO_ROW = out.object({
	chain: out.text('Name of the chain'),
	chainId: out.id('EVM chain id, or p-chain or x-chain'),
	address: out.optional(
		out.text('EVM address; absent for the P- and X-Chain, whose addresses count together'),
	),
	state: out.text('available, staked, pendingStake, locked, inTransfer or pendingReward'),
	asset: out.text(
		'Identity of the asset, the same on all chains: AVAX, chain ID and contract of a token, chain ID of a native coin, or asset ID',
	),
	symbol: out.text(
		'Of a known asset; for any other, the name that its maker chose in quotes, and contract or asset ID',
	),
	known: out.flag(
		'True for AVAX, coins of the chains in EVM Chains and well-known tokens: anyone can give an asset any name',
	),
	tokenReputation: out.optional(
		out.text('What the service says of a token: Malicious, Benign or nothing'),
	),
	name: out.name(),
	balance: out.amount({ decimals: 'decimals' }),
	price: out.optional(out.decimal('Price of one whole token, where the service has one')),
	value: out.optional(out.decimal('Value of the balance, where the service has a price')),
	currency: out.optional(out.text('Of price and value, such as usd')),
	decimals: out.tokenDecimals('Number of decimals between the smallest unit and a whole one'),
	contract: out.optional(out.address('Contract of an ERC-20 token')),
	assetId: out.optional(out.id('Asset of the P- or X-Chain (cb58)')),
	balanceType: out.optional(
		out.text('The state in the words of the service, such as lockedStakeable'),
	),
	toChain: out.optional(out.text('In transfer: the chain on which the amount has to be imported')),
	nodeId: out.optional(out.nodeId('Pending reward: the validator')),
	rewardTime: out.optional(out.seconds('Pending reward: the end of the staking period')),
	txHash: out.optional(out.hash('Pending reward: the transaction that started the staking')),
});

/** A row of a portfolio. `balance` is in base units, decimal digits; `rewardTime` in Unix seconds. */
export type PortfolioRow = out.TolerantValueOf<typeof PORTFOLIO_ROW>;
