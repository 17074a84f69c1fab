import { baseUnits } from '../../../formats/amount';
import { isMap } from '../../../formats/json';
import { keysOf } from '../../../abi/decode';
import type { Conditions } from '../../../abi/conditions';
import type { AbiParameter, AbiType } from '../../../abi/types';
import { type ContractLog, type Selection, searchOf } from './logs';

/** A generated log that the settings select. */

const ADDRESS = '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7';
const WEI = 18;

/** `time`: Unix seconds. */
export function exampleLog(settings: Selection, time: number): ContractLog {
	const { blockchainId: chain = 'C', addresses = [ADDRESS], conditions = {} } = settings;
	const [event] = searchOf(settings).events;
	const blockHash = `0x${'e1'.repeat(32)}`;
	const decimals = settings.tokenDecimals ? WEI : settings.decimals;
	return {
		id: `${chain}:${blockHash}:7`,
		chain,
		block: 71_000_000,
		blockHash,
		time,
		logIndex: 7,
		txHash: `0x${'e2'.repeat(32)}`,
		address: addresses[0],
		event,
		args: exampleArgs(event.inputs, conditions as Conditions, decimals),
		decimals,
	};
}

/** Generated arguments that fulfil the conditions. */
export function exampleArgs(
	inputs: readonly AbiParameter[],
	conditions: Conditions,
	decimals: ContractLog['decimals'],
): Record<string, unknown> {
	const args = keysOf(inputs).map((key, at) => [
		key,
		exampleValue(inputs[at], conditions[key], decimalsFor(key, decimals)),
	]);
	return Object.fromEntries(args) as Record<string, unknown>;
}

function decimalsFor(key: string, decimals: ContractLog['decimals']): number {
	return typeof decimals === 'object' ? (decimals[key] ?? 0) : (decimals ?? 0);
}

function exampleValue({ type }: AbiParameter, wanted: unknown, decimals: number): unknown {
	const { is, above, below, contains } = isMap(wanted) ? wanted : { is: wanted };
	const first = (given: unknown): unknown =>
		Array.isArray(given) && type.kind !== 'list' ? given[0] : given;
	if (type.kind !== 'uint' && type.kind !== 'int') {
		const said = first(is ?? contains);
		return said === undefined ? usual(type) : type.kind === 'list' ? [said].flat() : said;
	}
	const scale = type.bits > 48 ? decimals : 0;
	const inBase = (given: unknown) => baseUnits(String(first(given)), scale);
	const value =
		is !== undefined
			? inBase(is)
			: above !== undefined
				? inBase(above) + 1n
				: below !== undefined
					? inBase(below) - 1n
					: 10n ** BigInt(scale);
	return type.bits > 48 ? String(value) : Number(value);
}

function usual(type: AbiType): unknown {
	switch (type.kind) {
		case 'address':
			return ADDRESS;
		case 'bool':
			return true;
		case 'string':
			return 'example';
		case 'bytes':
			return '0x';
		case 'fixedBytes':
			return `0x${'e3'.repeat(type.size)}`;
		case 'list':
			return Array.from({ length: type.length ?? 0 }, () => usual(type.each));
		case 'tuple':
			return Object.fromEntries(
				keysOf(type.parts).map((key, at) => [key, usual(type.parts[at].type)]),
			);
		default:
			return '1';
	}
}
