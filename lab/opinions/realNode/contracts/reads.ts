import { decodeCalldata, encodeFunctionData, readContract } from '../../../../core';
import fc from '../../../../core/testing/properties';
import {
	asItem,
	countOf,
	type Drawn,
	drawn,
	forViem,
	written,
} from '../../../../core/testing/abi/drawn';
import { viem } from '../../../../core/testing/abi/viem';
import type { Asking } from './types';

/** Reads of a contract that returns its arguments: encoded, run by the node, and decoded. */

/** Values without parts that are compared, at least. */
const VALUES = 10_000;
const DRAWN_AT_ONCE = 100;
const RECORDED = 60;

/** A function that returns what it takes. */
function functionOf(values: readonly Drawn[]) {
	const parameters = values.map(({ parameter }) => parameter);
	const item = { type: 'function', name: 'f', stateMutability: 'view' };
	return { parameters, abi: [{ ...item, inputs: parameters, outputs: parameters }] };
}

const short = (value: unknown) => JSON.stringify(value)?.slice(0, 200);

/** Calls the contract, or its proxy, with one set of values, by the package and without it. */
async function askOne(
	{ client, rpc, contracts, asked }: Asking,
	values: readonly Drawn[],
	at: number,
) {
	const isProxied = at % 4 === 0;
	const address = isProxied ? contracts.proxy : contracts.echo;
	const { parameters, abi } = functionOf(values);
	const args = values.map(({ value }) => written(value));
	const given = values.map(({ parameter, value }) => forViem(parameter, value));
	const differs = (what: string, own: unknown, theirs: unknown) => {
		if (short(own) === short(theirs) && JSON.stringify(own) === JSON.stringify(theirs)) return;
		asked.findings.push(`${what} of ${JSON.stringify(abi)}: ${short(own)}, not ${short(theirs)}`);
	};
	const theirs = viem.encodeFunctionData({ abi, functionName: 'f', args: given });
	const { data } = encodeFunctionData({ function: 'f', abi, args });
	differs('the data', data, theirs);
	const answer = String(await rpc('eth_call', { to: address, data: theirs }, 'latest'));
	const decoded = viem.decodeAbiParameters(parameters, answer);
	const items = parameters.map((parameter, one) => asItem(parameter, decoded[one]));
	const { result } = await readContract(client, {
		...{ blockchainId: 'C', address, function: 'f', abi, args },
	});
	differs('the result', result, items.length === 1 ? items[0] : items);
	differs('the call data', decodeCalldata({ data, abi }).args, items);
	if (asked.reads < RECORDED) asked.recorded.push({ kind: 'result', abi, result: answer });
	asked.values += countOf(args);
	asked.reads++;
	if (isProxied) asked.proxied++;
}

/** Reads until enough values were compared. A call that fails is a finding. */
export async function askReads(asking: Asking): Promise<void> {
	const { asked, seed } = asking;
	for (let round = 0; asked.values < VALUES; round++) {
		const samples = fc.sample(drawn, { numRuns: DRAWN_AT_ONCE, seed: (seed + round) | 0 });
		for (const [at, values] of samples.entries()) {
			await askOne(asking, values, at).catch((error: unknown) => {
				const { abi } = functionOf(values);
				asked.findings.push(`a read of ${JSON.stringify(abi)}: ${String(error)}`);
			});
		}
		if (asked.findings.length > 20) return;
	}
}
