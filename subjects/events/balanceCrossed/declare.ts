import * as out from '../../../core/fields/outputs';
import { asValue } from '../../../core/fields/bySubject';
import { field } from '../../../core/fields/field';
import { fieldSet } from '../../../core/fields/fieldSet';
import { chain, tokenContract } from '../../../core/fields/identifiers';
import { choice, listOf, textValue } from '../../../core/fields/inputs';
import { broken } from '../../../core/fields/rules';
import { addressKey, isAddress, isEvmAddress } from '../../../core/formats/ids';
import { anyAddressMistake } from '../../../core/formats/mistakes';
import {
	type ThresholdSide,
	boundColumns,
	boundExample,
	boundField,
	boundReadings,
	boundText,
	boundsRule,
} from '../../../core/events/bounds';
import { aboutChain, chainOfNode } from '../../../core/events/fields';
import { declareLevels } from '../../../core/events/levelEvent';
import type { SubjectReading } from '../../../core/events/levelTypes';
import {
	onlyWatched,
	ownOf,
	thresholdsBySubjectField,
} from '../../../core/events/thresholdsBySubject';
import { amountOf } from '../../../core/events/words';
import { type Holding, N_AVAX, WEI, holdingOf } from './holdings';

type Facts = Holding & ThresholdSide;

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
		chainId: field(
			chain().optional(),
			aboutChain({
				description: 'The EVM chain of the token: its chain ID, such as 43114 for the C-Chain',
				shownFor: { field: 'asset', values: ['erc20'] },
			}),
		),
		contractAddress: field(tokenContract().optional(), {
			in: 'form',
			label: 'Contract Address',
			description: 'The contract of the token, 0x and 40 hexadecimal digits',
			placeholder: '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
			show: 'main',
			shownFor: { field: 'asset', values: ['erc20'] },
		}),
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
	): Promise<Array<SubjectReading<Facts>>> {
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
