import { createClient } from '../../../core/client';
import {
	getActivePrecompiles,
	getActiveRules,
	getChainConfig,
	getCurrentEvmValidators,
	getFeeConfig,
} from '../../../core/operations/rpc/evmSubnet';
import { hintOf } from '../../../nodes/shared/errors';
import type { Operation } from '../../../core/operations/declare';
import type { Failure } from '../../../core/protocol/failure';
import { recordedCall } from '../../kit/recordedCalls';
import { caught, fakeClock, fakeTransport } from './fakes';

/** What a user reads who asks the C-Chain for what only subnet-evm has, after recorded answers. */

async function askC(operation: Operation, recorded: string) {
	const { status, text, contentType } = recordedCall(recorded);
	const { transport } = fakeTransport(() => ({
		status,
		text,
		headers: { 'content-type': contentType },
	}));
	const node = { url: 'https://node.test', header: { name: 'x-gate', value: 'gate' } };
	const retry = { retries: 0 };
	const client = createClient({ services: { node }, transport, clock: fakeClock(), retry });
	const asked = () => client.call(operation, { blockchainId: 'C' } as never);
	return (await caught(asked)) as unknown as Failure;
}

it.each<[string, Operation, string]>([
	['fee config', getFeeConfig, 'evmSubnet.getFeeConfig-C-block-0'],
	['precompiles', getActivePrecompiles, 'diff-eth_getActivePrecompilesAt-C'],
	['rules', getActiveRules, 'diff-eth_getActiveRulesAt-C'],
	['validators', getCurrentEvmValidators, 'evmSubnet.getCurrentValidators-C'],
	['validators after Helicon', getCurrentEvmValidators, 'helicon-evmSubnet.getCurrentValidators-C'],
])('the hint says that the C-Chain has no %s', async (_, operation, recorded) => {
	const failure = await askC(operation, recorded);
	expect(hintOf(failure)).toMatch(/subnet-evm.*C-Chain does not/);
	expect(operation.description).toMatch(/C-Chain does not have this/);
});

it('the chain config is there on the C-Chain, too: other failures keep their own hint', async () => {
	expect(getChainConfig.availability).toBeUndefined();
	const failure = await askC(getFeeConfig, 'diff-eth_feeConfig-two');
	expect(failure).toMatchObject({ kind: 'rpc', code: -32602 });
	expect(hintOf(failure)).not.toMatch(/subnet-evm/);
});
