import * as transactions from '../../../../../core/subjects/pChain/explainTransaction';
import { declareComposed } from '../../../../shared/composed';

export const composed = declareComposed({
	id: 'pChain.explainTransaction',
	name: 'Explain Transaction',
	action: 'Explain a transaction in words',
	description:
		'Returns what a transaction of the P-, X- or C-Chain (atomic) does, from its bytes: amounts, owners, change, fee, and what is unusual; to be read before a transaction is signed; sends no request and needs no credential',
	offline: true,
	fields: transactions.explainFields,
	callOptions: 'none',
	output: transactions.EXPLAINED,
	execute: transactions.explainTransaction,
});
