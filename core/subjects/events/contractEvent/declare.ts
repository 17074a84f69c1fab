import { checkDecimals, decimals } from '../../../abi/decimals';
import { CONDITIONS_RULE, isConditions } from '../../../abi/conditions';
import { abiText, checks } from '../../../abi/fields';
import { isFunctionName } from '../../../abi/functions';
import { cutText, signatureOf } from '../../../abi/types';
import { field } from '../../../fields/field';
import { evmAddresses } from '../../../fields/identifiers';
import { choice, flag, listOf } from '../../../fields/inputs';
import { json } from '../../../fields/json';
import { broken } from '../../../fields/rules';
import * as out from '../../../fields/outputs';
import { declareArrivals } from '../../../events/arrivalEvent';
import { markOf } from '../../../events/event';
import { evmTransactionPage } from '../../../events/explorer';
import { chainOfNode } from '../../../events/fields';
import { NODE_OVERLAP_NOTE, loggedItems, nodeBlocks, nodeOverlap, timed } from '../shared/nodeLogs';
import { startBlock } from '../shared/blocks';
import { exampleLog } from './example';
import { contractLogs, eventsIn, filtersOf, searchOf, selector, itemArgs } from './logs';
import { PRESETS, PRESET_NAMES } from './presets';
import { argumentsText } from './words';

/** Presets whose events can be of interest whichever contract emits them. */
const OF_ANY: readonly string[] = ['erc20', 'erc721', 'erc1155', 'icm', 'ictt'];

