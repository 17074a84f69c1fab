import type { FieldSet } from '../../../core/fields/fieldSet';
import { SIMPLIFIED, present } from '../../../core/fields/present';
import { dataResources } from '../../../core/subjects/resources';
import { getPortfolio } from '../../../core/subjects/tokenBalance/portfolio';
import {
	PORTFOLIO_ROW,
	portfolioFields,
} from '../../../core/subjects/tokenBalance/portfolioFields';
import type { Action, ActionForm } from '../../shared/action';
import { locatedIn } from '../../shared/fieldProperties';
import { outputItem } from '../../shared/output';
import { inputFromParameters } from '../../shared/parameters';
import { outputFrom } from '../../shared/outputFields';
import { presentationOptions } from '../../shared/presentationOptions';
import { formProperties } from '../../shared/properties';

const fields = portfolioFields as unknown as FieldSet;

/** The form of the operation in the node's menu. */
export const portfolioForm: ActionForm = {
	resource: dataResources.tokenBalance,
	entry: { value: 'getPortfolio', name: 'Get Portfolio' },
	action: 'Get the portfolio of addresses',
	description:
		'Returns what the addresses of one owner hold on all EVM chains and on the P- and X-Chain: tokens, stakes, locked amounts, amounts between chains and pending rewards, with prices where the service has them, one item for each asset, chain and state',
	properties: formProperties(locatedIn(fields, 'data'), {
		options: presentationOptions(PORTFOLIO_ROW),
	}),
	output: PORTFOLIO_ROW,
	how: SIMPLIFIED,
};

/** The assets of one owner on all chains. */
export const portfolio: Action = {
	async run(run) {
		const input = inputFromParameters(fields, run);
		const how = outputFrom(run).how(true);
		const rows = await getPortfolio(run.client, input as never);
		return rows.map((row) => outputItem(present(PORTFOLIO_ROW, row, how, input), run.itemIndex));
	},
};
