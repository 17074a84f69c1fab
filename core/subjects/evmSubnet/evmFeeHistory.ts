import { z } from 'zod/v4';
import { fieldSet } from '../../fields/fieldSet';
import { field, sentAs, takenAs, type Value, value } from '../../fields/field';
import { whole } from '../../fields/inputs';
import { valuesIn } from '../../fields/loose';
import * as out from '../../fields/outputs';
import { declare } from '../../operations/declare';
import { blockNumber, EVM_DETAILS, evmCall, filledWith } from '../shared/node/evmFields';
import { gasPrice, named, quantity } from '../shared/node/evmShapes';
import { ACCEPTED, evmChain } from '../shared/node/fields';

/** Past gas prices, and the state of the node's own chain. */

const MOST_BLOCKS = 1024;
const MOST_PERCENTILES = 100;

/** Whole percentiles from 0 to 100 in rising order. */
function percentiles() {
	const rule = `must be whole numbers from 0 to 100 in rising order (1 to ${MOST_PERCENTILES} of them)`;
	const list = () =>
		z
			.array(z.int({ error: rule }).min(0, { error: rule }).max(100, { error: rule }), {
				error: rule,
			})
			.min(1, { error: rule })
			.max(MOST_PERCENTILES, { error: rule })
			.refine((all) => all.every((one, at) => at === 0 || one >= all[at - 1]), { error: rule });
	const numbers = (given: unknown): unknown => {
		if (typeof given === 'number') return [given];
		const texts = typeof given === 'string' && given.length < 1024 ? valuesIn(given) : given;
		if (!Array.isArray(texts) || texts.length > MOST_PERCENTILES) return undefined;
		const isNumber = (one: unknown) => typeof one === 'string' && /^\d{1,3}$/.test(one);
		return texts.map((one: unknown) => (isNumber(one) ? Number(one) : one));
	};
	const kind = { control: 'list', rule } as const;
	return takenAs<number[], number[], number[] | string>(value(list, kind), numbers);
}

/** Fees of the latest blocks up to a given one. */
export const getFeeHistory = declare({
	id: 'evmSubnet.getFeeHistory',
	...EVM_DETAILS,
	entry: { value: 'getFeeHistory', name: 'Get Fee History' },
	action: 'Get the fee history of an EVM chain',
	description:
		'eth_feeHistory: returns base fees and the used share of gas of the latest blocks of an EVM chain, oldest first, and the tips at given percentiles; on the C-Chain, base fees and used shares are upper bounds, and tips are weighted by gas limits',
	call: evmCall('eth_feeHistory'),
	input: fieldSet({
		blockchainId: evmChain(),
		blockCount: field(
			sentAs(whole(1, MOST_BLOCKS), (count) => `0x${count.toString(16)}`),
			{
				in: 'params',
				label: 'Block Count',
				description: `Number of blocks, 1 to ${MOST_BLOCKS}`,
				default: 10,
			},
		),
		newestBlock: field(filledWith(blockNumber(ACCEPTED) as Value<string, unknown>, 'latest'), {
			in: 'params',
			label: 'Newest Block',
			description: 'Last block: its number (decimal or 0x hex) or a name; latest by default',
			placeholder: 'latest',
			default: 'latest',
			show: 'main',
		}),
		rewardPercentiles: field(filledWith(percentiles(), []), {
			in: 'params',
			label: 'Reward Percentiles',
			description:
				'Percentiles of the tips of each block to return, whole numbers from 0 to 100 in rising order, separated by commas',
			placeholder: '10, 50, 90',
			show: 'option',
		}),
	}),
	output: out.object({
		oldestBlock: out.essential(quantity(out.count())),
		baseFeePerGas: out.optional(
			out.list(
				gasPrice(),
				'For each block; the C-Chain adds that of the next block, and all of them are upper bounds',
			),
		),
		gasUsedRatio: out.list(
			out.decimal(),
			'From 0 to 1; on the C-Chain of the gas limits, an upper bound',
		),
		reward: out.optional(out.list(out.list(gasPrice()), 'For each block, one tip per percentile')),
	}),
});

/** The tip that the node suggests. */
export const getMaxPriorityFee = declare({
	id: 'evmSubnet.getMaxPriorityFee',
	changing: true,
	...EVM_DETAILS,
	entry: { value: 'getMaxPriorityFee', name: 'Get Max Priority Fee' },
	action: 'Get the suggested priority fee of an EVM chain',
	description:
		'eth_maxPriorityFeePerGas: returns the tip for a unit of gas that the node suggests; Get Suggested Fees returns complete fees',
	call: evmCall('eth_maxPriorityFeePerGas'),
	input: fieldSet({ blockchainId: evmChain() }),
	output: out.object({ maxPriorityFeePerGas: out.essential(gasPrice('Tip for a unit of gas')) }),
	adapt: named('maxPriorityFeePerGas'),
});

/** True, with the progress, while the chain is syncing. */
export const getSyncing = declare({
	id: 'evmSubnet.getSyncing',
	changing: true,
	...EVM_DETAILS,
	entry: { value: 'getSyncing', name: 'Get Syncing' },
	action: 'Get whether an EVM chain is syncing',
	description:
		'eth_syncing: returns whether the node is syncing an EVM chain, and its progress; use Info > Get Bootstrap Status for any chain',
	call: evmCall('eth_syncing'),
	input: fieldSet({ blockchainId: evmChain() }),
	output: out.object({ syncing: out.essential(out.flag('False if it is synced')) }),
	adapt: (answer) =>
		typeof answer === 'object' && answer !== null && !Array.isArray(answer)
			? { ...answer, syncing: true }
			: { syncing: answer },
});
