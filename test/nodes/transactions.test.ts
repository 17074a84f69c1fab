import type { INodeParameters } from 'n8n-workflow';
import { hexToBytes, hexWithChecksum } from '../../core';
import { emulatorForTests } from '../emulatorForTests';
import type { Engine } from '../../lab/kit/engine';
import { engineForTests, jsonOf } from './harness';
import vectors from '../../core/testing/vectors/pchain_tx_hex.json';

/** Transactions of the P-Chain in n8n's engine, on the local services. */

const emulator = emulatorForTests();
const engine = engineForTests(() => ({ dataUrl: emulator.dataUrl, nodeUrl: emulator.nodeUrl }));
/** Without a node and a credential. */
const offline = engineForTests();

async function run(operation: string, parameters: INodeParameters, from: Engine = engine) {
	const outcome = await from.execute({
		node: 'avalancheRpc',
		parameters: { resource: 'pChain', operation, ...parameters },
		items: [{ json: {} }],
	});
	return jsonOf(outcome);
}

test('a top-up is prepared, explained, and issued as it comes back from a signer', async () => {
	const { node } = emulator.world;
	const [{ validationId }] = node.l1.all();
	const wallet = `P-${node.address(0)}`;
	const [prepared] = await run('prepareL1TopUp', {
		validationID: validationId,
		amount: '0.5',
		addresses: wallet,
		options: { maxFee: '0.02' },
	});
	expect(prepared).toMatchObject({
		amount: '500000000',
		summary: `Adds 0.5 AVAX to the balance of the L1 validation ${validationId}`,
	});
	const inputs = prepared.inputs as unknown[];
	// One credential for each input, with a signature of any kind: the local services check none.
	const credential = `0000000900000001${'ab'.repeat(65)}`;
	const count = inputs.length.toString(16).padStart(8, '0');
	const signed = `${String(prepared.unsignedTx)}${count}${credential.repeat(inputs.length)}`;
	const tx = hexWithChecksum(hexToBytes(signed));
	const [explained] = await run('explainTransaction', { tx, ownAddresses: wallet }, offline);
	expect(explained).toMatchObject({
		signed: true,
		summary: prepared.summary,
		hash: prepared.hash,
		fee: prepared.fee,
		unusual: [],
	});
	expect(await run('issueTransaction', { tx })).toEqual([{ txID: explained.txId }]);
});

test('the chain of a transaction is an option', async () => {
	const tx = `0000${'0'.repeat(8)}${vectors.BaseTx.slice(12)}`;
	const [explained] = await run('explainTransaction', { tx, options: { chain: 'X' } }, offline);
	expect(explained).toMatchObject({ chain: 'X', summary: 'Transfers funds on the X-Chain' });
});
