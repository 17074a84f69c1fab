import type { OperationCase } from '../../testing/cases/operationCase';

const source = 'vms/proposervm/service.go';
/** Seconds of an epoch since Granite. */
const EPOCH = 300;

export const proposerVm: OperationCase[] = [
	{
		id: 'proposerVm.getCurrentEpoch',
		input: { chain: 'C' },
		request: {
			path: '/ext/bc/C/proposervm',
			body: { method: 'proposervm.getCurrentEpoch', params: {} },
		},
		answer: { recorded: 'proposervm.getCurrentEpoch-C' },
		items: [{ number: 2, startTime: 1795296007, pChainHeight: 15 }],
		world: () => ({}),
		inWorld: {
			expected({ clock, node }) {
				// The local services count epochs of this length, and take the head as the epoch's height.
				const number = Math.floor(clock.seconds() / EPOCH);
				return [
					{
						number,
						startTime: number * EPOCH,
						pChainHeight: node.chain('P').height(),
					},
				];
			},
		},
		refused: { input: () => ({ chain: 'nowhere' }), message: /404|not found/i },
		source,
	},
	{
		id: 'proposerVm.getCurrentEpoch',
		input: {},
		request: {
			path: '/ext/bc/P/proposervm',
			body: { method: 'proposervm.getCurrentEpoch', params: {} },
		},
		answer: { json: { number: '3', startTime: '1756000000', pChainHeight: '12' } },
		items: [{ number: 3, startTime: 1756000000, pChainHeight: 12 }],
		source,
	},
	{
		id: 'proposerVm.getProposedHeight',
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
