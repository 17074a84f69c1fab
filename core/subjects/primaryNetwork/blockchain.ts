import { fieldSet } from '../../fields/fieldSet';
import type { Paths } from '../../fields/columns';
import * as out from '../../fields/outputs';
import { field } from '../../fields/field';
import { declare, declareList } from '../../operations/declare';
import { dataResources } from '../resources';
import { byToken, page, pages } from '../../operations/pages';
import { id } from '../../fields/identifiers';
import { network, sortOrder } from '../shared/data/fields';
import { blockchain } from '../shared/data/subnetShapes';

const columns = (item: Paths<out.ObjectOf<ReturnType<typeof blockchain>>>) => [
	item.blockchainId,
	item.blockchainName,
	item.subnetId,
	item.vmId,
	item.evmChainId,
	item.createBlockTimestamp,
	item.createBlockNumber,
];

/** All blockchains of a network. */
export const getManyBlockchains = declareList({
	id: 'primaryNetwork.getManyBlockchains',
	node: 'avalanche',
	resource: dataResources.primaryNetwork,
	entry: { value: 'getManyBlockchains', name: 'Get Many Blockchains' },
	action: 'Get many blockchains of a network',
	description:
		'Lists all blockchains that were created on the P-Chain, of any virtual machine, with name, subnet and EVM chain ID; use Chain > Get Many for EVM chains that the data service indexes',
	service: 'data',
	call: { type: 'http', method: 'GET', path: '/v1/networks/{network}/blockchains' },
	input: fieldSet({
		network: network(),
		sortOrder: sortOrder(),
		...pages(10_000, 100),
	}),
	output: page({ blockchains: out.many(blockchain()) }),
	items: 'blockchains',
	paging: byToken(10_000),
	columns,
	cost: 20,
	spec: 'Chain data: Primary Network',
});

/** One blockchain. */
export const getBlockchain = declare({
	id: 'primaryNetwork.getBlockchain',
	node: 'avalanche',
	resource: dataResources.primaryNetwork,
	entry: { value: 'getBlockchain', name: 'Get Blockchain' },
	action: 'Get a blockchain',
	description:
		'Returns one blockchain by its ID, with name, subnet, virtual machine and genesis; use it to find the name of a blockchain ID',
	service: 'data',
	call: { type: 'http', method: 'GET', path: '/v1/networks/{network}/blockchains/{blockchainId}' },
	input: fieldSet({
		network: network(),
		blockchainId: field(id('a blockchain id'), {
			in: 'path',
			label: 'Blockchain ID',
			description: 'ID of the blockchain (cb58)',
			placeholder: '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM',
		}),
	}),
	output: out.object({ ...blockchain(), blockchainId: out.essential(out.id('In cb58')) }),
	columns,
	cost: 20,
	spec: 'Chain data: Primary Network',
});
