import type { OperationCase } from '../../testing/cases/operationCase';
import { casesAt } from '../../testing/cases/expected';

const use = casesAt('/ext/bc/C/proposervm', 'vms/proposervm/service.go');
/** Seconds of an epoch since Granite. */
const EPOCH = 300;

export const proposerVm: OperationCase[] = [
	use('proposerVm.getCurrentEpoch', 'proposervm.getCurrentEpoch', {
		input: { chain: 'C' },
		params: {},
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
	}),
	use('proposerVm.getCurrentEpoch', 'proposervm.getCurrentEpoch', {
		path: '/ext/bc/P/proposervm',
		answer: { json: { number: '3', startTime: '1756000000', pChainHeight: '12' } },
		items: [{ number: 3, startTime: 1756000000, pChainHeight: 12 }],
	}),
	use('proposerVm.getProposedHeight', 'proposervm.getProposedHeight', {
		input: { chain: 'C' },
		params: {},
		answer: { recorded: 'proposervm.getProposedHeight' },
		items: [{ height: 15 }],
	}),
];
