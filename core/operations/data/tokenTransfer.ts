import { fieldSet } from '../../fields/fieldSet';
import { as } from '../../fields/columns';
import * as out from '../../fields/outputs';
import { field } from '../../fields/field';
import { declareList } from '../declare';
import { dataResources } from '../resources';
import { orLatest, whole } from '../../fields/inputs';
import { evmChain, pageSize, pageToken, wallet } from './fields';
import { inOrder } from './rules';
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
		},
		inOrder(['startBlock', 'Start Block'], ['endBlock', 'End Block']),
	),
	output: out.object({
		nextPageToken: out.text(),
		transactions: out.many({
			blockNumber: out.count(),
			blockTimestamp: out.seconds('When the block was made'),
			blockTimestampMilliseconds: out.count('The same in Unix milliseconds'),
			blockHash: out.hash(),
			txHash: out.hash(),
			...erc20Transfer(),
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
