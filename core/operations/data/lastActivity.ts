import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';
import { declare } from '../declare';
import { dataResources } from '../resources';
import { network, owners, ownersInBody, primaryChain } from './fields';
import { addressesOfNetwork } from './rules';

const PATH = '/v1/networks/{network}/blockchains/{blockchainId}/lastActivityTimestampByAddresses';

function activity() {
	return out.object({
		timestamp: out.required(
			out.seconds('Last time that one of the addresses took part in a transaction'),
		),
		blockNumber: out.count(),
		txHash: out.hash('The transaction'),
		utxoId: out.id('The output that it created or spent'),
		isConsumed: out.flag('True if the output was spent'),
		chainName: out.name('p-chain, x-chain or c-chain'),
		network: out.text('mainnet or fuji'),
	});
}

/** When addresses last did something. */
export const getLastActivity = declare({
	id: 'lastActivity.get',
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

/** The same for more addresses than a URL takes. */
export const getLastActivityByPost = declare({
	id: 'lastActivity.getByPost',
	node: 'avalanche',
	resource: dataResources.primaryNetwork,
	entry: { value: 'getLastActivity', name: 'Get Last Activity' },
	transport: { value: 'post', name: 'POST' },
	action: 'Get the last activity of a long list of addresses',
	description: 'Returns the same for more addresses than fit into a URL',
	service: 'data',
	call: { type: 'http', method: 'POST', path: PATH },
	input: fieldSet(
		{ network: network(), blockchainId: primaryChain(), addresses: ownersInBody() },
		addressesOfNetwork('addresses'),
	),
	output: activity(),
	cost: 100,
	spec: 'Chain data: Primary Network UTXOs',
});
