import type { Client } from '../../../core';

/** Types of the parts that ask contracts. */

/** Counts and findings of a run. */
export interface ContractsAsked {
	/** Values of the generated calls that were encoded, run and decoded. */
	values: number;
	reads: number;
	/** Of them, those through a proxy. */
	proxied: number;
	events: number;
	calldata: number;
	hostile: number;
	findings: string[];
}

/** Client, node and results of one run. */
export interface Asking {
	client: Client;
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
