import type { EventCase } from '../case';
import { balanceCrossedCase } from './balanceCrossed';
import { delegationCase } from './delegation';
import { feeLevelCase } from './feeLevel';
import { indexerBehindCase } from './indexerBehind';
import { l1BalanceLowCase } from './l1BalanceLow';
import { nodeVersionBehindCase } from './nodeVersionBehind';
import { stakeEndingCase } from './stakeEnding';
import { validatorDisconnectedCase } from './validatorDisconnected';
import { validatorUptimeCase } from './validatorUptime';

export const eventCases: readonly EventCase[] = [
	balanceCrossedCase,
	delegationCase,
	feeLevelCase,
	indexerBehindCase,
	l1BalanceLowCase,
	nodeVersionBehindCase,
	stakeEndingCase,
	validatorDisconnectedCase,
	validatorUptimeCase,
];
