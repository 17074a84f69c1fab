import * as out from '../../../fields/outputs';
import { asValue } from '../../../fields/bySubject';
import { field } from '../../../fields/field';
import { fieldSet } from '../../../fields/fieldSet';
import { chain, tokenContract } from '../../../fields/identifiers';
import { choice, listOf, textValue } from '../../../fields/inputs';
import { asDurations, durations } from '../../../fields/lines';
import { broken } from '../../../fields/rules';
import { addressKey, isAddress } from '../../../formats/ids';
import { isEvmAddress } from '../../../formats/evmAddress';
import { anyAddressMistake } from '../../../formats/mistakes';
import {
	type ThresholdSide,
	boundColumns,
	boundExample,
	boundField,
	boundReadings,
	boundText,
	boundsRule,
} from '../../../events/bounds';
import { aboutChain, chainOfNode } from '../../../events/fields';
import { declareLevels } from '../../../events/levelEvent';
import { linesAbove } from '../../../events/levelSteps';
import { type SubjectReading, unknownReading } from '../../../events/levelTypes';
import { onlyWatched, ownOf, thresholdsBySubjectField } from '../../../events/thresholdsBySubject';
import { amountOf, span } from '../../../events/words';
import { DAY } from '../../../formats/timeUnits';
import type { Head } from '../shared/newestOfNode';
import { type Spending, type Spent, spentWith } from '../shared/spending';
import { ASSETS, type Holding, N_AVAX, WEI, holdingsOf, isPrimary } from './holdings';

/** A balance; `spent` where it is judged by how long it lasts. */
type Facts = Holding & ThresholdSide & { spent?: Spent };

/** State from check to check. */
interface Stored {
	head?: Head;
	spending?: Spending;
}

/** The subjects of an address: the sides of its thresholds, and how long its balance lasts. */
const subjectsOf = (address: string) =>
	['above', 'below', 'lasts'].map((what) => `${address} ${what}`);

