import { clientWith } from '../../../core/client';
import * as evmSubnet from '../../../subjects/evmSubnet';
import { hintOf } from '../../../nodes/shared/errors';
import type { Operation } from '../../../core/operations/declare';
import type { Failure } from '../../../core/failure';
import { recordedCall } from '../../../kit/recordedCalls';
import { caught, fakeClock, fakeTransport } from './fakes';

/** Errors for C-Chain calls of methods that only subnet-evm has, after recorded answers. */

async function askC(operation: Operation, recorded: string) {
	const { status, text, contentType } = recordedCall(recorded);
	const { transport } = fakeTransport(() => ({
		status,
		text,
		headers: { 'content-type': contentType },
	}));
	const node = { url: 'https://node.test', header: { name: 'x-gate', value: 'gate' } };
	const retry = { retries: 0 };
	const client = clientWith({ services: { node }, transport, clock: fakeClock(), retry });
	const asked = () => client.call(operation, { blockchainId: 'C' } as never);
	return (await caught(asked)) as unknown as Failure;
}

it.each<[string, Operation, string]>([
	['fee config', evmSubnet.getFeeConfig, 'evmSubnet.getFeeConfig-C-block-0'],
	['precompiles', evmSubnet.getActivePrecompiles, 'diff-eth_getActivePrecompilesAt-C'],
	['rules', evmSubnet.getActiveRules, 'diff-eth_getActiveRulesAt-C'],
	['validators', evmSubnet.getManyValidators, 'evmSubnet.getCurrentValidators-C'],
	[
		'validators after Helicon',
		evmSubnet.getManyValidators,
		'helicon-evmSubnet.getCurrentValidators-C',
	],
])('the hint says that the C-Chain has no %s', async (_, operation, recorded) => {
	const failure = await askC(operation, recorded);
	expect(hintOf(failure)).toMatch(/subnet-evm.*C-Chain does not/);
	expect(operation.description).toMatch(/C-Chain does not have this/);
});

it('the chain config is there on the C-Chain, too: other failures keep their own hint', async () => {
	expect(evmSubnet.getChainConfig.availability).toBeUndefined();
	const failure = await askC(evmSubnet.getFeeConfig, 'diff-eth_feeConfig-two');
	expect(failure).toMatchObject({ kind: 'rpc', code: -32602 });
	expect(hintOf(failure)).not.toMatch(/subnet-evm/);
});
