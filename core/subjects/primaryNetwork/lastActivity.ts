import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';
import { declare } from '../../operations/declare';
import { dataResources } from '../resources';
import { network, owners, ownersInBody, primaryChain } from '../shared/data/fields';
import { addressesOfNetwork } from '../shared/data/rules';
import { CHAIN_NAMES } from '../shared/data/shapes';

const PATH = '/v1/networks/{network}/blockchains/{blockchainId}/lastActivityTimestampByAddresses';

function activity() {
	return out.object({
		timestamp: out.essential(
			out.seconds('Last time that one of the addresses took part in a transaction'),
		),
		blockNumber: out.count(),
		txHash: out.hash('The transaction'),
		utxoId: out.id('The output that it created or spent'),
		isConsumed: out.flag('True if the output was spent'),
		chainName: out.choice(CHAIN_NAMES),
		network: out.choice(['mainnet', 'fuji']),
	});
}

/** Time of the last activity of addresses. */
export const getLastActivity = declare({
	id: 'primaryNetwork.getLastActivity',
	node: 'avalanche',
	resource: dataResources.primaryNetwork,
	entry: { value: 'getLastActivity', name: 'Get Last Activity' },
	transport: { value: 'get', name: 'GET' },
	action: 'Get the last activity of primary network addresses',
	description:
		'Returns the last time that one of the addresses received or spent an output on the P- or X-Chain, with the transaction; use it to find dormant wallets',
	service: 'data',
	call: { type: 'http', method: 'GET', path: PATH },
	input: fieldSet(
		{ network: network(), blockchainId: primaryChain(), addresses: owners() },
		addressesOfNetwork('addresses'),
	),
	output: activity(),
	cost: 100,
	spec: 'Chain data: Primary Network UTXOs',
});

/** Last activity of more addresses than a URL takes. */
export const getLastActivityPost = declare({
	id: 'primaryNetwork.getLastActivityPost',
	node: 'avalanche',
	resource: dataResources.primaryNetwork,
	entry: { value: 'getLastActivity', name: 'Get Last Activity' },
	transport: { value: 'post', name: 'POST' },
	action: 'Get the last activity of a long list of addresses',
	description: 'Returns the same for more addresses than fit into a URL',
	service: 'data',
	call: { type: 'http', method: 'POST', reads: true, path: PATH },
	input: fieldSet(
		{ network: network(), blockchainId: primaryChain(), addresses: ownersInBody() },
		addressesOfNetwork('addresses'),
	),
	output: activity(),
	cost: 100,
	spec: 'Chain data: Primary Network UTXOs',
});
