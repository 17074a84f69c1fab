import { checkDecimals, decimals } from '../../../abi/decimals';
import { CONDITIONS_RULE, type Conditions, isConditions } from '../../../abi/conditions';
import { abiText, checks } from '../../../abi/fields';
import { requireKnown, signatureOf } from '../../../abi/types';
import { field } from '../../../fields/field';
import { evmAddresses } from '../../../fields/identifiers';
import { choice } from '../../../fields/inputs';
import { json } from '../../../fields/json';
import { oneAmount } from '../../../fields/lines';
import { broken } from '../../../fields/rules';
import * as out from '../../../fields/outputs';
import { baseUnits } from '../../../formats/amount';
import { declareArrivals } from '../../../events/arrivalEvent';
import { markOf } from '../../../events/event';
import { evmTransactionPage } from '../../../events/explorer';
import { chainOfNode } from '../../../events/fields';
import { amountOf, escapedReason } from '../../../events/words';
import { nativeMoney } from '../../shared/money';
import { exampleArgs } from '../contractEvent/example';
import { itemArgs } from '../contractEvent/logs';
import { argumentsText } from '../contractEvent/words';
import { blockItems, startBlock } from '../shared/blocks';
import { nodeBlocks } from '../shared/nodeLogs';
import {
	type BlockTransaction,
	type Selected,
	WATCHED,
	asEvent,
	candidateOf,
	functionsIn,
	hasSucceeded,
	reasonFor,
	selectorFor,
	sentIn,
	sidesOf,
	transactionsOf,
} from './transactions';

const WEI = 18;
const BOTH = ['native', 'failed'];
const DIRECTIONS = ['received', 'sent', 'own'] as const;

