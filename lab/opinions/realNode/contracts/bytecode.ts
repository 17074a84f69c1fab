/** Bytecode of small contracts that return, log or refuse what they are given. All text is hex without 0x. */

const byte = (value: number) => value.toString(16).padStart(2, '0');
const push1 = (value: number) => `60${byte(value)}`;
const push3 = (value: number) => `62${value.toString(16).padStart(6, '0')}`;

/** Copies the call data from an offset to the memory, and leaves its size on the stack. */
const copied = (from: number) =>
	// CALLDATASIZE SUB DUP1, CALLDATACOPY
	`${push1(from)}360380${push1(from)}${push1(0)}37`;

/** Returns its arguments: a function of it returns the types that it takes. */
export const ECHO = `${copied(4)}${push1(0)}f3`;

/** Reverts with its arguments as the reason. */
export const REFUSES = `${copied(4)}${push1(0)}fd`;

/** Logs with so many topics, which the call data begins with; the rest is the data of the log. */
export function logger(topics: number): string {
	const loads = Array.from({ length: topics }, (_, at) => `${push1(32 * (topics - 1 - at))}35`);
	const size = `${push1(32 * topics)}3603`;
	return `${copied(32 * topics)}50${loads.join('')}${size}${push1(0)}${byte(0xa0 + topics)}00`;
}

/** A minimal proxy (ERC-1167) of the contract at an address. */
export function proxyOf(address: string): string {
	return `363d3d373d3d3d363d73${address.slice(2).toLowerCase()}5af43d82803e903d91602b57fd5bf3`;
}

/** Returns a text of so many zero bytes, whatever is called. */
export function longText(length: number): string {
	const stored = `${push1(32)}${push1(0)}52${push3(length)}${push1(32)}52`;
	return `${stored}${push3(length + 64)}${push1(0)}f3`;
}

/** Returns 2^256 - 1. */
export const LARGEST = `${push1(0)}19${push1(0)}52${push1(32)}${push1(0)}f3`;

/** Never ends. */
export const ENDLESS = `5b${push1(0)}56`;

/** The data of a transaction that creates a contract of this bytecode, with 0x. */
export function creation(code: string): string {
	const start = 11;
	return `0x${push1(code.length / 2)}80${push1(start)}${push1(0)}39${push1(0)}f3${code}`;
}
