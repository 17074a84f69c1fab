import { SIMPLIFIED } from '../../../../../core/fields/present';
import { getPortfolio } from '../../../../../core/subjects/tokenBalance/portfolio';
import {
	PORTFOLIO_ROW,
	portfolioFields,
} from '../../../../../core/subjects/tokenBalance/portfolioFields';
import { declareComposed } from '../../../../shared/composed';

export const composed = declareComposed({
	id: 'tokenBalance.getPortfolio',
	name: 'Get Portfolio',
	action: 'Get the portfolio of addresses',
	description:
		'Returns what the addresses of one owner hold on all EVM chains and on the P- and X-Chain: tokens, stakes, locked amounts, amounts between chains and pending rewards, with prices where the service has them, one item for each asset, chain and state',
	reference: [
		'- Call: for each EVM address Chain: Get Many of Address and, for each chain, Get Many ERC-20; for the others Primary Network: Get Balance of three chains, Staking: Get Many Pending Rewards, and Get Many UTXOs of chains with amounts in transfer',
		'- Cost: 20 compute units for each EVM address and 20 for each of its chains; 400 for the addresses of the P- and X-Chain, 20 for the price of AVAX, and 100 for each page of UTXOs',
	],
	fields: portfolioFields,
	output: PORTFOLIO_ROW,
	how: SIMPLIFIED,
	execute: (input, { client }) => getPortfolio(client, input),
});
