import type { INodeParameters } from 'n8n-workflow';
import { knownOperation } from '../core/operations/knownOperation';
import { cb58Encode } from '../../core/formats/cb58';
import { bech32Encode } from '../../core/formats/bech32';
import { ACTION, TRIGGER, type WorkflowJson, singleNodeWorkflow } from '../../lab/kit/engine';
import { forTests } from '../emulatorForTests';
import { parametersFor, runOperation, startBench } from './harness';

/** A list without entries is an empty output and no error; Always Output Data makes one item of it. */

const NETWORK = { network: 'mainnet' };
const NOBODY = bech32Encode('avax', new Uint8Array(20).fill(7));
const NO_NODE = `NodeID-${cb58Encode(new Uint8Array(20).fill(7))}`;
const NO_ID = cb58Encode(new Uint8Array(32).fill(7));
const NO_WALLET = `0x${'07'.repeat(20)}`;
const WALLET = { chainId: '43114', address: NO_WALLET };

const EMPTY: Record<string, INodeParameters> = {
	'staking.getManyDelegators': { ...NETWORK, nodeIds: NO_NODE },
	'staking.getManyL1Validators': { ...NETWORK, subnetId: NO_ID },
	'staking.getManyPendingRewards': { ...NETWORK, addresses: `P-${NOBODY}` },
	'staking.getManyTransactions': { ...NETWORK, addresses: `P-${NOBODY}` },
	'tokenBalance.getManyErc721': WALLET,
	'tokenBalance.getManyErc1155': WALLET,
	'evmTransaction.getManyErc20Transfers': WALLET,
	'primaryBlock.getManyVerticesByHeight': { ...NETWORK, vertexHeight: 999_999_999 },
	'xChain.getManyUtxos': { addresses: `X-${NOBODY}` },
	'xChain.getManyBalances': { address: `X-${NOBODY}` },
	'pChainStaking.getManyValidators': { filters: { nodeIDs: NO_NODE } },
};

const bench = forTests(() => startBench('live'));

describe.each(Object.entries(EMPTY))('%s', (id, parameters) => {
	const operation = knownOperation(id);

	test('with nothing to list succeeds without items', async () => {
		const { items, error, status } = await runOperation(bench.engine, operation, parameters);
		expect({ error, status }).toEqual({ error: undefined, status: 'success' });
		expect(items[ACTION] ?? []).toEqual([]);
	});

	test('lets the workflow continue with Always Output Data', async () => {
		const workflow: WorkflowJson = singleNodeWorkflow({
			node: operation.node,
			parameters: parametersFor(operation, parameters),
		});
		workflow.nodes = workflow.nodes.map((node) =>
			node.name === TRIGGER ? node : { ...node, alwaysOutputData: true },
		);
		const { items, error } = await bench.engine.run(workflow);
		expect(error).toBeUndefined();
		expect(items[ACTION]).toMatchObject([{ json: {} }]);
	});
});
