import * as out from '../../../fields/outputs';
import { field } from '../../../fields/field';
import { choice } from '../../../fields/inputs';
import * as evm from '../../evm/evmPrice';
import * as pChainFee from '../../pChainFee/pChainFee';
import {
	type ThresholdSide,
	boundColumns,
	boundExample,
	boundField,
	boundReadings,
	boundText,
	boundsRule,
} from '../../../events/bounds';
import { chainOfNode } from '../../../events/fields';
import { declareLevels } from '../../../events/levelEvent';
import type { SubjectReading } from '../../../events/levelTypes';
import { amountOf } from '../../../events/words';

interface Fee {
	fee: 'baseFee' | 'validatorFee';
	/** Wei per unit of gas, or nAVAX per second. */
	price: string;
	priceText: string;
}

type Facts = Fee & ThresholdSide;

/** Decimals of the prices in nAVAX: those of gas are in wei. */
const DECIMALS = { baseFee: 9, validatorFee: 0 } as const;
const decimalsOf = (fee: string) => DECIMALS[fee as Fee['fee']];
const PRICES = { what: 'Fees in nAVAX', unit: 'nAVAX' };

/** Fees of the network that cross thresholds. */
export const feeLevel = declareLevels({
	value: 'feeLevel',
	type: 'fee.level',
	name: 'Fee Level',
	description:
		'The base fee of an EVM chain (on the C-Chain the upper bound of the next block), or the fee of L1 validators, crosses your thresholds',
	what: 'fee',
	reads: 'the node: `eth_baseFee` or `platform.getValidatorFeeState`',
	remembers: 'one fee, about 100 bytes',
	fields: {
		fee: field(
			choice(
				['baseFee', 'validatorFee'],
				[
					{
						value: 'baseFee',
						name: 'Base Fee of an EVM Chain',
						description: 'In nAVAX per unit of gas (billionths of the native token)',
					},
					{
						value: 'validatorFee',
						name: 'Fee of L1 Validators',
						description: 'In nAVAX per second and validator; at least 512',
					},
				],
			),
			{
				in: 'form',
				label: 'Fee',
				description: 'Which fee to watch',
				default: 'baseFee',
			},
		),
		above: boundField('above', { ...PRICES, placeholder: '5, 50' }),
		below: boundField('below', { ...PRICES, placeholder: '1' }),
		blockchainId: chainOfNode({
			show: 'option',
			shownFor: { field: 'fee', values: ['baseFee'] },
		}),
	},
	rules: [boundsRule],
	columns: {
		fee: out.choice(['baseFee', 'validatorFee']),
		price: out.amount({
			decimals: { asset: 'fee', known: DECIMALS },
			wholeUnit: 'nAVAX',
			note: 'The base fee in wei per unit of gas, or the fee of L1 validators in nAVAX per second',
		}),
		...boundColumns('nAVAX'),
	},
	repeat: [86_400],
	goneText: 'is not known',
	async read(
		{ fee, above, below, blockchainId = 'C' },
		{ client },
	): Promise<Array<SubjectReading<Facts>>> {
		const price =
			fee === 'baseFee'
				? (await client.call(evm.getBaseFee, { blockchainId })).baseFee
				: (await client.call(pChainFee.getValidatorFeeState, {})).price;
		const lines = { above, below, decimals: decimalsOf(fee) };
		return boundReadings(feeNameOf(fee, blockchainId), feeOf(fee, price), BigInt(price), lines);
	},
	say({ fee, priceText, side, line }) {
		const bound = boundText({ side, line }, 'nAVAX');
		const name = fee === 'baseFee' ? 'Base fee' : 'L1 validator fee';
		return {
			name,
			bad: `${priceText}, ${bound}`,
			good: `${priceText}, not ${bound}`,
			text: `The ${fee === 'baseFee' ? 'base fee' : 'fee of L1 validators'} is ${priceText}.`,
		};
	},
	subjectOf: ({ fee }) => (fee === 'baseFee' ? 'base fee' : 'L1 validator fee'),
	show: ({ fee, price, side, line }) => ({ fee, price, side, line }),
	example: ({ settings: { fee, above, below, blockchainId = 'C' }, read }) =>
		boundExample(
			feeNameOf(fee, blockchainId),
			(amount) => feeOf(fee, String(amount)),
			{ above, below, decimals: decimalsOf(fee) },
			read?.side,
		),
});

function feeNameOf(fee: string, blockchainId: string): string {
	return fee === 'baseFee' ? `${blockchainId} base fee` : 'L1 validator fee';
}

function feeOf(fee: string, price: string): Fee {
	const isBase = fee === 'baseFee';
	const unit = isBase ? 'nAVAX a unit of gas' : 'nAVAX a second';
	const priceText = amountOf(price, decimalsOf(fee), unit);
	return { fee: isBase ? 'baseFee' : 'validatorFee', price, priceText };
}
