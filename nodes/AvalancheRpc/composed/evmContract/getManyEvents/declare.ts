import * as events from '../../../../../core/subjects/evmContract/events';
import { declareComposed } from '../../../../shared/composed';

export const composed = declareComposed({
	id: 'evmContract.getManyEvents',
	name: 'Get Many Events',
	action: 'Get many events of contracts',
	description:
		'Lists the logs of an event by its signature or ABI, in a range of blocks, in one block or in the newest 2,048 blocks, and returns them with decoded arguments; a range that the node refuses as too large is read in smaller ones',
	reference: [
		'- Call: `eth_getLogs` on `/ext/bc/{blockchainId}/rpc` of the node',
		'- Items: one for each log, with its own fields behind those of its event',
		'- Cost: none',
	],
	fields: events.eventsFields,
	output: events.CONTRACT_EVENT,
	execute: (input, { client }) => events.getContractEvents(client, input),
});