/** Transactions of addresses and contracts in the blocks of a node. */
export const blockTransaction = declareArrivals({
	value: 'blockTransaction',
	type: 'evm.transaction',
	name: 'EVM Transaction',
	description:
		'An address receives or sends the native token, a function of a contract is called, or a transaction fails: read from the blocks of a node',
	what: 'transaction',
	reads:
		'the node: `eth_blockNumber`, `eth_getBlockByNumber` with all transactions for every block, 43,000 to 86,000 a day on the C-Chain, in batches of 40; `eth_getTransactionReceipt` for each one of the addresses; `eth_call` for each failed one that fires',
	remembers: '24 characters of each matching transaction of the last block',
	fields: {
		blockchainId: chainOfNode(),
		watch: field(
			choice(WATCHED, [
				{
					value: 'native',
					name: 'Native Token',
					description:
						'Transactions that move the native token, such as AVAX, to or from the addresses; transfers inside calls of contracts, imports from other chains and fees are not seen',
				},
				{
					value: 'function',
					name: 'Calls of a Function',
					description: 'Transactions to the contracts with a given function, failed ones as well',
				},
				{
					value: 'failed',
					name: 'Failed',
					description: 'Transactions to or from the addresses that failed, with the reason',
				},
			]),
			{
				in: 'form',
				label: 'Transactions',
				description: 'Which transactions to watch',
				default: 'native',
			},
		),
		addresses: field(evmAddresses(), {
			in: 'form',
			label: 'Addresses',
			description: 'The addresses, or the contracts that are called, separated by commas',
			placeholder: '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7',
		}),
		abi: field(abiText('function').optional(), {
			in: 'form',
			label: 'Function',
			description:
				'The function: its signature, several signatures, or a JSON ABI; its errors give failed calls a reason',
			placeholder: 'transfer(address to, uint256 amount)',
			show: 'main',
			shownFor: { field: 'watch', values: ['function', 'failed'] },
			requiredFor: ['function'],
		}),
		direction: field(
			choice(
				['both', 'received', 'sent'],
				[
					{ value: 'both', name: 'Both' },
					{ value: 'received', name: 'To the Addresses' },
					{ value: 'sent', name: 'From the Addresses' },
				],
			).optional(),
			{
				in: 'form',
				label: 'Direction',
				description: 'Which transactions to watch',
				default: 'both',
				show: 'filter',
				shownFor: { field: 'watch', values: BOTH },
			},
		),
		result: field(
			choice(
				['both', 'succeeded', 'failed'],
				[
					{ value: 'both', name: 'Both' },
					{ value: 'succeeded', name: 'Succeeded' },
					{ value: 'failed', name: 'Failed' },
				],
			).optional(),
			{
				in: 'form',
				label: 'Result',
				description: 'Only calls with this result',
				default: 'both',
				show: 'filter',
				shownFor: { field: 'watch', values: ['function'] },
			},
		),
		minValue: field(oneAmount().optional(), {
			in: 'form',
			label: 'Minimum Amount',
			description:
				'Only transactions that send at least this much of the native token, in whole units such as 0.5',
			placeholder: '100',
			show: 'filter',
		}),
		conditions: field(json(CONDITIONS_RULE, isConditions).optional(), {
			in: 'form',
			label: 'Conditions (JSON)',
			description:
				'Only calls whose arguments fulfil all of these: a JSON object by name with a value, a list of values of which one must match, or an object with is, above, below or contains. Each function must have the arguments.',
			placeholder: '{ "to": "0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC" }',
			show: 'filter',
			shownFor: { field: 'watch', values: ['function'] },
		}),
		decimals: field(decimals().optional(), {
			in: 'form',
			label: 'Decimals',
			description:
				'Integers of more than 48 bits are amounts with so many decimals: a number for all, or a JSON object of numbers by the names of arguments',
			placeholder: '{ "amount": 18 }',
			show: 'option',
			shownFor: { field: 'watch', values: ['function'] },
		}),
		startBlock: startBlock(),
	},
	rules: [
		(settings, context) => {
			const { watch, abi, decimals: count } = settings;
			if (watch === 'function' && !abi)
				broken(context, 'abi', 'is required: the signature of the function or an ABI');
			else if (watch === 'function')
				checks(context, 'abi', () => {
					const functions = functionsIn(settings);
					functions.forEach(({ inputs }) => requireKnown(inputs));
					checks(context, 'decimals', () =>
						checkDecimals(
							count,
							functions.map(({ inputs }) => inputs),
						),
					);
					checks(context, 'conditions', () => selectorFor(settings));
				});
		},
	],
	columns: {
		watch: out.choice(WATCHED),
		address: out.address('Of the settings'),
		direction: out.choice(DIRECTIONS),
		from: out.address(),
		to: out.address('Null if it creates a contract'),
		amount: out.amount({ decimals: WEI }),
		calledFunction: out.name('Name of the function, of those that the settings have'),
		args: out.open(
			'Arguments by name: integers of more than 48 bits as text; amounts in whole units as numbers, with their exact base units as text under the name and Exact',
		),
		signature: out.text('Name and types of the function'),
		cutArgs: out.texts('Arguments that are too long for an item, which are null in it'),
		succeeded: out.flag(),
		reason: out.text(
			'Of a failed one, by the same call on the state before its block; null if that succeeds or the node has no such state',
		),
		gasUsed: out.gas('What was charged'),
		txHash: out.hash(),
		blockNumber: out.count(),
		blockHash: out.hash(),
		transactionIndex: out.count('Position in its block'),
		chain: out.id('Blockchain ID or alias'),
	},
	pages(settings, context, reading) {
		const isCandidate = candidateOf(settings);
		return blockItems(
			settings,
			{
				receiptsOf: (block) =>
					sentIn(block)
						.filter(isCandidate)
						.map(({ hash }) => hash),
				itemsOf: (block, receipts) => transactionsOf(block, receipts, settings),
			},
			context,
			reading,
		);
	},
	subscriptions: () => [['newHeads']],
	positions: nodeBlocks,
	overlap: 'none',
	timeOf: ({ time }) => time,
	markOf: ({ id }) => markOf(id),
	matcher: selectorFor,
	complete: async (item, settings, context) =>
		hasSucceeded(item) ? item : { ...item, reason: await reasonFor(item, settings, context) },
	tell(item, settings) {
		const { id, chain, tx, called, reason, receipt, block, blockHash } = item;
		const { addresses, watch, decimals: count } = settings;
		const { received, sent } = sidesOf(item, addresses);
		const direction: (typeof DIRECTIONS)[number] =
			received && sent ? 'own' : sent ? 'sent' : 'received';
		const { from, to, value, hash: txHash } = tx;
		const address = direction === 'received' ? (to ?? '') : from;
		const succeeded = hasSucceeded(item);
		const log = { decimals: count, hashed: [], logIndex: 0, address, txHash };
		const said = called && { ...item, ...called, ...log };
		const ofItem = said && itemArgs(said, { preset: 'custom' });
		const amount = amountOf(value, WEI, nativeMoney(chain, undefined, true).symbol);
		const why = succeeded
			? ''
			: ` failed${reason === undefined ? '' : `: ${escapedReason(reason)}`}`;
		const side = direction === 'sent' ? `to ${to ?? 'a new contract'}` : `from ${from}`;
		const call = called ? called.event.name : 'a transaction';
		const what =
			watch === 'native'
				? `${direction === 'received' ? 'received' : 'sent'} ${amount}`
				: `${call}${why || ' was called'}`;
		const given = said && argumentsText(said);
		return {
			id,
			subject: address,
			severity: succeeded ? 'info' : 'warning',
			title: `${address}: ${what}`,
			text: `${address}: ${what}, ${side}${direction === 'own' ? ', your own address' : ''}${given ? `: ${given}` : ''}.`,
			url: evmTransactionPage(chain, txHash),
			columns: {
				...{ watch, address, direction, from, to: to ?? null, amount: value },
				calledFunction: called?.event.name ?? null,
				args: ofItem?.args ?? null,
				signature: called ? signatureOf(called.event) : null,
				cutArgs: ofItem?.cut ?? [],
				...{ succeeded, reason: reason ?? null, gasUsed: receipt?.gasUsed ?? null },
				...{ txHash, blockNumber: block, blockHash },
				...{ transactionIndex: tx.index ?? null, chain },
			},
		};
	},
	example: exampleOf,
});

function exampleOf(settings: Selected, time: number): BlockTransaction {
	const { watch, addresses, conditions, decimals: count } = settings;
	const [called] = watch === 'function' ? functionsIn(settings) : [];
	const other = `0x${'e5'.repeat(20)}`;
	const isSent = settings.direction === 'sent' && watch !== 'function';
	const [from, to] = isSent ? [addresses[0], other] : [other, addresses[0]];
	const { blockchainId: chain = 'C', minValue = watch === 'native' ? '1' : '0' } = settings;
	const hash = `0x${'e2'.repeat(32)}`;
	const isFailed = watch === 'failed' || settings.result === 'failed';
	return {
		...{ id: hash, chain, block: 71_000_000, blockHash: `0x${'e1'.repeat(32)}`, time },
		tx: { hash, from, to, value: String(baseUnits(minValue, WEI)), input: '0x', index: 7 },
		receipt: { status: isFailed ? 0 : 1 },
		...(called && {
			called: {
				event: asEvent(called),
				args: exampleArgs(called.inputs, (conditions ?? {}) as Conditions, count),
			},
		}),
	};
}
