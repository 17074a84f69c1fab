import { clientWith } from '../../../core/client';
import * as all from '../../../core/subjects/all';
import { valuesText, versionsText } from '../../../core/fields/versions';
import type { Operation } from '../../../core/operations/declare';
import type { Failure } from '../../../core/failure';
import { recordedCall } from '../../../core/testing/recordedCalls';
import { answer, caught, fakeClock, fakeTransport, rpcAnswer } from './fakes';

/** Errors of nodes that do not have a method: the reason from the declaration and the node's version. */

const { cChain, evm, evmSubnet, info, nodeMetric, pChainStaking, warp } = all;
const TX = '2oJCbb8pfdxEHAf9A8CdN4Afj9VSR3xzyzNkf8tDv7aM1sfNFL';
const L1 = 'q2aTwKuyzgs8pynF7UXBZCU7DejbZbZ6EUyHr3JQzYgwNPUPi';
const ACCOUNT = `0x${'11'.repeat(20)}`;
const MESSAGE = { messageID: '2MJA4CzAmxLMuy6BSZqsiSNFwbSemuPsMj8KQ6azgVmeDah15f' };

/** A node that has no method but info.getNodeVersion, if it has a version. */
function nodeOf(version: string | undefined, url = 'https://node.test:9650', refusal?: object) {
	const asked: string[] = [];
	const { transport } = fakeTransport(({ url: at, body }) => {
		const { method, id } = JSON.parse(body ?? '[{}]') as { method?: string; id?: number };
		asked.push(method ?? 'a batch or GET');
		if (body?.startsWith('[')) return rpcAnswer(body, unknownEth);
		if (method === 'info.getNodeVersion' && version !== undefined) {
			const vmVersions = { avm: 'x', evm: 'x', platform: 'x', srEXiWaHuhNyGwPUi444Tu47: 'v0.8.2' };
			const rest = { databaseVersion: 'v1.4.5', rpcProtocolVersion: '47', gitCommit: 'ab' };
			return answer({ id, result: { version: `avalanchego/${version}`, vmVersions, ...rest } });
		}
		if (!method || at.endsWith('/validators')) return answer('404 page not found', 404);
		if (at.endsWith('/rpc')) return answer({ ...(refusal ?? unknownEth()), id });
		const [service, name] = method.split('.');
		const message = `rpc: can't find method "${service}.${name[0].toUpperCase()}${name.slice(1)}"`;
		return answer({ id, error: { code: -32000, message, data: null } });
	});
	const options = { transport, clock: fakeClock(), retry: { retries: 0 } };
	return { client: clientWith({ services: { node: { url } }, ...options }), asked };
}

/** The answer of avalanchego with Helicon on the C-Chain. */
const ACCEPTED_REFUSED = {
	error: { code: -32602, message: 'invalid argument 1: hex string without 0x prefix' },
};
const unknownEth = () => ({
	error: { code: -32601, message: 'the method eth_x does not exist/is not available' },
});