/** A balance counts as lasting long enough if it lasts this much longer than the threshold. */
const EASE = 1.05;

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
		'A native, P-Chain, X-Chain or token balance rises above or falls below your thresholds, or recovers',
	what: 'balance',
	reads:
		'once an address: the node (`eth_getBalance` at the block of one `eth_blockNumber`, `platform.getBalance`, `avm.getBalance`), or the data service for tokens (`balances:listErc20`)',
	remembers:
		'the newest block; addresses that are beyond a threshold, about 100 bytes each; with Lasts Less Than, the balances of a day, about 400 bytes each',
	fields: {
		asset: field(
			choice(ASSETS, [
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
				{
					value: 'xChain',
					name: 'AVAX on the X-Chain',
					description: 'What an address holds alone and can spend; from the node',
				},
				{ value: 'erc20', name: 'ERC-20 Token', description: 'From the data service' },
			]),
			{ in: 'form', label: 'Asset', description: 'Which balance to watch', default: 'native' },
		),
		addresses: field(
			listOf(
				'must be EVM addresses (0x and 40 hexadecimal digits) or P- and X-Chain addresses (bech32)',
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
					'must be an EVM address (0x and 40 hexadecimal digits) or a P- or X-Chain address (bech32)',
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
		lasts: field(durations().optional(), {
			in: 'form',
			label: 'Lasts Less Than',
			description:
				'Times that a balance lasts at what was spent in the last day, without what came in, separated by commas: the event fires when it lasts less; it judges when it has watched for a day',
			placeholder: '7d, 1d',
			show: 'main',
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
			const { above, below, addresses, lasts } = settings;
			if (lasts && !above && !below) return;
			if (above || below || !addresses.every(own)) boundsRule(settings, context);
		},
		onlyWatched(['addresses', 'Addresses'], ({ addresses }) => addresses, SUBJECTS),
		({ asset, addresses, contractAddress }, context) => {
			if (asset === 'erc20' && !contractAddress)
				broken(context, 'contractAddress', 'is required: the contract of the token');
			const right = isPrimary(asset) ? isAddress : isEvmAddress;
			const index = addresses.findIndex((address) => !right(address));
			if (index < 0) return;
			const chain = asset === 'pChain' ? 'P' : 'X';
			const kind = isPrimary(asset) ? `${chain}-Chain addresses (bech32)` : 'EVM addresses (0x…)';
			broken(context, 'addresses', `must be ${kind} for this asset`);
		},
	],
	columns: {
		asset: out.choice(ASSETS),
		address: out.address(),
		balance: out.amount({ decimals: 'decimals' }),
		decimals: out.count('Decimals of the balance'),
		symbol: out.text('Symbol of the asset'),
		...boundColumns('whole units, or the time that the balance lasts'),
		spent: out.amount({
			decimals: 'decimals',
			note: 'In the last day; null if the event is about an amount',
		}),
		secondsLeft: out.duration('s', 'At what was spent; null if the event is about an amount'),
	},
	repeat: [86_400, 21_600],
	goneText: 'is not known',
	async read(
		{ addresses, above, below, thresholdsBySubject, lasts, ...asked },
		context,
		memory,
	): Promise<Array<SubjectReading<Facts>>> {
		const own = ownOf(thresholdsBySubject, SUBJECTS);
		const stored = (memory.stored ?? {}) as Stored;
		const found = await holdingsOf(addresses, asked, stored.head, context);
		if (!found) return addresses.flatMap(subjectsOf).map(unknownReading);
		const { head, values: holdings } = found;
		const now = Math.floor(context.clock.now() / 1000);
		const before = stored.spending ?? {};
		const spending: Spending = {};
		const readings = holdings.flatMap((holding): Array<SubjectReading<Facts>> => {
			const { address, balance, decimals } = holding;
			const bounds = own(address) ?? { above, below };
			const all = boundReadings(address, holding, BigInt(balance), { ...bounds, decimals });
			if (!lasts) return all;
			const { spent, ...next } = spentWith(before[address], balance, now);
			spending[address] = next.stored;
			return [...all, lastingOf(holding, lasts, spent)];
		});
		if (head || lasts) memory.stored = { head, ...(lasts && { spending }) } satisfies Stored;
		return readings;
	},
	say({ address, balance, decimals, symbol, side, line, spent }) {
		const held = amountOf(balance, decimals, symbol);
		if (spent) {
			const { amount, secondsLeft } = spent;
			const lasting =
				secondsLeft === undefined
					? `holds ${held}, of which nothing was spent in a day`
					: `holds ${held}, which lasts ${span(secondsLeft)} at what was spent in a day`;
			const text = `${address} holds ${held}, and spent ${amountOf(amount, decimals, symbol)} in the last day.`;
			return { name: address, bad: lasting, good: lasting, text };
		}
		return {
			name: address,
			bad: `holds ${held}, ${boundText({ side, line }, symbol)}`,
			good: `holds ${held}, not ${boundText({ side, line }, symbol)}`,
			text: `${address} holds ${held}.`,
		};
	},
	subjectOf: ({ address }) => address,
	show: ({ spent, ...facts }) => ({
		...facts,
		spent: spent?.amount ?? null,
		secondsLeft: spent?.secondsLeft ?? null,
	}),
	example({ settings, read }) {
		const { addresses, above, below, thresholdsBySubject, lasts } = settings;
		const asset = settings.asset as Holding['asset'];
		const decimals = isPrimary(asset) ? N_AVAX : WEI;
		const symbol = asset === 'erc20' ? 'tokens' : 'AVAX';
		const holding = read ?? { asset, address: addresses[0], decimals, symbol };
		const bounds = ownOf(thresholdsBySubject, SUBJECTS)(holding.address) ?? { above, below };
		if (lasts && !bounds.above && !bounds.below) {
			const amount = 10n ** BigInt(holding.decimals);
			const secondsLeft = Math.floor(Math.max(...lasts) / 2);
			const held: Holding = { ...holding, balance: String(amount) };
			const at = (left: number) =>
				lastingOf(held, lasts, { amount: String(amount), over: DAY, secondsLeft: left });
			return { bad: at(secondsLeft), good: at(secondsLeft * 4).facts };
		}
		return boundExample(
			holding.address,
			(amount): Holding => ({ ...holding, balance: String(amount) }),
			{ ...bounds, decimals: holding.decimals },
			read?.side,
		);
	},
});

/** The reading of how long a balance lasts. */
function lastingOf(
	holding: Holding,
	lasts: readonly number[],
	spent: Spent | undefined,
): SubjectReading<Facts> {
	const subject = `${holding.address} lasts`;
	if (!spent) return unknownReading(subject);
	const lines = [...lasts].sort((a, b) => b - a);
	const { secondsLeft = Infinity } = spent;
	const level = linesAbove(secondsLeft, lines);
	const line = asDurations([lines[Math.max(0, level - 1)]]);
	const facts: Facts = { ...holding, side: 'below', line, spent };
	return { subject, level, easedLevel: linesAbove(secondsLeft / EASE, lines), facts };
}
