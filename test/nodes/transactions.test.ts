import type { INodeParameters } from 'n8n-workflow';
import { hexToBytes, hexWithChecksum } from '../../core';
import { emulatorForTests } from '../emulatorForTests';
import { ACTION, type Engine, createEngine } from '../../lab/kit/engine';
import vectors from '../../core/testing/vectors/pchain_tx_hex.json';

/** Transactions of the P-Chain in n8n's engine, on the local services. */

const emulator = emulatorForTests();
let engine: Engine;
/** Without a node and a credential. */
let offline: Engine;
beforeAll(async () => {
	const { dataUrl, nodeUrl } = emulator;
	engine = await createEngine({ dataUrl, nodeUrl });
	// Nothing listens there: a request would fail.
	offline = await createEngine({ dataUrl: 'http://127.0.0.1:9', nodeUrl: 'http://127.0.0.1:9' });
});

async function run(operation: string, parameters: INodeParameters, from: Engine = engine) {
	const { items, error } = await from.execute({
		node: 'avalancheRpc',
		parameters: { resource: 'pChain', operation, ...parameters },
		items: [{ json: {} }],
	});
	if (error) throw error;
	return items[ACTION].map(({ json }) => json);
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
