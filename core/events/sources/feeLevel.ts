import * as out from '../../fields/outputs';
import { field } from '../../fields/field';
import { choice, textValue } from '../../fields/inputs';
import { wholeAmounts } from '../../fields/lines';
import { getBaseFee } from '../../operations/rpc/evmPrice';
import { getValidatorFeeState } from '../../operations/rpc/pChainFee';
import { isIdOrAlias } from '../../operations/rpc/fields';
import { declareLevels } from '../levelEvent';
import { amountOf } from '../words';
import { type Bound, boundText, boundsOf, boundsRule } from './bounds';

interface Facts extends Bound {
	fee: 'baseFee' | 'validatorFee';
	/** wei a unit of gas, or nAVAX a second. */
	price: string;
	shown: string;
}

/** Gas is priced in billionths of the native token. */
const GWEI = 9;

/** Prices of the network that cross your lines. */
export const feeLevel = declareLevels({
	value: 'feeLevel',
	type: 'fee.level',
	name: 'Fee Level',
	description: 'The base fee of an EVM chain, or the fee of L1 validators, crosses your lines',
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
						description: 'In nAVAX a unit of gas (billionths of the native token)',
					},
					{
						value: 'validatorFee',
						name: 'Fee of L1 Validators',
						description: 'In nAVAX a second and validator; 512 at the least',
					},
				],
			),
			{
				in: 'form',
				label: 'Fee',
				description: 'Which price to watch',
				default: 'baseFee',
			},
		),
		above: field(wholeAmounts().optional(), {
			in: 'form',
			label: 'Above (nAVAX)',
			description: 'Prices in nAVAX above which the event fires, separated by commas',
			placeholder: '5, 50',
			show: 'main',
		}),
		below: field(wholeAmounts().optional(), {
			in: 'form',
			label: 'Below (nAVAX)',
			description: 'Prices in nAVAX below which the event fires, separated by commas',
			placeholder: '1',
			show: 'main',
		}),
		blockchainId: field(
			textValue('must be a blockchain id (cb58) or an alias such as C', isIdOrAlias).optional(),
			{
				in: 'form',
				label: 'Blockchain ID',
				description: 'The EVM chain on the node: blockchain ID (cb58) or alias',
				default: 'C',
				show: 'option',
				shownFor: { field: 'fee', values: ['baseFee'] },
			},
		),
	},
	rules: [boundsRule],
	columns: {
		fee: out.choice(['baseFee', 'validatorFee']),
		price: out.text('Wei a unit of gas, or nAVAX a second and validator'),
		side: out.choice(['above', 'below'], 'Of your lines'),
		line: out.text('The furthest that was crossed, in nAVAX'),
	},
	repeat: [86_400],
	subjectOf: ({ fee }) => (fee === 'baseFee' ? 'base fee' : 'L1 validator fee'),
	goneText: 'is not known',
	async read({ fee, above = [], below = [], blockchainId = 'C' }, { client }) {
		const isBase = fee === 'baseFee';
		const price = isBase
			? (await client.call(getBaseFee, { blockchainId })).baseFee
			: (await client.call(getValidatorFeeState, {})).price;
		const decimals = isBase ? GWEI : 0;
		const shown = amountOf(price, decimals, isBase ? 'nAVAX a unit of gas' : 'nAVAX a second');
		const place = isBase ? `${blockchainId} base fee` : 'L1 validator fee';
		return boundsOf(BigInt(price), { above, below, decimals }).map(({ bound, ...levels }) => ({
			subject: `${place} ${bound.side}`,
			...levels,
			facts: {
				fee: isBase ? 'baseFee' : 'validatorFee',
				price,
				shown,
				...bound,
			} satisfies Facts as Facts,
		}));
	},
	say({ fee, shown, side, line }) {
		const bound: Bound = { side, line };
		const name = fee === 'baseFee' ? 'Base fee' : 'L1 validator fee';
		const good = bound.side === 'above' ? 'not above' : 'not below';
		return {
			name,
			bad: `${shown}, ${boundText(bound, 'nAVAX')}`,
			good: `${shown}, ${good} ${bound.line} nAVAX`,
			text: `The ${fee === 'baseFee' ? 'base fee' : 'fee of L1 validators'} is ${shown}.`,
		};
	},
	show: ({ fee, price, side, line }) => ({ fee, price, side, line }),
	example: {
		subject: 'C base fee above',
		level: 1,
		facts: exampleOf('62000000000', '62 nAVAX a unit of gas'),
		recovered: exampleOf('1000000000', '1 nAVAX a unit of gas'),
	},
});

function exampleOf(price: string, shown: string): Facts {
	return { fee: 'baseFee', price, shown, side: 'above', line: '50' };
}
