import type { FieldSet } from '../../../core/fields/fieldSet';
import { EXPLAINED, explainFields } from '../../../core/subjects/pChain/explainTransaction';
import { TOP_UP, topUpFields } from '../../../core/subjects/pChain/prepareL1TopUp';
import { nodeResources } from '../../../core/subjects/resources';
import type { ActionForm } from '../../shared/action';
import { locatedIn } from '../../shared/fieldProperties';
import { formProperties } from '../../shared/properties';
import { offlineForm } from './offlineForm';

/** The forms of transactions: one is prepared from what the node returns, the other only explains bytes. */
export const transactionForms: readonly ActionForm[] = [
	{
		resource: nodeResources.pChain,
		entry: { value: 'prepareL1TopUp', name: 'Prepare L1 Top-Up' },
		action: 'Prepare the top up of an L1 validator',
		description:
			'Builds a transaction that adds AVAX to the balance of an L1 validation, and returns the bytes to sign, the fee and what the transaction does; it signs nothing and sends nothing: Issue Transaction sends what your wallet or signer has signed',
		properties: formProperties(locatedIn(topUpFields as unknown as FieldSet, 'node')),
		output: TOP_UP,
	},
	offlineForm(explainFields as unknown as FieldSet, EXPLAINED, {
		resource: nodeResources.pChain,
		entry: { value: 'explainTransaction', name: 'Explain Transaction' },
		action: 'Explain a transaction in words',
		description:
			'Returns what a transaction of the P-, X- or C-Chain (atomic) does, from its bytes: amounts, owners, change, fee, and what is unusual; to be read before a transaction is signed; sends no request and needs no credential',
	}),
];