/** Events that contracts of an EVM chain emit. */
export const contractEvent = declareArrivals({
	value: 'contractEvent',
	type: 'contract.event',
	name: 'Contract Event',
	description: 'A contract emits an event: by its signature, its ABI or a preset',
	what: 'event',
	reads:
		'the node: `eth_blockNumber` and one `eth_getLogs` in one batch for 2,048 blocks, or as many as the node takes, whatever the number of contracts; up to eight with conditions on several events',
	remembers: '24 characters of each matching event in the overlap',
	fields: {
		blockchainId: chainOfNode(),
		preset: field(
			choice(
				['custom', ...PRESET_NAMES],
				[
					{ value: 'custom', name: 'By Signature or ABI' },
					...PRESET_NAMES.map((value) => {
						const { name, description } = PRESETS[value];
						return { value, name, description };
					}),
				],
			),
			{ in: 'form', label: 'Events', description: 'Which events to watch', default: 'custom' },
		),
		abi: field(abiText('event').optional(), {
			in: 'form',
			label: 'Event',
			description:
				'The event: its signature with indexed where the contract has it, several signatures, or the JSON ABI of the contract',
			placeholder: 'Transfer(address indexed from, address indexed to, uint256 value)',
			show: 'main',
			shownFor: { field: 'preset', values: ['custom'] },
			requiredFor: ['custom'],
		}),
		addresses: field(evmAddresses().optional(), {
			in: 'form',
			label: 'Contract Addresses',
			description:
				'The contracts, separated by commas; of tokens, interchain messages and events of your own, all contracts of the chain if empty: anyone can emit any event',
			placeholder: '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
			show: 'main',
			shownFor: { field: 'preset', values: ['custom', ...PRESET_NAMES] },
			requiredFor: PRESET_NAMES.filter((name) => !OF_ANY.includes(name)),
		}),
		eventNames: field(
			listOf('must be names of events', (name) => isFunctionName(name)).optional(),
			{
				in: 'form',
				label: 'Only Events',
				description: 'Only these events of the preset or the ABI: their names, separated by commas',
				placeholder: 'AddedOwner, RemovedOwner',
				show: 'filter',
			},
		),
		conditions: field(json(CONDITIONS_RULE, isConditions).optional(), {
			in: 'form',
			label: 'Conditions (JSON)',
			description:
				'Only events whose arguments fulfil all of these: a JSON object by name with a value, a list of values of which one must match, or an object with is, above, below or contains. Each event must have the arguments.',
			placeholder:
				'{ "to": "0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC", "value": { "above": "1000" } }',
			show: 'filter',
		}),
		tokenDecimals: field(flag().optional(), {
			in: 'form',
			label: 'In Whole Units of the Token',
			description:
				'Whether integers of more than 48 bits are amounts of the contract itself: they are compared and shown in whole units by its decimals(), with the exact base units behind. Contract Addresses are required.',
			default: false,
			show: 'filter',
		}),
		decimals: field(decimals().optional(), {
			in: 'form',
			label: 'Decimals',
			description:
				'The same with decimals of your own: a number for all integers of more than 48 bits, or a JSON object of numbers by the names of arguments',
			placeholder: '{ "value": 18 }',
			show: 'option',
		}),
		startBlock: startBlock(),
	},
	rules: [
		(settings, context) => {
			const { preset, abi, addresses, eventNames } = settings;
			if (preset === 'custom' && !abi) {
				broken(context, 'abi', 'is required: a signature or an ABI');
				return;
			}
			checks(context, 'eventNames', () => {
				const events = eventsIn(settings);
				if (settings.tokenDecimals && !addresses)
					broken(
						context,
						'addresses',
						'is required with "In Whole Units of the Token" (tokenDecimals)',
					);
				if (settings.tokenDecimals && settings.decimals !== undefined)
					broken(
						context,
						'decimals',
						'cannot be combined with "In Whole Units of the Token" (tokenDecimals)',
					);
				if (!addresses && events.some(({ anonymous }) => anonymous))
					broken(
						context,
						'addresses',
						'is required for an anonymous event: its logs do not name it',
					);
				checks(context, 'decimals', () =>
					checkDecimals(
						settings.decimals,
						events.map(({ inputs }) => inputs),
					),
				);
				checks(context, 'conditions', () => searchOf({ ...settings, eventNames }));
			});
		},
	],
	columns: {
		contract: out.address('The contract that emitted it'),
		contractEvent: out.name('Name of the event'),
		args: out.open(
			'Arguments by name: integers of more than 48 bits as text; amounts in whole units as numbers, with their exact base units as text under the name and Exact',
		),
		signature: out.text('Name and types of the event'),
		hashedArgs: out.texts('Arguments of which a log has the hash only'),
		cutArgs: out.texts('Arguments that are too long for an item, which are null in it'),
		txHash: out.hash(),
		blockNumber: out.count(),
		blockHash: out.hash(),
		logIndex: out.count('Position in its block'),
		chain: out.id('Blockchain ID or alias'),
	},
	pages: (settings, context, reading) =>
		loggedItems(
			settings,
			filtersOf(settings),
			(logs) => contractLogs(logs, settings, context),
			context,
			reading,
		),
	subscriptions: (settings) => filtersOf(settings).map((filter) => ['logs', filter]),
	positions: nodeBlocks,
	overlap: { blocks: 120, note: `; ${NODE_OVERLAP_NOTE}` },
	overlapFor: nodeOverlap,
	timeOf: ({ time }) => time,
	markOf: ({ id }) => markOf(id),
	matcher: selector,
	complete: async (item, settings, context) =>
		item.time > 0 ? item : await timed(item, settings, context),
	tell(item, settings) {
		const { id, event, address, hashed = [], txHash, chain } = item;
		const said = argumentsText(item);
		const { args, cut } = itemArgs(item, settings);
		return {
			id,
			subject: address,
			title: `${address}: ${cutText(event.name)}`,
			text: `${address} emitted ${cutText(event.name)}${said && `: ${said}`}.`,
			url: evmTransactionPage(chain, txHash),
			columns: {
				contract: address,
				contractEvent: event.name,
				args,
				cutArgs: cut,
				signature: signatureOf(event),
				hashedArgs: [...hashed],
				txHash,
				blockNumber: item.block,
				blockHash: item.blockHash,
				logIndex: item.logIndex,
				chain,
			},
		};
	},
	example: exampleLog,
});
