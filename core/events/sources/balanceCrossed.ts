import * as out from '../../fields/outputs';
import { asValue } from '../../fields/bySubject';
import { field } from '../../fields/field';
import { fieldSet } from '../../fields/fieldSet';
import { chain, evmAddress } from '../../fields/identifiers';
import { choice, listOf, textValue } from '../../fields/inputs';
import { preview } from '../../fields/preview';
import { broken } from '../../fields/rules';
import { addressKey, isAddress, isEvmAddress } from '../../formats/ids';
import { anyAddressMistake } from '../../formats/mistakes';
import { listErc20Balances } from '../../operations/data/tokenBalance';
import { getEvmBalance } from '../../operations/rpc/evm';
import { getPChainBalance } from '../../operations/rpc/pChain';
import { Failure } from '../../protocol/failure';
import {
	type Bound,
	boundColumns,
	boundExample,
	boundField,
	boundReadings,
	boundText,
	boundsRule,
} from '../bounds';
import type { PollContext } from '../event';
import { aboutChain, chainOfNode } from '../fields';
import { declareLevels } from '../levelEvent';
import type { Reading } from '../levels';
import { onlyWatched, ownOf, thresholdsBySubjectField } from '../thresholdsBySubject';
import { tokenDecimals } from '../transfers';
import { AS_A_WHOLE, needed } from '../unreadable';
import { amountOf, plainSymbol } from '../words';

interface Holding {
	asset: 'native' | 'pChain' | 'erc20';
	address: string;
	/** Base units. */
	balance: string;
	decimals: number;
	symbol: string;
}

type Facts = Holding & Bound;

/** Decimals of base units. */
const WEI = 18;
const N_AVAX = 9;
/** Maximum number of addresses that are requested one by one. */
const MOST_ADDRESSES = 50;

/** An address in any spelling is the same subject. */
const SUBJECTS = { same: addressKey };
const isHolder = (address: string) => isEvmAddress(address) || isAddress(address);

const AMOUNTS = { what: 'Amounts in whole units, such as AVAX,', unit: 'Whole Units' };

/** The thresholds of all addresses, or of one. */
const BOUNDS = {
	below: boundField('below', { ...AMOUNTS, placeholder: '1, 0.1' }),
	above: boundField('above', { ...AMOUNTS, placeholder: '1000' }),
};

