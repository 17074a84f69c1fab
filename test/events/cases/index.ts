import type { EventCase } from '../case';
import { balanceCrossedBySubjectCase, balanceCrossedCase } from './balanceCrossed';
import { delegationCase } from './delegation';
import { feeLevelCase } from './feeLevel';
import { icmMessageCase, icmUndeliveredCase } from './icmMessage';
import { indexerBehindCase } from './indexerBehind';
import { l1BalanceLowBySubjectCase, l1BalanceLowCase } from './l1BalanceLow';
import { l1MetricCrossedCase, metricCrossedCase, stakingMetricCrossedCase } from './metricCrossed';
import { newContainerCase } from './newContainer';
import { nodeVersionBehindCase } from './nodeVersionBehind';
import { primaryTransactionCase } from './primaryTransaction';
import { rewardPaidCase } from './rewardPaid';
import { stakeEndingBySubjectCase, stakeEndingCase } from './stakeEnding';
import { transferCase, transferOnNodeCase } from './transfer';
import { validatorDisconnectedCase } from './validatorDisconnected';
import {
	validatorUptimeByPeersCase,
	validatorUptimeBySubjectCase,
	validatorUptimeCase,
} from './validatorUptime';

export const eventCases: readonly EventCase[] = [
	balanceCrossedCase,
	balanceCrossedBySubjectCase,
	delegationCase,
	feeLevelCase,
	icmMessageCase,
	icmUndeliveredCase,
	indexerBehindCase,
	l1BalanceLowCase,
	l1BalanceLowBySubjectCase,
	metricCrossedCase,
	l1MetricCrossedCase,
	stakingMetricCrossedCase,
	newContainerCase,
	nodeVersionBehindCase,
	primaryTransactionCase,
	rewardPaidCase,
	stakeEndingCase,
	stakeEndingBySubjectCase,
	transferCase,
	transferOnNodeCase,
	validatorDisconnectedCase,
	validatorUptimeCase,
	validatorUptimeBySubjectCase,
	validatorUptimeByPeersCase,
];
