import { z } from 'zod/v4';
import { declare, field } from '../declare';
import { orLatest, whole } from '../kinds';
import { many, number, seconds, text } from '../shared';
import { evmChain, inputOf, pageSize, pageToken, wallet } from './fields';
import { inOrder } from './rules';
import { erc20Transfer } from './shapes';

/** ERC-20 transfers from and to one address. */
export const listErc20Transfers = declare({
	id: 'tokenTransfer.getManyErc20',
	node: 'avalanche',
	resource: 'Token Transfer',
	operation: 'Get Many ERC-20',
	action: 'Get many ERC-20 transfers of an address',
	description:
		'Lists the ERC-20 token transfers from and to an address of an EVM chain, optionally within a range of blocks',
	service: 'data',
	call: {
		type: 'http',
		method: 'GET',
		path: '/v1/chains/{chainId}/addresses/{address}/transactions:listErc20',
	},
	input: inputOf({
		chainId: evmChain(),
		address: wallet(),
		startBlock: field(whole(0).optional(), {
			in: 'query',
			label: 'Start Block',
			description: 'First block of the range, included; the genesis block when left out',
			placeholder: '6479329',
		}),
		endBlock: field(orLatest(whole(0)).optional(), {
			in: 'query',
			label: 'End Block',
			description: 'End of the range, not included; the latest block when left out, or latest',
			placeholder: '6479330',
		}),
		pageSize: pageSize(),
		pageToken: pageToken(),
	}).superRefine(inOrder(['startBlock', 'Start Block'], ['endBlock', 'End Block'])),
	output: () =>
		z.looseObject({
			nextPageToken: text(),
			transactions: many({
				blockNumber: text('Decimal digits'),
				blockTimestamp: seconds('When the block was made'),
				blockTimestampMilliseconds: number('The same in Unix milliseconds'),
				blockHash: text(),
				txHash: text(),
				...erc20Transfer(),
			}),
		}),
	paging: { style: 'token', items: 'transactions', maxPageSize: 100 },
	simplify: [
		'txHash',
		'blockNumber',
		'blockTimestamp',
		'from.address as from',
		'to.address as to',
		'value',
		'erc20Token.symbol as symbol',
		'erc20Token.decimals as decimals',
		'erc20Token.address as tokenAddress',
		'logIndex',
	],
	cost: 20,
	spec: 'Chain data: EVM queries',
});
