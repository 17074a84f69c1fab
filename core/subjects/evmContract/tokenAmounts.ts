import type { AnyClient } from '../../client';
import { scaledAmount } from '../../abi/decimals';
import { isFailure } from '../../failure';
import { MOST_DECIMALS, exactName } from '../../fields/wholeUnits';
import { isMap } from '../../formats/json';
import * as evm from '../evm/evmContract';

/** The events of ERC-20 whose last argument is an amount of the token itself; those of ERC-721 have another topic. */
const OF_TOKENS = ['Transfer(address,address,uint256)', 'Approval(address,address,uint256)'];
const TOPICS = 3;

/** `decimals()` */
const DECIMALS = '0x313ce567';

interface Decoded {
	address?: unknown;
	topics?: unknown;
	args?: unknown;
	signature?: unknown;
}

/** The name of the amount in an event's arguments; undefined if it has none. */
function amountIn({ signature, topics, args }: Decoded): string | undefined {
	const isOne = OF_TOKENS.includes(String(signature)) && (topics as unknown[]).length === TOPICS;
	return isOne && isMap(args) ? Object.keys(args).at(-1) : undefined;
}

/**
 * Events with the amounts of ERC-20 tokens in whole units, by the decimals that their contracts return: a number
 * under the plain name and the exact text behind it. The number is null where a contract returns none.
 */
export async function withTokenAmounts<Event extends Decoded>(
	client: AnyClient,
	blockchainId: string,
	events: readonly Event[],
): Promise<Event[]> {
	const contracts = [
		...new Set(events.flatMap((each) => (amountIn(each) ? [String(each.address)] : []))),
	];
	const inputs = contracts.map((to) => ({ blockchainId, to, data: DECIMALS }));
	const known = new Map<string, number | undefined>();
	for await (const { index, result, failure } of client.many(evm.call, inputs)) {
		if (failure && !isFailure(failure, 'rpc', 'invalid-response')) throw failure;
		known.set(contracts[index], decimalsIn(result?.data));
	}
	return events.map((event) => {
		const name = amountIn(event);
		if (name === undefined) return event;
		const { args } = event as { args: Record<string, unknown> };
		const decimals = known.get(String(event.address));
		const amount = decimals === undefined ? null : scaledAmount(args[name], decimals);
		return { ...event, args: { ...args, [name]: amount, [exactName(name)]: args[name] } };
	});
}

function decimalsIn(data: unknown): number | undefined {
	if (typeof data !== 'string' || !/^0x[0-9a-f]{64}$/i.test(data)) return undefined;
	const decimals = BigInt(data);
	return decimals <= MOST_DECIMALS ? Number(decimals) : undefined;
}