const getTx = [cChain.getTransactionStatus, { txID: TX }] as const;
const getStake = [
	pChainStaking.getStake,
	{ addresses: 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5' },
] as const;

const CASES: Array<[string | undefined, readonly [Operation, object], string]> = [
	[
		'1.15.2',
		getTx,
		'The node at node.test:9650 (1.15.2) does not have avax.getAtomicTxStatus: removed in 1.15.2. Use C-Chain Atomic: Get Transaction.',
	],
	['1.16.0', getTx, '(1.16.0) does not have avax.getAtomicTxStatus: removed in 1.15.2. Use'],
	[
		'1.15.1',
		getTx,
		'(1.15.1) does not have avax.getAtomicTxStatus: deprecated in 1.15.0, and perhaps',
	],
	[
		undefined,
		getTx,
		'The node at node.test:9650 does not have avax.getAtomicTxStatus: perhaps it is 1.15.2 or newer, which removed it. Use C-Chain Atomic: Get Transaction.',
	],
	[
		'1.15.3',
		getStake,
		'(1.15.3) does not have platform.getStake: deprecated in 1.9.12, and perhaps removed since. Use Primary Network: Get Balance',
	],
	[
		'1.15.2',
		[warp.getMessage, { blockchainId: 'C', ...MESSAGE }],
		'(1.15.2) does not have warp_getMessage on the C-Chain: removed in 1.15.0.',
	],
	[
		'1.15.2',
		[warp.getMessage, { blockchainId: L1, ...MESSAGE }],
		'(1.15.2, plugin v0.8.2) does not have warp_getMessage on this chain: only with the node option warp-api-enabled',
	],
	[
		'1.15.2',
		[evmSubnet.getFeeConfig, { blockchainId: 'C' }],
		'does not have eth_feeConfig on the C-Chain: Subnet-EVM L1s only.',
	],
	[
		'1.15.2',
		[evmSubnet.getManyValidators, { blockchainId: 'C' }],
		'does not have validators.getCurrentValidators on the C-Chain: Subnet-EVM L1s only.',
	],
	[
		'1.15.2',
		[evm.getSuggestedFees, { blockchainId: L1 }],
		'on this chain: C-Chain only. Use EVM Chain: Get Gas Price and Get Base Fee.',
	],
	[
		'1.15.2',
		[evm.getChainId, { blockchainId: 'C' }],
		'does not have eth_chainId: it may be older or newer, or have this API switched off.',
	],
	[
		'1.15.2',
		[nodeMetric.getMany, {}],
		'(1.15.2) does not have GET /ext/metrics: only with the node option api-metrics-enabled',
	],
	[
		undefined,
		[info.getNodeVersion, {}],
		'does not have info.getNodeVersion: it may be older or newer',
	],
];

it.each(CASES.map(([version, call, says]) => [says, version, call] as const))(
	'%s',
	async (says, version, [operation, input]) => {
		const { client } = nodeOf(version);
		const failure = (await caught(() =>
			client.call(operation, input as never),
		)) as never as Failure;
		expect(failure.message).toContain(says);
		expect(failure).toMatchObject({ missing: true, retryable: false });
	},
);

it('asks for the version once, after the failure, and also of calls in a batch', async () => {
	const { client, asked } = nodeOf('1.15.2');
	const inputs = ['C', 'C', 'C'].map((blockchainId) => ({ blockchainId }));
	const failures = [];
	for await (const { failure } of client.many(evm.getBaseFee, inputs))
		failures.push(failure?.message);
	expect(failures).toEqual(
		Array(3).fill(expect.stringContaining('(1.15.2) does not have eth_baseFee')),
	);
	expect(asked).toEqual(['a batch or GET', 'info.getNodeVersion']);
});

it('a public endpoint is not asked: another node could answer', async () => {
	const { client, asked } = nodeOf('1.15.2', 'https://api.avax.network');
	const failure = await caught(() => client.call(cChain.getTransactionStatus, { txID: TX }));
	expect(failure.message).toMatch(/^The node at api\.avax\.network does not have .*perhaps/);
	expect(asked).toEqual(['avax.getAtomicTxStatus']);
});

it.each([
	['evmSubnet.getFeeConfig-C-block-0', evmSubnet.getFeeConfig],
	['diff-eth_getActivePrecompilesAt-C', evmSubnet.getActivePrecompiles],
	['diff-eth_getActiveRulesAt-C', evmSubnet.getActiveRules],
	['evmSubnet.getCurrentValidators-C', evmSubnet.getManyValidators],
	['helicon-evmSubnet.getCurrentValidators-C', evmSubnet.getManyValidators],
] as Array<[string, Operation]>)(
	'a recorded answer, %s, is that of a missing method',
	async (name, operation) => {
		const { status, text } = recordedCall(name);
		const { transport } = fakeTransport(() => ({ status, text, headers: {} }));
		const services = { node: { url: 'https://node.test' } };
		const client = clientWith({ services, transport, clock: fakeClock(), retry: { retries: 0 } });
		const failure = await caught(() => client.call(operation, { blockchainId: 'C' } as never));
		expect(failure.message).toMatch(/does not have .* on the C-Chain: Subnet-EVM L1s only/);
	},
);

it.each([
	[
		'C',
		evm.getBalance,
		{ address: ACCOUNT, block: 'accepted' },
		/\(1\.15\.2\) does not have "accepted" of eth_getBalance on the C-Chain: removed in 1\.15\.0\. Use latest\.$/,
	],
	[
		'C',
		evmSubnet.getFeeHistory,
		{ newestBlock: 'accepted', blockCount: 1 },
		/"accepted" of eth_feeHistory on the C-Chain: removed/,
	],
	['C', evm.getBalance, { address: ACCOUNT, block: 'latest' }, /^invalid argument 1/],
	[L1, evm.getBalance, { address: ACCOUNT, block: 'accepted' }, /^invalid argument 1/],
] as Array<[string, Operation, object, RegExp]>)(
	'a refused name of a block of %s, %#',
	async (blockchainId, operation, given, says) => {
		const { client } = nodeOf('1.15.2', undefined, ACCEPTED_REFUSED);
		const input = { blockchainId, ...given };
		const failure = await caught(() => client.call(operation, input as never));
		expect(failure.message).toMatch(says);
	},
);

it('other failures stay as they are', async () => {
	const { status, text } = recordedCall('diff-eth_feeConfig-two');
	const { transport } = fakeTransport(() => ({ status, text, headers: {} }));
	const client = clientWith({
		services: { node: { url: 'https://node.test' } },
		transport,
		clock: fakeClock(),
	});
	const failure = await caught(() => client.call(evmSubnet.getFeeConfig, { blockchainId: 'C' }));
	expect(failure).toMatchObject({ kind: 'rpc', code: -32602, missing: undefined });
});

it.each([
	['info.getTxFee', info.getTransactionFees],
	['platform.getBalance', all.pChain.getBalance],
	['platform.getStake', pChainStaking.getStake],
	['platform.getSubnets', all.pChainSubnet.getManySubnets],
	['platform.getBlockchains', all.pChainSubnet.getManyBlockchains],
	['platform.getRewardUTXOs', all.pChain.getManyRewardUtxos],
	['avm.getBalance', all.xChain.getBalance],
	['avm.getAllBalances', all.xChain.getManyBalances],
	['avm.getTxStatus', all.xChain.getTransactionStatus],
	['eth_getActivePrecompilesAt', evmSubnet.getActivePrecompiles],
] as Array<[string, Operation]>)(
	'%s, deprecated before 1.15.3, has a successor',
	(method, operation) => {
		expect(operation.call).toMatchObject({ method });
		expect(operation.versions).toMatchObject({
			deprecated: expect.anything(),
			instead: expect.stringMatching(/^[A-Z].*: [A-Z]/),
		});
	},
);

it('the text of versions has what forms and the reference need', () => {
	expect(versionsText(warp.getMessage.versions ?? { source: '' })).toBe(
		'Subnet-EVM L1s only, with the node option warp-api-enabled, which public nodes do not set; C-Chain: removed in 1.15.0',
	);
	expect(versionsText(cChain.getTransactionStatus.versions ?? { source: '' })).toBe(
		'Deprecated in 1.15.0, removed in 1.15.2. Use C-Chain Atomic: Get Transaction',
	);
	expect(valuesText(evm.getBalance.input.fields.block.info.limited ?? {})).toBe(
		'accepted: Subnet-EVM L1s only; C-Chain: removed in 1.15.0; use latest',
	);
});
