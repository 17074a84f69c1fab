import type { OperationCase } from '../../testing/cases/operationCase';
import { casesAt } from '../../testing/cases/expected';

const use = casesAt('/ext/bc/P', 'vms/platformvm/service.go');

export const pChainFee: OperationCase[] = [
	use('pChainFee.getFeeConfig', 'platform.getFeeConfig', {
		answer: { recorded: 'further-platform.getFeeConfig' },
		items: [
			{
				weights: [1, 1000, 1000, 4],
				maxCapacity: 1_000_000,
				maxPerSecond: 100_000,
				targetPerSecond: 50_000,
				minPrice: '1',
				excessConversionConstant: 2_164_043,
			},
		],
	}),
	use('pChainFee.getFeeState', 'platform.getFeeState', {
		answer: {
			json: { capacity: 999_976, excess: 24, price: 1, timestamp: '2024-12-16T17:19:07Z' },
		},
		items: [{ capacity: 999_976, excess: '24', price: '1', timestamp: '2024-12-16T17:19:07Z' }],
	}),
	use('pChainFee.getValidatorFeeConfig', 'platform.getValidatorFeeConfig', {
		answer: { recorded: 'further-platform.getValidatorFeeConfig' },
		items: [{ capacity: 20_000, target: 10_000, minPrice: '1', excessConversionConstant: 865_617 }],
	}),
	use('pChainFee.getValidatorFeeState', 'platform.getValidatorFeeState', {
		answer: { recorded: 'further-platform.getValidatorFeeState' },
		items: [{ excess: '0', price: '1', timestamp: '2026-11-21T21:35:32Z' }],
	}),
];
