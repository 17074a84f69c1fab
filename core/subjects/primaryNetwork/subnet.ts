import { fieldSet } from '../../fields/fieldSet';
import { as, furtherOf, type Paths } from '../../fields/columns';
import * as out from '../../fields/outputs';
import { declare, declareList } from '../../operations/declare';
import { dataResources } from '../resources';
import { byToken, page, pages } from '../../operations/pages';
import { network, sortOrder, subnetOfPath } from '../shared/data/fields';
import { blockchain, manager, ownership } from '../shared/data/subnetShapes';

/** A subnet, or the L1 that it was converted to. */
function subnet() {
	return {
		subnetId: out.id('In cb58'),
		isL1: out.flag('True if it was converted to an L1'),
		createBlockTimestamp: out.seconds('When the subnet was created'),
		createBlockIndex: out.count('Height of the P-Chain block that created it'),
		subnetOwnershipInfo: ownership(),
		l1ConversionTransactionHash: out.optional(out.hash('Transaction that converted it to an L1')),
		l1ValidatorManagerDetails: out.optional(manager()),
		blockchains: out.objects(blockchain()),
		ownerAddresses: out.texts('Deprecated, see subnetOwnershipInfo'),
		threshold: out.count('Deprecated, see subnetOwnershipInfo'),
		locktime: out.seconds('Deprecated, see subnetOwnershipInfo'),
	};
}

const columns = (item: Paths<out.ObjectOf<ReturnType<typeof subnet>>>) => [
	item.subnetId,
	as('blockchainName', item.blockchains[0].blockchainName),
	item.isL1,
	as('blockchainId', item.blockchains[0].blockchainId),
	as('evmChainId', item.blockchains[0].evmChainId),
	furtherOf('otherBlockchains', item.blockchains),
	item.createBlockTimestamp,
	item.l1ConversionTransactionHash,
	as('managerBlockchainId', item.l1ValidatorManagerDetails.blockchainId),
	as('managerAddress', item.l1ValidatorManagerDetails.contractAddress),
	as('ownerAddresses', item.subnetOwnershipInfo.addresses),
];

/** All subnets of a network. */
export const getManySubnets = declareList({
	id: 'primaryNetwork.getManySubnets',
	node: 'avalanche',
	resource: dataResources.primaryNetwork,
	entry: { value: 'getManySubnets', name: 'Get Many Subnets' },
	action: 'Get many subnets and L1s',
	description:
		'Lists all subnets and L1s of a network, with owner, blockchains and, for an L1, its validator manager contract',
	service: 'data',
	call: { type: 'http', method: 'GET', path: '/v1/networks/{network}/subnets' },
	input: fieldSet({
		network: network(),
		sortOrder: sortOrder(),
		...pages(10_000, 100),
	}),
	output: page({ subnets: out.many(subnet()) }),
	items: 'subnets',
	paging: byToken(10_000),
	columns,
	cost: 20,
	spec: 'Chain data: Primary Network',
});

/** One subnet. */
export const getSubnet = declare({
	id: 'primaryNetwork.getSubnet',
	node: 'avalanche',
	resource: dataResources.primaryNetwork,
	entry: { value: 'getSubnet', name: 'Get Subnet' },
	action: 'Get a subnet or L1',
	description:
		'Returns one subnet or L1 by its ID, with owner, blockchains, conversion and validator manager contract',
	service: 'data',
	call: { type: 'http', method: 'GET', path: '/v1/networks/{network}/subnets/{subnetId}' },
	input: fieldSet({
		network: network(),
		subnetId: subnetOfPath({
			description: 'ID of the subnet (cb58)',
			placeholder: 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z',
		}),
	}),
	output: out.object({ ...subnet(), subnetId: out.essential(out.id('In cb58')) }),
	columns,
	cost: 20,
	spec: 'Chain data: Primary Network',
});
