import { cb58Encode, encodeFunctionData, isFailure, readContract } from '../../../../core';
import { type Asking, type Contracts, MEGABYTE } from './types';

/** Contracts that misbehave: each gives an item, or an error that says what happened. */

const LARGEST = String(2n ** 256n - 1n);
const NOBODY = '0x000000000000000000000000000000000000dead';
/** The precompile of warp messages, which tells the ID of its chain. */
const WARP = '0x0200000000000000000000000000000000000005';

interface Call {
	function: string;
	args?: unknown;
	abi?: string;
}

interface Hostile {
	what: string;
	address: string;
	call: Call;
	/** A check of the result, or the message of the error. */
	expected: RegExp | ((result: unknown) => boolean);
}

/** A call of the contract that reverts with its arguments, which are the bytes of an error. */
function refusal(error: string, args: unknown[], abi?: string): Call {
	const { data } = encodeFunctionData({ function: error, args });
	const words = data.slice(2).match(/.{1,64}/g) ?? [];
	const types = words.map((word) => `bytes${word.length / 2}`);
	return {
		function: `f(${types.join(',')})(uint256)`,
		args: words.map((word) => `0x${word}`),
		...(abi !== undefined && { abi }),
	};
}

function wrongData({ echo, proxy, megabyte, largest, endless }: Contracts): Hostile[] {
	return [
		{
			what: 'a name of a megabyte',
			address: megabyte,
			call: { function: 'name()(string)' },
			expected: (result) => typeof result === 'string' && result.length === MEGABYTE,
		},
		{
			what: 'decimals of 2^256-1',
			address: largest,
			call: { function: 'decimals()(uint8)' },
			expected: /data that does not fit decimals\(\)\(uint8\): value 1 is 1157\d+/,
		},
		{
			what: 'decimals of 2^256-1 as uint256',
			address: largest,
			call: { function: 'decimals()(uint256)' },
			expected: (result) => result === LARGEST,
		},
		{
			what: 'a text with its offset outside of the data',
			address: largest,
			call: { function: 'name()(string)' },
			expected: /data that does not fit name\(\)\(string\): .*outside of the data/,
		},
		{
			what: 'a list that says to have 2^255 entries',
			address: echo,
			call: { function: 'f(uint256,uint256)(uint8[])', args: ['32', String(2n ** 255n)] },
			expected: /data that does not fit .*more than 2\^53 entries/,
		},
		{
			what: 'a flag of 2, behind a proxy',
			address: proxy,
			call: { function: 'f(uint256)(bool)', args: ['2'] },
			expected: /data that does not fit f\(uint256\)\(bool\): value 1 is 0x0+2,/,
		},
		{
			what: 'an address without a contract',
			address: NOBODY,
			call: { function: 'name()(string)' },
			expected: /returned no data .*it is not a contract of this chain/,
		},
		{
			what: 'a contract that never ends',
			address: endless,
			call: { function: 'name()(string)' },
			expected: /out of gas|timeout|timed out/i,
		},
	];
}

function reverts({ refuses: address }: Contracts): Hostile[] {
	return [
		{
			what: 'a revert with a text',
			address,
			call: refusal('Error(string)', ['too much']),
			expected: /reverted the call of f\(.*: "too much"$/,
		},
		{
			what: 'a revert with a text of 300 kilobytes',
			address,
			call: { function: 'f(bytes)(uint256)', args: [`0x${'22'.repeat(300_000)}`] },
			expected: /reverted the call of f\(bytes\)/,
		},
		{
			what: 'an overflow',
			address,
			call: refusal('Panic(uint256)', [17]),
			expected: /: an overflow \(Panic 17\)$/,
		},
		{
			what: 'an error of the ABI',
			address,
			call: refusal(
				'Short(uint256,uint256)',
				['1', LARGEST],
				'error Short(uint256 has, uint256 needs)',
			),
			expected: new RegExp(`: Short\\(has: "1", needs: "${LARGEST}"\\)$`),
		},
		{
			what: 'an error that the ABI does not have',
			address,
			call: refusal('Other()', []),
			expected: /: an error that the ABI does not have, 0x[0-9a-f]+$/,
		},
		{
			what: 'a revert without a reason',
			address,
			call: { function: 'f()(uint256)' },
			expected: /: without a reason; it may not have this function$/,
		},
	];
}

/** Messages of errors are for people: none is longer. */
const LONGEST_MESSAGE = 1000;
const LONGEST_RECORDED = 4000;

/** Asks each contract once. `cChain`: the blockchain ID of the C-Chain. */
export async function askHostile(
	{ client, taken, contracts, asked }: Asking,
	cChain: string,
): Promise<void> {
	const precompile: Hostile = {
		what: 'a contract of the node itself',
		address: WARP,
		call: { function: 'getBlockchainID()(bytes32)' },
		expected: (result) => cb58Encode(Buffer.from(String(result).slice(2), 'hex')) === cChain,
	};
	const all = [precompile, ...wrongData(contracts), ...reverts(contracts)];
	for (const { what, address, call, expected } of all) {
		const wrong = (got: string) => asked.findings.push(`${what}: ${got.slice(0, 300)}`);
		try {
			const { result } = await readContract(client, { blockchainId: 'C', address, ...call });
			if (expected instanceof RegExp || !expected(result)) wrong(JSON.stringify(result));
		} catch (error) {
			const message = isFailure(error) ? error.message : `no failure, ${String(error)}`;
			const isRight = isFailure(error) && expected instanceof RegExp && expected.test(message);
			if (!isRight || message.length > LONGEST_MESSAGE) wrong(message);
		}
		const text = taken().at(-1)?.response.text;
		if (text !== undefined && text.length < LONGEST_RECORDED)
			asked.recorded.push({ kind: 'hostile', what, call: { ...call, address }, text });
		asked.hostile++;
	}
}
