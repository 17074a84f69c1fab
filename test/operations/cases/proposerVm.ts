import type { OperationCase } from '../case';

const source = 'vms/proposervm/service.go';

export const proposerVm: OperationCase[] = [
	{
		id: 'proposervm.getCurrentEpoch',
		input: { chain: 'C' },
		request: {
			path: '/ext/bc/C/proposervm',
			body: { method: 'proposervm.getCurrentEpoch', params: {} },
		},
		answer: { recorded: 'proposervm.getCurrentEpoch-C' },
		items: [{ number: 2, startTime: 1795296007, pChainHeight: 15 }],
		source,
	},
	{
		id: 'proposervm.getProposedHeight',
		input: { chain: 'C' },
		request: {
			path: '/ext/bc/C/proposervm',
			body: { method: 'proposervm.getProposedHeight', params: {} },
		},
		answer: { recorded: 'proposervm.getProposedHeight' },
		items: [{ height: 15 }],
		source,
	},
];
