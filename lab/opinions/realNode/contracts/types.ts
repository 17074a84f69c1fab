import type { Client } from '../../../../core';
import type { Exchange } from '../../../kit/operations/ask';
import type { Json } from '../raw';

/** Types of the parts that ask contracts. */

/** Counts and findings of a run. */
export interface ContractsAsked {
	/** Values of the generated calls that were encoded, run and decoded. */
	values: number;
	reads: number;
	/** Number of these values that were read through a proxy. */
	proxied: number;
	events: number;
	calldata: number;
	hostile: number;
	findings: string[];
	/** Some of the answers of the node, as lines of a file. */
	recorded: RecordedContract[];
}

/** A call, or a transaction in a block, with what the node said. */
export type RecordedContract =
	/** A function with values drawn at random, and the data that the contract returned. */
	| { kind: 'result'; abi: object[]; result: string }
	/** An event with values drawn at random, and its log in the receipt. */
	| { kind: 'event'; item: object; log: Json }
	/** The data of a transaction that calls the function. */
	| { kind: 'calldata'; signature: string; input: string }
	/** A call of a contract that misbehaves, and the body of the response. */
	| { kind: 'hostile'; what: string; call: object; text: string };

/** Client, node and results of one run. */
export interface Asking {
	client: Client;
	/** Everything that the client exchanged since the last call of this function. */
	taken(): Exchange[];
	/** A request to the node without the package. */
	rpc(method: string, ...params: unknown[]): Promise<unknown>;
	seed: number;
	contracts: Contracts;
	asked: ContractsAsked;
}

/** Addresses of the deployed contracts. */
export interface Contracts {
	echo: string;
	proxy: string;
	refuses: string;
	megabyte: string;
	largest: string;
	endless: string;
	/** By the number of topics. */
	loggers: string[];
}

/** Characters of the long text. */
export const MEGABYTE = 1_000_000;
