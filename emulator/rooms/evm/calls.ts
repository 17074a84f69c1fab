import { bytesToHex } from '../../../core';
import { CODE, WARP_ADDRESS, transactionOf, word } from '../../world/evmTransactions';
import { idBytes } from '../../../core/testing/network/bytes';
import { isErc20 } from '../../world/tokens';
import type { Contract } from '../../../core/testing/network';
import { MethodError } from '../../node/failure';
import { type EthMethods, invalidArgument } from '../../node/gethRpc';
import { isObject } from '../../node/rawJson';
import { addressArg, heightOf, heightOrLatest, quantity } from '../../node/evm/blockArg';
import type { EvmContext } from '../../node/evm/context';
import { NAMES_ADDRESS, resolvedText } from './names';

const BASE_GAS = 21_000;
/** Gas of a contract's method, without the gas of the call's bytes. */
const METHOD_GAS = 24_000;
/** Balance of every wallet in every token before its first transfer, in base units. */
const INITIAL = 10n ** 24n;

interface CallArgs {
	from?: string;
	to?: string;
	data: string;
	value: bigint;
}

function callArgs(given: unknown): CallArgs {
	if (!isObject(given)) {
		throw invalidArgument(0, 'json: cannot unmarshal non-object into Go value of type');
	}
	const { from, to, value = '0x0' } = given;
	const { gas, gasPrice, maxFeePerGas, maxPriorityFeePerGas } = given;
	for (const quantity of [value, gas, gasPrice, maxFeePerGas, maxPriorityFeePerGas]) {
		if (quantity === undefined || quantity === null) continue;
		const isQuantity = typeof quantity === 'string' && /^0x[0-9a-fA-F]+$/.test(quantity);
		if (!isQuantity) throw invalidArgument(0, 'invalid hex string');
	}
	const data = String(given.input ?? given.data ?? '0x').toLowerCase();
	if (!/^0x([0-9a-f]{2})*$/.test(data)) throw invalidArgument(0, 'invalid hex string');
	return {
		...(from === undefined || from === null ? {} : { from: addressArg(from) }),
		...(to === undefined || to === null ? {} : { to: addressArg(to) }),
		data,
		value: BigInt(String(value)),
	};
}

function encodedText(text: string): string {
	const bytes = Buffer.from(text);
	const padded = Buffer.concat([bytes], Math.ceil(bytes.length / 32) * 32);
	return `${word(32)}${word(bytes.length)}${padded.toString('hex')}`;
}

const textResult = (text: string) => `0x${encodedText(text)}`;

/** Code of the error of a contract that reverts with data. */
const REVERTED = 3;

/** The error of a contract that reverts with a text, as geth has it (internal/ethapi/errors.go). */
function reverted(reason: string): MethodError {
	const data = `0x08c379a0${encodedText(reason)}`;
	return new MethodError(`execution reverted: ${reason}`, REVERTED, data);
}

/** Error message of a precompile for a method that it does not have. */
function wrongSelector(data: string): string {
	const length = data.length / 2 - 1;
	return length < 4
		? `missing function selector to precompile - input length (${length})`
		: `invalid function selector: ${data.slice(0, 10)}`;
}

