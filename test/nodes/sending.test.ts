import type { INodeParameters } from 'n8n-workflow';
import { hexWithChecksum } from '../../core/formats/hex';
import { catalogue } from '../../core/subjects/catalogue';
import { knownOperation } from '../core/operations/knownOperation';
import type { NetworkWorld } from '../../emulator';
import { baseTx, evmTx, importTx, type Signed } from '../../core/testing/cases/signedTransactions';
import { clearedBench, errorOf, jsonOf, runOperation } from './harness';

/** Methods of a node that send transactions: what is sent, what comes back, and that it is sent once. */

interface Sending {
	id: string;
	/** A transaction that has not been sent yet. */
	make(network: NetworkWorld): Signed;
	/** The fields of the form that hold it. */
	form(tx: Signed): INodeParameters;
	/** The field of the answer that names it. */
	named: string;
	/** Message of the node about a transaction that it already has. */
	again: RegExp;
	/** Operation that reads the transaction, and columns of its item if the node has it. */
	read: { id: string; form(tx: Signed): INodeParameters; there: object };
}

let made = 0;

const SENDING: readonly Sending[] = [
	...(['X', 'P'] as const).map((alias): Sending => {
		const chain = alias === 'X' ? 'xChain' : 'pChain';
		return {
			id: `${chain}.issueTransaction`,
			make: (network) => baseTx(network, alias, made++),
			form: ({ bytes }) => ({ tx: hexWithChecksum(bytes) }),
			named: 'txID',
			again: alias === 'X' ? /failed to get utxo/ : /failed to read consumed UTXO/,
			read: {
				id: `${chain}.getTransactionStatus`,
				form: ({ id }) => ({ txID: id }),
				there: { status: alias === 'X' ? 'Accepted' : 'Committed' },
			},
		};
	}),
	{
		id: 'cChain.issueTransaction',
		make: (network) => importTx(network, made++),
		form: ({ bytes }) => ({ tx: hexWithChecksum(bytes) }),
		named: 'txID',
		again: /credential verification: fetching UTXOs from \w+: not found/,
		read: {
			id: 'cChain.getTransactionStatus',
			form: ({ id }) => ({ txID: id }),
			there: { status: 'Accepted' },
		},
	},
	{
		id: 'evm.sendRawTransaction',
		make: () => evmTx(made++),
		form: ({ bytes }) => ({
			blockchainId: 'C',
			tx: `0x${Buffer.from(bytes).toString('hex')}`,
		}),
		named: 'transactionHash',
		again: /already known/,
		read: {
			id: 'evm.getTransaction',
			form: ({ id }) => ({ blockchainId: 'C', txHash: id }),
			there: { blockNumber: null },
		},
	},
];

const bench = clearedBench('live');

test('these are all methods of a node that change state', () => {
	const changing = catalogue.filter(({ service, creates }) => service === 'node' && creates);
	expect(SENDING.map(({ id }) => id).sort()).toEqual(changing.map(({ id }) => id).sort());
});

describe.each(SENDING)('$id', ({ id, make, form, named, again, read }) => {
	const sending = knownOperation(id);
	const method = sending.call.type === 'rpc' ? sending.call.method : '';

	const send = async (tx: Signed) =>
		await runOperation(bench.engine, sending, { ...form(tx), options: { retries: 3 } });

	/** Number of times that it arrived. */
	const sent = () =>
		bench.emulator.control.requests().filter(({ rpcMethods }) => rpcMethods.includes(method))
			.length;

	async function isThere(tx: Signed): Promise<boolean> {
		bench.emulator.control.clearFaults();
		const outcome = await runOperation(bench.engine, knownOperation(read.id), read.form(tx));
		const [found] = outcome.error ? [{}] : jsonOf(outcome);
		return Object.entries(read.there).every(
			([key, value]) => (found as Record<string, unknown>)[key] === value,
		);
	}

	test('sends the transaction as it was given and returns its ID, by which the node has it', async () => {
		const tx = make(bench.world.node);
		expect(await isThere(tx)).toBe(false);
		expect(jsonOf(await send(tx))).toEqual([{ [named]: tx.id }]);
		expect(sent()).toBe(1);
		expect(await isThere(tx)).toBe(true);
	});

	test('a transaction that the node has is an error in its words', async () => {
		const tx = make(bench.world.node);
		await send(tx);
		expect(errorOf(await send(tx)).message).toMatch(again);
		expect(sent()).toBe(2);
	});

	test('what is not a transaction is refused by the node, and text that is not hex before it is sent', async () => {
		const bytes = Uint8Array.from([1, 2, 3, 4]);
		expect(errorOf(await send({ id: '', bytes })).name).toBe('NodeApiError');
		expect(sent()).toBe(1);
		const broken = { ...form({ id: '', bytes }), tx: '0x12 34' };
		const outcome = await runOperation(bench.engine, sending, broken);
		expect(errorOf(outcome).message).toMatch(/\(tx\) must be/);
		expect(sent()).toBe(1);
	});

	// core/protocol/retry.test.ts has every failure of which it is not known whether the call arrived.
	test('an answer that breaks off: it is not sent again', async () => {
		bench.emulator.control.addFaults({ faults: [{ kind: 'truncate', service: 'node' }] });
		expect(errorOf(await send(make(bench.world.node))).message).toMatch(/closed the connection/);
		expect(bench.emulator.control.requestCount()).toBe(1);
	});

	test('a call that was turned away (429) is sent again', async () => {
		const tx = make(bench.world.node);
		bench.emulator.control.addFaults({
			faults: [{ kind: 'status', status: 429, retryAfter: 0, times: 1, service: 'node' }],
		});
		expect(jsonOf(await send(tx))).toEqual([{ [named]: tx.id }]);
		expect(bench.emulator.control.requestCount()).toBe(2);
		expect(await isThere(tx)).toBe(true);
	});
});

test('a C-Chain import is returned by its ID, in the bytes that were sent', async () => {
	const tx = importTx(bench.world.node, made++);
	const issued = { tx: hexWithChecksum(tx.bytes) };
	await runOperation(bench.engine, knownOperation('cChain.issueTransaction'), issued);
	const [found] = jsonOf(
		await runOperation(bench.engine, knownOperation('cChain.getTransaction'), { txID: tx.id }),
	);
	expect(found).toMatchObject({ ...issued, encoding: 'hex' });
	const { height } = bench.world.node.chain('C').block(Number(found.blockHeight)) ?? {};
	expect(height).toBe(found.blockHeight);
});
