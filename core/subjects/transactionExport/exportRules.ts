import type { z } from 'zod/v4';
import { isAddress } from '../../formats/ids';
import { isEvmAddress } from '../../formats/evmAddress';
import { isChain } from '../../fields/identifiers';
import { all, broken, startNotAfterEnd } from '../../fields/rules';
import { PRIMARY_CHAINS } from '../../operations/shared';

/**
 * An export has one of two forms: for EVM chains, EVM addresses and chain ids; for the primary
 * network, bech32 addresses, or EVM addresses with atomic C-Chain transactions, and chains of the
 * primary network.
 */

const EVM = 'TRANSACTION_EXPORT_EVM';

/** True for a chain of either form. */
export function isIncludedChain(value: string): boolean {
	return isChain(value) || PRIMARY_CHAINS.includes(value);
}

type ExportInput = {
	type: string;
	addresses?: string[];
	includeChains: string[];
	cChainEvmAddresses?: string[];
	firstDate?: string;
	lastDate?: string;
	startDate?: string;
	endDate?: string;
};

type Context = z.RefinementCtx;

const daysInOrder = all(
	startNotAfterEnd(['firstDate', 'First Date'], ['lastDate', 'Last Date']),
	startNotAfterEnd(['startDate', 'Start Date'], ['endDate', 'End Date']),
);

/** The rules between the fields of an export. */
export function exportRules(input: ExportInput, context: Context): void {
	if (input.type === EVM) ofEvm(input, context);
	else ofPrimaryNetwork(input, context);
	daysInOrder(input, context);
}

function ofEvm(input: ExportInput, context: Context): void {
	each(
		context,
		'addresses',
		input.addresses,
		isEvmAddress,
		'must hold 0x addresses for an export of EVM chains',
	);
	each(
		context,
		'includeChains',
		input.includeChains,
		isChain,
		'must hold EVM chain ids or blockchain ids for an export of EVM chains',
	);
	if (input.cChainEvmAddresses) {
		broken(
			context,
			'cChainEvmAddresses',
			'is only for exports of the primary network; use "Addresses" (addresses) instead',
		);
	}
}

function ofPrimaryNetwork(input: ExportInput, context: Context): void {
	if (!input.addresses && !input.cChainEvmAddresses) {
		broken(
			context,
			'addresses',
			'is required for an export of the primary network unless "C-Chain EVM Addresses" (cChainEvmAddresses) is given',
		);
	}
	each(
		context,
		'addresses',
		input.addresses,
		isAddress,
		'must hold X- or P-Chain addresses for an export of the primary network; put 0x addresses into "C-Chain EVM Addresses" (cChainEvmAddresses)',
	);
	each(
		context,
		'includeChains',
		input.includeChains,
		(chain) => PRIMARY_CHAINS.includes(chain),
		'must hold p-chain, x-chain, c-chain or their blockchain ids for an export of the primary network',
	);
}

function each(
	context: Context,
	key: string,
	values: string[] | undefined,
	check: (value: string) => boolean,
	rule: string,
): void {
	values?.forEach((value, at) => {
		if (!check(value)) broken(context, key, rule, at);
	});
}
