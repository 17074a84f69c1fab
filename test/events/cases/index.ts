import type { EventCase } from '../case';
import { balanceCrossedCase } from './balanceCrossed';
import { feeLevelCase } from './feeLevel';
import { indexerBehindCase } from './indexerBehind';
import { l1BalanceLowCase } from './l1BalanceLow';
import { nodeVersionBehindCase } from './nodeVersionBehind';
import { stakeEndingCase } from './stakeEnding';
import { validatorDisconnectedCase } from './validatorDisconnected';
import { validatorUptimeCase } from './validatorUptime';

export const eventCases: readonly EventCase[] = [
	balanceCrossedCase,
	feeLevelCase,
	indexerBehindCase,
	l1BalanceLowCase,
	nodeVersionBehindCase,
	stakeEndingCase,
	validatorDisconnectedCase,
	validatorUptimeCase,
];
