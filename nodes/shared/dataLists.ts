import { isNodeId } from '../../core/formats/ids';
import { isEvmAddress } from '../../core/formats/evmAddress';
import { PRIMARY_ADDRESS } from '../../core/subjects/webhook/webhookEventTypes';
import { AVAX, PRIMARY_CHAIN_CHOICES } from '../../core/operations/shared';
import { chainEntry, foreign, named, subnetEntry } from './listEntries';
import type { ListForm } from './listForm';
import type { Entry, Item, Lists, Source } from './listSource';
import { evmValidators, nodeSubnets, nodeValidators } from './nodeValidators';

/** The lists of the data service. */

/** A webhook by its name. Its URL may contain a secret and is not shown. */
function webhookEntry({ id, name, eventType, status }: Item): Entry {
	const called = name ? String(name) : String(eventType ?? 'Webhook');
	return named(status === 'inactive' ? `${called}, inactive` : called, id);
}

/** The chains of the primary network by their aliases, which all networks share. */
const PRIMARY_CHAINS: readonly Entry[] = PRIMARY_CHAIN_CHOICES.filter(({ value }) =>
	value.endsWith('-chain'),
).map(({ value, name }) => named(name, value));

const EVM_EXPORT = 'TRANSACTION_EXPORT_EVM';

/** The chains of the primary network, if the form is about them. */
function primaryChains({ values }: ListForm): readonly Entry[] | undefined {
	const [exported] = values('type');
	const [event] = values('eventType');
	if (event === PRIMARY_ADDRESS) {
		return PRIMARY_CHAINS.filter(({ value }) => value !== 'c-chain');
	}
	return exported === undefined || exported === EVM_EXPORT ? undefined : PRIMARY_CHAINS;
}

const chains: Source = { id: 'chain.getMany', entry: chainEntry };

/** The holder whose tokens are listed: the first EVM address of the form. */
function holderIn({ values }: ListForm): string | undefined {
	return [...values('address'), ...values('addresses')].find(isEvmAddress);
}

/** A list of the tokens that an address holds, by contract. */
function held(id: Source['id'], what: string): Source {
	return {
		id,
		input: (form) => ({
			chainId: form.values('chainId')[0] ?? '43114',
			address: holderIn(form) as string,
		}),
		entry: ({ address, name, symbol }) => (address ? foreign(symbol || name, address) : undefined),
		missing: (form) =>
			holderIn(form)
				? undefined
				: `The list has the ${what} that an address holds: fill in the address (0x…) first, or give the contract by its ID`,
		most: 1000,
	};
}

const l1Validations: Source = {
	id: 'staking.getManyL1Validators',
	input({ values }) {
		const [subnetId] = values('subnetId');
		return subnetId ? { subnetId } : {};
	},
	entry: ({ validationId, nodeId }) => (validationId ? named(nodeId, validationId) : undefined),
};

export const assets: Source = {
	id: 'primaryTransaction.getMany',
	// Without addresses, the service has no filter by type: these are the assets of the latest transactions.
	input: () => ({ blockchainId: 'x-chain' }),
	entry({ assetCreated, amountCreated, amountUnlocked }) {
		const assets = [assetCreated, amountCreated, amountUnlocked].flat() as Array<Item | undefined>;
		return assets.flatMap((one) =>
			one?.assetId ? [foreign(one.name || one.symbol, one.assetId)] : [],
		);
	},
	more: (network) => [named('AVAX', AVAX[network] ?? AVAX.fuji)],
	most: 300,
};

/** L1 validations, in a form without a network. */
export const validationsOfNode: Source = { ...l1Validations, networkOfNode: true };

export const dataLists: Lists = {
	chain: chains,
	// A form for data of the primary network offers its chains instead of EVM chains.
	anyChain: { ...chains, fixed: primaryChains },
	subnet: {
		id: 'primaryNetwork.getManySubnets',
		entry: ({ subnetId, blockchains }) => {
			const [first] = (blockchains ?? []) as Item[];
			return subnetEntry(first?.blockchainName, subnetId);
		},
		// The event New Validator can read a subnet from the node, whatever its network is.
		instead: ({ values }) => (values('source')[0] === 'subnet' ? nodeSubnets : undefined),
	},
	blockchain: {
		id: 'primaryNetwork.getManyBlockchains',
		entry: ({ blockchainId, blockchainName }) => foreign(blockchainName, blockchainId),
	},
	validator: {
		id: 'staking.getManyValidators',
		input: () => ({ validationStatus: 'active' }),
		entry: ({ nodeId }) => named(undefined, nodeId),
		whole: (text) => (isNodeId(text) ? { nodeIds: [text] } : undefined),
		// Only the data service needs a network; for other observers the node's list is used.
		instead({ values }) {
			const [observer] = values('observer');
			return { node: nodeValidators, evm: evmValidators }[observer];
		},
	},
	l1Node: {
		...l1Validations,
		entry: ({ nodeId }) => (nodeId ? named(undefined, nodeId) : undefined),
	},
	l1Validation: l1Validations,
	asset: assets,
	token: held('tokenBalance.getManyErc20', 'ERC-20 tokens'),
	collection: held('tokenBalance.getManyCollectibles', 'NFTs'),
	webhook: { id: 'webhook.getMany', entry: webhookEntry },
};
