import type { OperationCase } from '../case';

export const proposerVm: OperationCase[] = [
	{
		id: 'proposervm.getProposedHeight',
		input: { chain: 'C' },
		request: {
			path: '/ext/bc/C/proposervm',
			body: { method: 'proposervm.getProposedHeight', params: {} },
		},
		answer: { recorded: 'proposervm.getProposedHeight' },
		items: [{ height: 15 }],
		source: 'vms/proposervm/service.go',
	},
];
