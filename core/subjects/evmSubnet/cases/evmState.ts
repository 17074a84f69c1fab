import type { OperationCase } from '../../../testing/cases/operationCase';
import { evmCase as use, transferIn } from '../../../testing/cases/evmWorld';

/** Storage, proofs, receipts of a block, access lists and traces. */

const CONTRACT = '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7';
const ZERO = `0x${'0'.repeat(64)}`;
const FIRST = `0x${'0'.repeat(63)}1`;
const HASH = '0xf1b06a4d7a80f71ca22b21f7088f2f35a8d5ef1ad068534d3d6fad077d5ee6aa';
const TX = '0x0a0dd990675daeaa4439fc8f6789d07a65f41786044948d2ff48e15200dd2122';

const PROOF = {
	address: CONTRACT,
	balance: '0x1',
	nonce: '0xffffffffffffffff',
	codeHash: HASH,
	storageHash: ZERO,
	accountProof: ['0xf90211', '0xf871'],
	storageProof: [{ key: FIRST, value: '0x12', proof: ['0xe2'] }],
};

const RECEIPT = {
	transactionHash: TX,
	transactionIndex: '0x0',
	blockHash: HASH,
	blockNumber: '0x4',
	from: CONTRACT,
	to: null,
	contractAddress: CONTRACT,
	status: '0x1',
	type: '0x2',
	gasUsed: '0xea60',
	cumulativeGasUsed: '0xea60',
	effectiveGasPrice: '0x2',
	logs: [],
	logsBloom: '0x00',
};

const CALLS = {
	from: CONTRACT,
	to: CONTRACT,
	type: 'CALL',
	value: '0x0',
	gas: '0x5208',
	calls: [],
};

export const stateCases: OperationCase[] = [
	use(
		'evmSubnet.getStorageAt',
		'eth_getStorageAt',
		[CONTRACT, FIRST, 'latest'],
		{ address: CONTRACT, slot: 1 },
		{ json: ZERO },
		[{ value: ZERO }],
		() => ({ blockchainId: 'C', address: CONTRACT, slot: '0x1' }),
	),
	use(
		'evmSubnet.getProof',
		'eth_getProof',
		[CONTRACT, [FIRST, ZERO], '0x10'],
		{ address: CONTRACT, storageKeys: '1, 0x0', block: 16 },
		{ json: PROOF },
		// Beyond 2^53 no digit is lost.
		[{ ...PROOF, balance: '1', nonce: '18446744073709551615' }],
		() => ({ blockchainId: 'C', address: CONTRACT }),
	),
	use(
		'evmSubnet.getManyReceipts',
		'eth_getBlockReceipts',
		['latest'],
		{},
		{ json: [RECEIPT] },
		[
			{
				...RECEIPT,
				transactionIndex: 0,
				blockNumber: 4,
				status: 1,
				type: 2,
				gasUsed: 60_000,
				cumulativeGasUsed: 60_000,
				effectiveGasPrice: '2',
			},
		],
		(world) => ({ blockchainId: 'C', block: transferIn(world).blockNumber }),
	),
	use(
		'evmSubnet.createAccessList',
		'eth_createAccessList',
		[{ to: CONTRACT, data: '0x18160ddd' }],
		{ to: CONTRACT, data: '0x18160ddd' },
		{ json: { accessList: [{ address: CONTRACT, storageKeys: [ZERO] }], gasUsed: '0x5d6c' } },
		[{ accessList: [{ address: CONTRACT, storageKeys: [ZERO] }], gasUsed: 23_916 }],
		() => ({
			blockchainId: 'C',
			to: '0x0200000000000000000000000000000000000005',
			data: '0x4213cf78',
		}),
	),
	use(
		'evmSubnet.traceTransaction',
		'debug_traceTransaction',
		[TX, { tracer: 'callTracer', tracerConfig: { onlyTopCall: true }, timeout: '30s' }],
		{ txHash: TX, tracer: 'callTracer', tracerConfig: '{"onlyTopCall": true}', timeout: '30s' },
		{ json: CALLS },
		[{ trace: CALLS }],
		(world) => ({ blockchainId: 'C', txHash: transferIn(world).txHash, tracer: 'callTracer' }),
	),
];
