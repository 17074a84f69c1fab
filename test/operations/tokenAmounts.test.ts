import { formatUnits } from 'viem';
import { SIMPLIFIED, present } from '../../core/fields/present';
import { itemOutput } from '../../core/operations/derived';
import type { Output } from '../../core/fields/outputs';
import { knownOperation } from '../core/operations/knownOperation';
import { operationCases } from '../../lab/kit/operations/case';

/** The amount of every transfer of a token, in whole units, by the decimals of its own token, beside viem. */

interface Transfer {
	value: unknown;
	erc20Token?: { decimals?: number };
	erc1155Token?: { metadata?: { decimals?: number } };
}

/** The decimals by the documents: of an ERC-1155 token they may be absent, and it has no fractions then. */
function decimalsOf({ erc20Token, erc1155Token }: Transfer): number | undefined {
	if (erc20Token) return Number(erc20Token.decimals);
	return erc1155Token && Number(erc1155Token.metadata?.decimals ?? 0);
}

/** The transfers within a value, in their order. */
function transfersIn(value: unknown): Transfer[] {
	if (typeof value !== 'object' || value === null) return [];
	const own = 'value' in value && decimalsOf(value as Transfer) !== undefined;
	return [...(own ? [value as Transfer] : []), ...Object.values(value).flatMap(transfersIn)];
}

const found = operationCases().flatMap(({ id, items }) => {
	const output = itemOutput(knownOperation(id)) as Output;
	return items.flatMap((item) => {
		const presented = transfersIn(present(output, item, SIMPLIFIED));
		return transfersIn(item).map((raw, at) => ({ id, raw, presented: presented[at] }));
	});
});

test('there are transfers of both kinds in a list of transfers and in transactions', () => {
	const kinds = new Set(found.map(({ id, raw }) => `${id} ${raw.erc20Token ? 20 : 1155}`));
	expect([...kinds]).toEqual(
		expect.arrayContaining([
			'contract.getManyTransfers 20',
			'contract.getManyTransfers 1155',
			'evmTransaction.getManyErc20Transfers 20',
			'evmTransaction.getManyErc1155Transfers 1155',
		]),
	);
});

test.each(found)('$id', ({ raw, presented }) => {
	const exact = formatUnits(BigInt(String(raw.value)), decimalsOf(raw)!);
	expect(presented).toMatchObject({ value: Number(exact), valueExact: raw.value });
});
