import { uuidOf } from '../../testing/random';
import type { World } from '../../testing/network';
import type { OperationCase } from '../../testing/cases/operationCase';
import { casesOfGet } from '../../testing/cases/expected';
import { owners } from '../../testing/cases/networkWorld';

/** Exports of transactions. */

const source = 'openapi: Operations';
const ID = '7f0b0c9e-4d3a-4f53-9d0e-6a2f1c8b5e47';
const P = 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';
const ADDRESS = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';

/** The export that the account finished before the network started. */
const exportIdIn = ({ random }: World) => uuidOf(random.bytes('operation', 0));

const job = {
	operationId: 'a',
	operationType: 'TRANSACTION_EXPORT_PRIMARY_NETWORK',
	operationStatus: 'RUNNING',
	createdAtTimestamp: 1,
	updatedAtTimestamp: 2,
};
const failed = {
	...job,
	operationStatus: 'FAILED',
	message: 'm',
	metadata: { code: 'ErrInvalidRequest' },
};
/** A state that no document has. */
const paused = { ...job, operationStatus: 'PAUSED' };
const days = { firstDate: '2026-01-01', lastDate: '2026-03-31' };

export const exports: OperationCase[] = [
	{
		id: 'transactionExport.start',
		input: {
			type: 'TRANSACTION_EXPORT_PRIMARY_NETWORK',
			addresses: P,
			includeChains: 'p-chain',
			...days,
		},
		request: {
			method: 'POST',
			path: '/v1/operations/transactions:export',
			body: {
				type: 'TRANSACTION_EXPORT_PRIMARY_NETWORK',
				...days,
				options: { addresses: [P], includeChains: ['p-chain'] },
			},
		},
		answer: { json: job },
		items: [job],
		rejected: [{ operationStatus: 'RUNNING' }],
		world: (world) => ({
			type: 'TRANSACTION_EXPORT_PRIMARY_NETWORK',
			addresses: owners(world, 'P', 0),
			includeChains: ['p-chain'],
			...days,
		}),
		inWorld: {
			part: ({ operationId, operationType, operationStatus }) => ({
				isUuid: /^[0-9a-f-]{36}$/.test(String(operationId)),
				...{ operationType, operationStatus },
			}),
			expected: () => [
				{
					isUuid: true,
					operationType: 'TRANSACTION_EXPORT_PRIMARY_NETWORK',
					operationStatus: 'RUNNING',
				},
			],
		},
		source,
	},
	{
		id: 'transactionExport.start',
		input: { type: 'TRANSACTION_EXPORT_EVM', addresses: [ADDRESS], includeChains: ['43114'] },
		request: {
			method: 'POST',
			path: '/v1/operations/transactions:export',
			body: {
				type: 'TRANSACTION_EXPORT_EVM',
				options: { addresses: [ADDRESS], includeChains: ['43114'] },
			},
		},
		answer: { json: job },
		items: [job],
		source,
	},
	...casesOfGet('transactionExport.get', {
		input: { operationId: ID },
		path: `/v1/operations/${ID}`,
		answers: [failed, paused].map((one) => [one, [one]] as const),
		world: (world) => ({ operationId: exportIdIn(world) }),
		inWorld: {
			expected: (world) => [
				{
					operationId: exportIdIn(world),
					operationType: 'TRANSACTION_EXPORT_EVM',
					operationStatus: 'COMPLETED',
				},
			],
		},
		refused: { input: () => ({ operationId: ID }), message: /not found/ },
		source,
	}),
];
