import { field } from '../../../fields/field';
import { choice, listOf } from '../../../fields/inputs';
import * as out from '../../../fields/outputs';
import { declareArrivals } from '../../../events/arrivalEvent';
import type { ItemPositions } from '../../../events/arrivalSource';
import { markOf } from '../../../events/event';
import { evmTransactionPage } from '../../../events/explorer';
import { itemArgs } from '../contractEvent/logs';
import {
	type AdminLog,
	type L1Settings,
	adminEventNames,
	adminLogs,
	exampleAdminLog,
	l1Fields,
} from '../shared/l1Contracts';
import { NODE_OVERLAP_NOTE, nodeBlocks, nodeOverlap, timed } from '../shared/nodeLogs';
import { adminText, idText, severityOf } from './words';

const POSITIONS: ItemPositions<L1Settings, AdminLog> = nodeBlocks;
const RANKS = ['info', 'warning', 'critical'];

/** The administrators' changes of an L1. */
export const l1Administration = declareArrivals({
	value: 'l1Administration',
	type: 'l1.administration',
	name: 'L1 Administration',
	description:
		'Roles, minting, fees and rewards of an L1 change, validators and stakes of its manager, owners, proxies or the ICM registry',
	what: 'event',
	reads:
		'the node: `platform.getSubnet`, `owner()` of the manager, `eth_blockNumber`, and one batch of `eth_getLogs` for 2,048 blocks; `info.getBlockchainID` if the chain is named by its alias',
	remembers: '24 characters of each matching event in the overlap',
	fields: {
		...l1Fields(),
		atLeast: field(
			choice(RANKS, [
				{ value: 'info', name: 'All', description: 'Validators and stakes as well' },
				{ value: 'warning', name: 'Warning', description: 'Roles, minting, fees, and more' },
				{
					value: 'critical',
					name: 'Critical',
					description: 'Admins, owners, upgrades, recipients',
				},
			]),
			{
				in: 'form',
				label: 'Severity',
				description: 'The least severity that fires',
				default: 'info',
			},
		),
		eventNames: field(
			listOf('must be names of events that are watched', (name) =>
				adminEventNames().includes(name),
			).optional(),
			{
				in: 'form',
				label: 'Only Events',
				description: 'Only these events: their names, separated by commas',
				placeholder: 'RoleSet, NativeCoinMinted',
				show: 'filter',
			},
		),
	},
	columns: {
		contract: out.address('The contract that emitted it'),
		contractName: out.text('Such as native minter or validator manager; or its address'),
		contractEvent: out.name('Name of the event'),
		args: out.open('Arguments by name: integers of more than 48 bits as text'),
		validationId: out.id('Of an event about a validator, cb58'),
		nodeId: out.nodeId('Of a registration; managers of version 1 do not tell it'),
		txHash: out.hash(),
		blockNumber: out.count(),
		blockHash: out.hash(),
		logIndex: out.count('Position in its block'),
		chain: out.id('Blockchain ID or alias'),
		subnetId: out.id('cb58'),
	},
	pages: (settings, context, reading) => adminLogs(settings, context, reading),
	positions: POSITIONS,
	overlap: { blocks: 120, note: `; ${NODE_OVERLAP_NOTE}` },
	overlapFor: nodeOverlap,
	timeOf: ({ time }) => time,
	markOf: ({ id }) => markOf(id),
	matcher:
		({ atLeast = 'info', eventNames }) =>
		(item) =>
			RANKS.indexOf(severityOf(item)) >= RANKS.indexOf(atLeast) &&
			(eventNames?.includes(item.event.name) ?? true),
	complete: async (item, settings, context) =>
		item.time > 0 ? item : await timed(item, settings, context),
	tell(item, { subnetId }) {
		const { id, address, contractName, event, args, txHash, chain } = item;
		const said = adminText(item);
		return {
			id,
			subject: subnetId,
			severity: severityOf(item),
			title: `${contractName}: ${said}`,
			text: `L1 ${subnetId}, ${contractName} (${address}): ${said}.`,
			url: evmTransactionPage(chain, txHash),
			columns: {
				contract: address,
				contractName,
				contractEvent: event.name,
				args: itemArgs(item, { preset: 'custom' }).args,
				validationId: idText('validationID', args.validationID) ?? null,
				nodeId: idText('nodeID', args.nodeID) ?? null,
				txHash,
				blockNumber: item.block,
				blockHash: item.blockHash,
				logIndex: item.logIndex,
				chain,
				subnetId,
			},
		};
	},
	example: exampleOf,
});

function exampleOf(settings: L1Settings & { eventNames?: string[] }, now: number): AdminLog {
	const name = settings.eventNames?.[0] ?? 'RoleSet';
	const conditions = name === 'RoleSet' ? { role: '2', oldRole: '0' } : {};
	return exampleAdminLog(settings, { name, conditions }, now);
}
