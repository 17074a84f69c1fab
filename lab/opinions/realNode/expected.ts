import type { Facts } from './drawing';

/** Right inputs that a node may refuse for a reason of its own. */
interface Expected {
	operation: RegExp;
	/** The inputs that may be refused; every input by default. */
	when?: (input: Readonly<Record<string, unknown>>) => boolean;
	/** True if only a node that is not a validator refuses it. */
	outside?: true;
	says: RegExp;
	why: string;
}

/** Refusals that are right, by the operation that they are of. */
export const EXPECTED: readonly Expected[] = [
	{
		operation: /\.issueTransaction$|sendRawTransaction$/,
		says: /already|nonce too low|known|conflict|not found|consumed|missing|spent|insufficient|failed execution/i,
		why: 'the transaction was accepted before',
	},
	{
		operation: /^evm(Subnet)?\.(call|createAccessList|estimateGas)$/,
		when: ({ gasPrice, maxFeePerGas }) => (gasPrice ?? maxFeePerGas) !== undefined,
		says: /insufficient funds/,
		why: 'the sender cannot pay this price',
	},
	{
		operation: /^evm\.(call|estimateGas|getBalance|getTransactionCount)$/,
		when: ({ block }) => block === 'earliest',
		says: /crashed|missing trie node|not available/,
		why: 'the node does not have the state of its first block',
	},
	{
		operation: /^evmSubnet\.createAccessList$/,
		when: ({ block }) => block === 'earliest',
		says: /less than block base fee|missing trie node|not available/,
		why: 'the fee of the first block was higher',
	},
	{
		operation: /^info\.getUptime$/,
		outside: true,
		says: /couldn't get node uptime/,
		why: 'the node is not a validator',
	},
	{
		operation: /^warp\..*AggregateSignature$/,
		outside: true,
		says: /source subnet not found/,
		why: 'a node without sybil protection tells its chains of no validators',
	},
	{
		operation: /^warp\..*AggregateSignature$/,
		says: /timed out|in time|quorum|failed to aggregate/i,
		why: 'too few validators signed in time',
	},
];

/** Operations whose answers have a part for each upgrade and precompile of a chain: not all are declared. */
export const OPEN_ENDED = /^evmSubnet\.get(ActivePrecompiles|ActiveRules|ChainConfig)$/;

/** True for a wrong value whose error is a part of the answer: that of a call without data. */
export const isAnsweredWithError = (operation: string, key: string, value: unknown): boolean =>
	operation === 'evmSubnet.createAccessList' && key === 'data' && value === '0x';

/** Reasons why a node may refuse this valid input. */
export function expectedRefusals(
	operation: string,
	input: Readonly<Record<string, unknown>>,
	facts: Facts,
): Expected[] {
	return EXPECTED.filter(
		(one) =>
			one.operation.test(operation) &&
			(!one.outside || facts['node.validator'] === undefined) &&
			(one.when === undefined || one.when(input)),
	);
}
