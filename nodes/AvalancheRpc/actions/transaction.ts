import {
	explainFields,
	explainTransaction,
} from '../../../core/subjects/pChain/explainTransaction';
import { prepareL1TopUp, topUpFields } from '../../../core/subjects/pChain/prepareL1TopUp';
import type { Action } from '../../shared/action';
import { actionOf } from './fieldsAction';

/** The actions of transactions of the P-Chain, by their menu entries. The functions check the values of the form. */
export const transactionActions: Readonly<Record<string, Action>> = {
	explainTransaction: actionOf(explainFields, (input) => [explainTransaction(input)]),
	prepareL1TopUp: actionOf(topUpFields, async (input, { client }) => [
		await prepareL1TopUp(client, input),
	]),
};
