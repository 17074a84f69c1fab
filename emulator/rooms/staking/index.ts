import type { EmulatedRoom } from '../../room';
import { listDelegators } from './delegators';
import { listL1Validators } from './l1Validators';
import { listHistoricalRewards, listPendingRewards } from './rewards';
import { listStaking } from './stakingTransactions';
import { listValidators, validatorDetails } from './validators';

export const emulated = {
	data: [
		listStaking,
		listPendingRewards,
		listHistoricalRewards,
		validatorDetails,
		listValidators,
		listDelegators,
		listL1Validators,
	],
} satisfies EmulatedRoom;