/** Balances that cross thresholds, such as of a relayer or a treasury. */
export const balanceCrossed = declareLevels({
	value: 'balanceCrossed',
	type: 'balance.crossed',
	name: 'Balance Crossed',
	description:
		'A native, P-Chain or token balance rises above or falls below your thresholds, or recovers',
	what: 'balance',
	reads:
		'once an address: the node (`eth_getBalance`, `platform.getBalance`), or the data service for tokens (`balances:listErc20`)',
	remembers: 'addresses that are beyond a threshold, about 100 bytes each',
	fields: {
		asset: field(
			choice(
				['native', 'pChain', 'erc20'],
				[
					{
						value: 'native',
						name: 'Native Token of an EVM Chain',
						description: 'AVAX on the C-Chain; from the node',
					},
					{
						value: 'pChain',
						name: 'AVAX on the P-Chain',
						description: 'Without staked amounts; from the node',
					},
					{ value: 'erc20', name: 'ERC-20 Token', description: 'From the data service' },
				],
			),
			{ in: 'form', label: 'Asset', description: 'Which balance to watch', default: 'native' },
		),
		addresses: field(
			listOf(
				'must be EVM addresses (0x and 40 hexadecimal digits) or P-Chain addresses (bech32)',
				isHolder,
				MOST_ADDRESSES,
				anyAddressMistake,
			),
			{
				in: 'form',
				label: 'Addresses',
				description: `The holders, separated by commas, up to ${MOST_ADDRESSES}; each poll makes one request per address`,
				placeholder: '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7',
			},
		),
		...BOUNDS,
		thresholdsBySubject: thresholdsBySubjectField(
			{
				...SUBJECTS,
				label: 'Address',
				subjects: 'addresses',
				key: textValue(
					'must be an EVM address (0x and 40 hexadecimal digits) or a P-Chain address (bech32)',
					isHolder,
					undefined,
					anyAddressMistake,
				),
				by: 'address',
				example:
					'"0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7": {"above": "100", "below": "1, 0.5"}',
			},
			asValue(fieldSet(BOUNDS, boundsRule)),
		),
		chainId: field(
			chain().optional(),
			aboutChain({
				description: 'The EVM chain of the token: its chain ID, such as 43114 for the C-Chain',
				shownFor: { field: 'asset', values: ['erc20'] },
			}),
		),
		contractAddress: field(evmAddress().optional(), {
			in: 'form',
			label: 'Contract Address',
			description: 'The contract of the token, 0x and 40 hexadecimal digits',
			placeholder: '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
			show: 'main',
			shownFor: { field: 'asset', values: ['erc20'] },
		}),
		blockchainId: chainOfNode({
			show: 'option',
			shownFor: { field: 'asset', values: ['native'] },
		}),
	},
	rules: [
		(settings, context) => {
			const own = ownOf(settings.thresholdsBySubject, SUBJECTS);
			// Thresholds for all are needed unless every address has its own.
			const { above, below, addresses } = settings;
			if (above || below || !addresses.every(own)) boundsRule(settings, context);
		},
		onlyWatched(['addresses', 'Addresses'], ({ addresses }) => addresses, SUBJECTS),
		({ asset, addresses, contractAddress }, context) => {
			if (asset === 'erc20' && !contractAddress)
				broken(context, 'contractAddress', 'is required: the contract of the token');
			const right = asset === 'pChain' ? isAddress : isEvmAddress;
			const index = addresses.findIndex((address) => !right(address));
			if (index < 0) return;
			const kind = asset === 'pChain' ? 'P-Chain addresses (bech32)' : 'EVM addresses (0x…)';
			broken(context, 'addresses', `must be ${kind} for this asset`);
		},
	],
	columns: {
		asset: out.choice(['native', 'pChain', 'erc20']),
		address: out.address(),
		balance: out.amount({ decimals: 'decimals' }),
		decimals: out.count('Decimals of the balance'),
		symbol: out.text('Symbol of the asset'),
		...boundColumns('whole units'),
	},
	repeat: [86_400, 21_600],
	goneText: 'is not known',
	async read(
		{ addresses, above, below, thresholdsBySubject, ...asked },
		context,
	): Promise<Array<Reading<Facts>>> {
		const own = ownOf(thresholdsBySubject, SUBJECTS);
		const holdings: Holding[] = [];
		for (const address of addresses) holdings.push(await holdingOf(address, asked, context));
		return holdings.flatMap((holding) => {
			const { address, balance, decimals } = holding;
			const bounds = own(address) ?? { above, below };
			return boundReadings(address, holding, BigInt(balance), { ...bounds, decimals });
		});
	},
	say({ address, balance, decimals, symbol, side, line }) {
		const held = amountOf(balance, decimals, symbol);
		return {
			name: address,
			bad: `holds ${held}, ${boundText({ side, line }, symbol)}`,
			good: `holds ${held}, not ${boundText({ side, line }, symbol)}`,
			text: `${address} holds ${held}.`,
		};
	},
	subjectOf: ({ address }) => address,
	show: (facts) => facts,
	example({ settings, read }) {
		const { addresses, above, below, thresholdsBySubject } = settings;
		const asset = settings.asset as Holding['asset'];
		const decimals = asset === 'pChain' ? N_AVAX : WEI;
		const symbol = asset === 'erc20' ? 'tokens' : 'AVAX';
		const holding = read ?? { asset, address: addresses[0], decimals, symbol };
		const bounds = ownOf(thresholdsBySubject, SUBJECTS)(holding.address) ?? { above, below };
		return boundExample(
			holding.address,
			(amount): Holding => ({ ...holding, balance: String(amount) }),
			{ ...bounds, decimals: holding.decimals },
			read?.side,
		);
	},
});

interface Asked {
	asset: string;
	chainId?: string;
	contractAddress?: string;
	blockchainId?: string;
}

async function holdingOf(
	address: string,
	{ asset, chainId = '43114', contractAddress = '', blockchainId = 'C' }: Asked,
	{ client }: PollContext,
): Promise<Holding> {
	if (asset === 'pChain') {
		const { balance } = await client.call(getPChainBalance, { addresses: [address] });
		const held = needed(balance, 'balance');
		return { asset, address, balance: held, decimals: N_AVAX, symbol: 'AVAX' };
	}
	if (asset === 'erc20') {
		const input = { chainId, address, contractAddresses: [contractAddress] };
		const answer = await client.call(listErc20Balances, input, AS_A_WHOLE);
		const [one] = answer.erc20TokenBalances;
		// Tokens that an address does not hold are not listed.
		if (!one) return { asset, address, balance: '0', decimals: WEI, symbol: 'tokens' };
		const decimals = tokenDecimals(one.decimals);
		if (decimals === undefined) throw withoutUnits(contractAddress, one.decimals);
		const symbol = plainSymbol(one.symbol);
		return { asset, address, balance: needed(one.balance, 'balance'), decimals, symbol };
	}
	const { balance } = await client.call(getEvmBalance, { blockchainId, address, block: 'latest' });
	const symbol = blockchainId === 'C' ? 'AVAX' : 'native tokens';
	return { asset: 'native', address, balance, decimals: WEI, symbol };
}

/** The failure for a token whose amounts cannot be compared with thresholds in whole units. */
function withoutUnits(contract: string, decimals: unknown): Failure {
	return new Failure({
		kind: 'invalid-response',
		message: `The token ${contract} has no whole units: its decimals are ${preview(decimals)}`,
		retryable: false,
	});
}
