import type { INodeParameters } from 'n8n-workflow';
import type { Setting } from '../../kit/nodes/case';
import vectors from '../../kit/vectors/pchain_tx_hex.json';

/** Values for the forms of transactions of the P-Chain, by operation. */
export const transactionExamples: Readonly<Record<string, (setting: Setting) => INodeParameters>> =
	{
		prepareL1TopUp: ({ world: { node } }) => ({
			validationID: node.l1.all()[0].validationId,
			amount: '0.5',
			addresses: `P-${node.address(0)}`,
		}),
		explainTransaction: () => ({ tx: vectors.IncreaseL1ValidatorBalanceTx }),
	};
