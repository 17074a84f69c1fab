import { fieldSet } from '../../fields/fieldSet';
import { as } from '../../fields/columns';
import * as out from '../../fields/outputs';
import { declareList } from '../declare';
import { dataResources } from '../resources';
import { evmChain, pageSize, pageToken, wallet } from './fields';
import { blockRange, blocksInOrder } from './evmFields';
import { inBlock } from './evmShapes';
import { erc20Transfer } from './shapes';

/** ERC-20 transfers from and to one address. */
export const listErc20Transfers = declareList({
	id: 'tokenTransfer.getManyErc20',
	node: 'avalanche',
	resource: dataResources.evmTransaction,
	entry: { value: 'getManyErc20Transfers', name: 'Get Many ERC-20 Transfers' },
	action: 'Get many ERC-20 transfers of an address',
	description:
		'Lists the ERC-20 token transfers from and to an address of an EVM chain, optionally within a range of blocks',
	service: 'data',
	call: {
		type: 'http',
		method: 'GET',
		path: '/v1/chains/{chainId}/addresses/{address}/transactions:listErc20',
	},
	input: fieldSet(
		{
			chainId: evmChain(),
			address: wallet(),
			...blockRange(),
			pageSize: pageSize(),
			pageToken: pageToken(),
		},
		blocksInOrder,
	),
	output: out.object({
		nextPageToken: out.text(),
		transactions: out.many({
			...inBlock(),
			txHash: out.hash(),
			...erc20Transfer({}),
		}),
	}),
	items: 'transactions',
	paging: { style: 'token', maxPageSize: 100 },
	columns: (item) => [
		item.txHash,
		item.blockNumber,
		item.blockTimestamp,
		as('from', item.from.address),
		as('to', item.to.address),
		item.value,
		as('symbol', item.erc20Token.symbol),
		as('decimals', item.erc20Token.decimals),
		as('tokenAddress', item.erc20Token.address),
		item.logIndex,
	],
	cost: 20,
	spec: 'Chain data: EVM queries',
});