/** Results and gas of calls to the contracts of a chain. */
function createCalls({ chain, tokens, world }: EvmContext) {
	function balanceOf(token: Contract, owner: string, height: number): bigint {
		return tokens
			.transfersOf(owner)
			.filter((one) => isErc20(one) && one.token === token && one.blockNumber <= height)
			.filter((one) => transactionOf(one).succeeded)
			.reduce((sum, { from, value }) => (from === owner ? sum - value : sum + value), INITIAL);
	}

	/**
	 * The answer of a method of the ERC-20 interface; undefined where it has none of that name. Throws where
	 * the contract reverts with a reason.
	 */
	function ofToken(token: Contract, { data, from = '' }: CallArgs, height: number) {
		const owner = `0x${data.slice(34, 74)}`;
		const held = (who: string) =>
			tokens.wallets.includes(who) ? balanceOf(token, who, height) : 0n;
		switch (data.slice(0, 10)) {
			case '0x06fdde03':
				return textResult(token.name);
			case '0x95d89b41':
				return textResult(token.symbol);
			case '0x313ce567':
				return `0x${word(token.decimals)}`;
			case '0x18160ddd':
				return `0x${word(INITIAL * BigInt(tokens.wallets.length))}`;
			case '0x70a08231':
				return `0x${word(held(owner))}`;
			case '0xdd62ed3e':
				return `0x${word(0)}`;
			case '0xa9059cbb':
				if (BigInt(`0x0${data.slice(74, 138)}`) <= held(from)) return `0x${word(1)}`;
				throw reverted('ERC20: transfer amount exceeds balance');
			default:
				return undefined;
		}
	}

	/** Answers by the beginning of the call's data, as control sets them. */
	const given = (address = '') => world.conditions.contractAnswers.get(address);
	const contracts = [...tokens.erc20, ...tokens.erc721, ...tokens.erc1155];
	const isContract = (address = '') =>
		address === WARP_ADDRESS ||
		address === NAMES_ADDRESS ||
		given(address) !== undefined ||
		contracts.some((one) => one.address === address);

	return {
		isContract,
		/** The returned data; undefined where the call reverts. */
		run(call: CallArgs, height: number): string | undefined {
			const { to, data } = call;
			for (const [begin, answer] of given(to) ?? []) {
				if (data.startsWith(begin)) return answer ?? undefined;
			}
			if (to === WARP_ADDRESS) {
				if (data.startsWith('0x4213cf78')) return `0x${bytesToHex(idBytes(chain.blockchainId))}`;
				throw new MethodError(wrongSelector(data));
			}
			if (to === NAMES_ADDRESS) {
				const text = resolvedText(data, tokens.wallets[0]);
				return text === undefined ? undefined : textResult(text);
			}
			const token = tokens.erc20.find(({ address }) => address === to);
			if (token) return ofToken(token, call, height);
			return isContract(to) ? undefined : '0x';
		},
		gas({ to, data }: CallArgs): number {
			const bytes = Buffer.from(data.slice(2), 'hex');
			const cost = bytes.reduce((sum, byte) => sum + (byte === 0 ? 4 : 16), BASE_GAS);
			return cost + (isContract(to) ? (to === WARP_ADDRESS ? 200 : METHOD_GAS) : 0);
		},
	};
}

function fail(message: string): never {
	throw new MethodError(message);
}

/** Calls, estimates, balances and code. */
export function callMethods(context: EvmContext): EthMethods {
	const { tokens } = context;
	const calls = createCalls(context);
	const heightAt = (block: unknown) => heightOf(context, block, 1);
	const heightOfCall = (block: unknown) => heightOrLatest(context, block, 1);
	return {
		eth_getBalance([address, block]) {
			const given = addressArg(address);
			const height = heightAt(block);
			const set = context.world.conditions.balances.get(given.toLowerCase());
			return quantity(set ?? tokens.nativeBalance(given, height));
		},
		eth_getCode([address, block]) {
			const given = addressArg(address);
			heightAt(block);
			if (given === WARP_ADDRESS) return '0x01';
			return calls.isContract(given) ? CODE : '0x';
		},
		eth_call([given, block]) {
			const result = calls.run(callArgs(given), heightOfCall(block));
			return result ?? fail('execution reverted');
		},
		eth_callDetailed([given, block]) {
			const args = callArgs(given);
			const height = heightAt(block);
			const gas = calls.gas(args);
			try {
				const returnData = calls.run(args, height) ?? fail('execution reverted');
				return { gas, errCode: 0, err: '', returnData };
			} catch (error) {
				if (!(error instanceof MethodError)) throw error;
				const { code, message, data = '0x' } = error;
				return { gas, errCode: code, err: message, returnData: data };
			}
		},
		eth_createAccessList([given, block]) {
			const args = callArgs(given);
			const gasUsed = quantity(calls.gas(args));
			const failed = calls.run(args, heightOfCall(block)) === undefined;
			return { accessList: [], gasUsed, ...(failed && { error: 'execution reverted' }) };
		},
		eth_estimateGas([given, block]) {
			const args = callArgs(given);
			const height = heightOfCall(block);
			const { from, value } = args;
			if (from && value > tokens.nativeBalance(from, height)) {
				throw new MethodError('insufficient funds for transfer');
			}
			if (calls.run(args, height) === undefined) fail('execution reverted');
			return quantity(calls.gas(args));
		},
	};
}
