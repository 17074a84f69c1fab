import type { OperationCase } from '../../../testing/cases/operationCase';

const TX_ID = '18Q4TqfpLFt26upQyMhnErHv7L4ATgMzZ9hchts4mAVdb8zAj';

export const xChain: OperationCase[] = [
	{
		id: 'xChain.issueTransaction',
		input: { tx: '0x0000000000220102', encoding: 'hex', chain: 'X' },
		request: {
			path: '/ext/bc/X',
			body: {
				method: 'avm.issueTx',
				params: { tx: '0x0000000000220102', encoding: 'hex' },
			},
		},
		answer: { json: { txID: TX_ID } },
		items: [{ txID: TX_ID }],
		source: 'vms/avm/service.go',
		world: 'sent',
	},
];
