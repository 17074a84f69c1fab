import type { Column } from '../../../fields/columns';
import { field } from '../../../fields/field';
import { bigWhole, choice, orLatest, textValue, whole } from '../../../fields/inputs';
import { startNotAfterEnd } from '../../../fields/rules';
import { isEvmHash } from '../../../formats/ids';
import * as shared from '../../../operations/shared';

/** The fields that several operations on EVM chains share. */

/** `startBlock` and `endBlock` of the query. */
export function blockRange() {
	return {
		startBlock: field(whole(0).optional(), {
			in: 'query',
			label: 'Start Block',
			description: 'First block of the range (inclusive); the genesis block by default',
			placeholder: '6479329',
		}),
		endBlock: field(orLatest(whole(0)).optional(), {
			in: 'query',
			label: 'End Block',
			description: 'End of the range (exclusive): a block number, or latest, the default',
			placeholder: '6479330',
		}),
	};
}

/** Bounds and order of lists with these fields. */
export const BY_BLOCK = {
	unit: 'blocks',
	start: { field: 'startBlock', is: 'inclusive' },
	end: { field: 'endBlock', is: 'exclusive' },
	order: 'desc',
	position: (item: { readonly blockNumber: Column }) => [item.blockNumber],
} as const;

/** The rule that the start of the range is not after its end. */
export const blocksInOrder = startNotAfterEnd(
	['startBlock', 'Start Block'],
	['endBlock', 'End Block'],
);

/** The block at which balances are read. */
export function balanceBlock() {
	return field(orLatest(bigWhole()).optional(), {
		in: 'query',
		label: 'Block Number',
		description: 'The balance as of this block: a block number, or latest, the default',
		placeholder: '6479329',
	});
}

/** `{blockId}` of a path: the number or the hash of a block. */
export function blockId() {
	const rule = 'must be a block number, or a block hash: 0x and 64 hexadecimal digits';
	return field(
		textValue(rule, (text) => /^\d{1,19}$/.test(text) || isEvmHash(text)),
		{
			in: 'path',
			label: 'Block',
			description: 'Number of the block, or its hash: 0x and 64 hexadecimal digits',
			placeholder: '6479329',
		},
	);
}

/** Only transactions that failed, or that succeeded. */
export function transactionStatus() {
	return field(
		choice(
			['failed', 'success'],
			[
				{ value: 'failed', name: 'Failed' },
				{ value: 'success', name: 'Success' },
			],
		).optional(),
		{
			in: 'query',
			label: 'Status',
			description: 'Only transactions with this result; all by default',
		},
	);
}

/** A filter for the chains of a network. */
export function ofNetwork(what: string) {
	return field(choice(shared.NETWORKS, shared.NETWORK_CHOICES).optional(), {
		in: 'query',
		label: 'Network',
		description: `Only ${what} of this network`,
	});
}

/** The currency of prices. */
export function currency(byDefault?: 'usd') {
	return field(choice<readonly string[]>(shared.CURRENCIES, shared.CURRENCY_CHOICES).optional(), {
		in: 'query',
		label: 'Currency',
		description:
			'Currency of prices, one of the ISO 4217 codes that the service supports; usd by default',
		placeholder: 'usd',
		...(byDefault && { default: byDefault }),
		show: 'option',
	});
}
