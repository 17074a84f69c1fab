import { readContract } from '../../../core';
import { ABI, MAX, OWNER, at, clientOf, failureOf } from './token';

/** Reads with a mistake in the input. */

describe('a read that is wrong fails before anything is sent, and names field, value and rule', () => {
	test.each<[string, object, RegExp]>([
		['no function', { function: undefined }, /^"Function" \(function\) is required/],
		[
			'a wrong type',
			{ function: 'f(uint7)()' },
			/^"Function" \(function\) must be a function such as .*"uint7" is not a type.*; given: "f\(uint7\)\(\)"$/,
		],
		[
			'only a name',
			{ function: 'balanceOf' },
			/^"Function" \(function\) is only a name: write its types/,
		],
		['the name of a getter', { function: 'symbol' }, /types as in symbol\(\)\(string\), or/],
		['another name', { function: 'stop' }, /types as in balanceOf\(address\)\(uint256\), or/],
		[
			'two functions',
			{ function: 'a() b()' },
			/^"Function" \(function\) must be .*these are several/,
		],
		[
			'an event',
			{ function: 'event E(address)' },
			/^"Function" \(function\) must be .*this is an event/,
		],
		[
			'no results',
			{ function: 'balanceOf(address)' },
			/^"Function" \(function\) must say what it returns/,
		],
		[
			'nothing returned',
			{ function: 'stop', abi: ABI, args: [] },
			/^"Function" \(function\) must return something/,
		],
		[
			'a name that the ABI does not have',
			{ function: 'has', abi: ABI },
			/^"Function" \(function\) is not in the ABI, which has get, of, stop; given: "has"$/,
		],
		[
			'an ambiguous name',
			{ function: 'of', abi: ABI },
			/^"Function" \(function\) is ambiguous: the ABI has of\(address\), of\(uint256\), of\(\); write one of them instead of of/,
		],
		['an ABI that is none', { abi: '{ "abi": 5 }' }, /^"ABI" \(abi\) must be a JSON ABI/],
		[
			'no argument',
			{ args: undefined },
			/^"Arguments" \(args\) must fit balanceOf\(address\), which takes 1 argument; none was given$/,
		],
		['too many', { args: [OWNER, 1] }, /which takes 1 argument; 2 were given; given: \["0x8db9/],
		[
			'a short address',
			{ args: '0x12' },
			/^"Arguments" \(args\) must fit balanceOf\(address\): value 1 must be an address, 0x and 40 hexadecimal digits, not "0x12"; this one has 2 digits; given: "0x12"$/,
		],
		['an address with a typing error', { args: OWNER.replace('C7c', 'C7C') }, /wrong checksum/],
		[
			'a name that the function does not have',
			{ function: 'f(uint8 a)(bool)', args: { b: 1 } },
			/\(args\) b does not exist: the names are a/,
		],
		[
			'names for arguments without names',
			{ args: { owner: OWNER } },
			/must be a list: the arguments of balanceOf\(address\) have no names/,
		],
		[
			'a number that lost digits',
			{ function: 'f(uint256)(bool)', args: 2 ** 60 },
			/it may have lost digits: write it as text/,
		],
		[
			'a number that is too large',
			{ function: 'f(uint8)(bool)', args: '256' },
			/a whole number of the type uint8, not "256"; from 0 to 255/,
		],
		[
			'an entry of a list',
			{ function: 'f((uint8[] ids) p)(bool)', args: '[{"ids":[1,"x"]}]' },
			/p\.ids\[1\] must be a whole number of the type uint8, not "x"/,
		],
		[
			'too few bytes',
			{ function: 'f(bytes4)(bool)', args: '0x12' },
			/must be 4 bytes in hex, not "0x12"; this one has 1/,
		],
		[
			'decimals of a text',
			{ function: 'symbol()(string)', args: [], decimals: '{ "a": 2 }' },
			/^"Decimals" \(decimals\) must have names of integers only \(there are none\), not a/,
		],
		[
			'decimals of 2^256-1',
			{ decimals: String(MAX) },
			/^"Decimals" \(decimals\) must be a whole number from 0 to 36/,
		],
	])('%s', async (_, more, message) => {
		const { client, sent } = clientOf({ result: '0x' });
		const input = { ...at, function: 'balanceOf(address)(uint256)', args: [OWNER], ...more };
		const failure = await failureOf(() => readContract(client, input));
		expect(failure.message).toMatch(message);
		expect(failure).toMatchObject({ kind: 'invalid-input', operation: 'evmContract.read' });
		expect(sent).toEqual([]);
	});
});
