import type * as core from '../../core';

/** The types of items, by the compiler: unions of the documents, their names, and numbers that a double cannot hold. */

declare const validator: core.Item<'staking.getManyValidators'>;
declare const tolerant: core.Item<'staking.getManyValidators', 'tolerant'>;
declare const webhook: core.Item<'webhook.getMany'>;
declare const collectible: core.Item<'tokenBalance.getManyCollectibles'>;
declare const transaction: core.Item<'primaryTransaction.get'>;
declare const transfer: core.Item<'contract.getManyTransfers'>;
declare const chain: core.Item<'chain.getMany'>;
declare const block: core.Item<'evm.getBlock'>;

/** Never called: only its types are of interest. */
export function documented(): unknown {
	// @ts-expect-error no such status
	if (validator.validationStatus === 'actve') return 1;
	// @ts-expect-error no such status, of a tolerant client either
	if (tolerant.validationStatus === 'actve') return 1;
	// @ts-expect-error only of active validators
	validator.uptimePerformance.toFixed();
	// @ts-expect-error no such chain
	if (chain.vmName === 'EVN') return 1;
	// @ts-expect-error no such status of a chain
	if (chain.status === 'DOWN') return 1;
	if (webhook.eventType === 'validator_activity')
		return webhook.metadata.subEvents.validatorActivitySubEvents.length;
	if (webhook.eventType === 'address_activity') return webhook.metadata.addresses.length;
	// @ts-expect-error only of EVM addresses
	void webhook.metadata.addresses;
	if (collectible.ercType === 'ERC-1155') return collectible.balance.length;
	if (validator.validationStatus === 'removed') return validator.removeTxHash.length;
	if (transfer.erc20Token) return transfer.value.length + transfer.erc20Token.symbol.length;
	if (transaction.vertices)
		return transaction.vertices.length + transaction.consumedUtxos[0].timestamp;
	if (transaction.evmOutputs) return transaction.sourceChain.length;
	if (transaction.chainFormat) return transaction.blockHeight + transaction.amountCreated.length;
	// @ts-expect-error absent from the atomic transactions of the C-Chain
	void transaction.value.length;
	if (transaction.blockNumber)
		return transaction.value.length + transaction.emittedUtxos[0].blockNumber;
	// @ts-expect-error gas beyond 2^53 is text
	return block.gasLimit.toFixed();
}

test('the compiler tells the kinds of the documents apart', () => {
	expect(documented).toBeInstanceOf(Function);
});
