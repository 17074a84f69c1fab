import type { JsonParameter } from './drawn';

/**
 * The functions of viem that are a second opinion. Its own types are inferred from the text of an ABI,
 * which none of the drawn ones has.
 */
interface Viem {
	encodeAbiParameters(types: readonly JsonParameter[], values: readonly unknown[]): string;
	decodeAbiParameters(types: readonly JsonParameter[], data: string): unknown[];
	encodeFunctionData(call: {
		abi: readonly object[];
		functionName: string;
		args: readonly unknown[];
	}): string;
	encodeEventTopics(event: { abi: readonly object[]; args: object }): Array<string | null>;
	decodeEventLog(log: { abi: readonly object[]; topics: readonly string[]; data: string }): {
		args?: Record<string, unknown>;
	};
	parseAbi(signatures: readonly string[]): readonly object[];
	toFunctionSelector(signature: string): string;
	toEventSelector(signature: string): string;
}

// eslint-disable-next-line @typescript-eslint/no-require-imports
export const viem = require('viem/utils') as Viem;
