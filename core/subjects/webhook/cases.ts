import { uuidOf } from '../../testing/random';
import type { World } from '../../testing/network';
import type { OperationCase } from '../../testing/cases/operationCase';

/** Webhooks. The webhook of EVM addresses is the sample of the documents. */

const source = 'openapi: Webhooks; webhooks.md';
const ID = '401da7d9-d6d7-46c8-b431-72ff1e1543f4';
const ADDRESSES = [
	'0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7',
	'0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
];
const URL = 'https://example.org/hook?flow=7';
const NODE = 'NodeID-5mb46qkSBj81k9g9e4VFjGGSbaaSLFRzD';
const SECRET = 'c13cc017c4ed63bcc842c8edfb49df37512280326a32826de3b885340b8a3d53';
const SIGNATURE = '0x61cbb2a3dee0b6064c2e681aadd61677fb4ef319f0b547508d495626f5a62f64';

const evm = {
	id: ID,
	eventType: 'address_activity',
	chainId: '43114',
	metadata: { addresses: ADDRESSES, eventSignatures: [SIGNATURE] },
	includeInternalTxs: true,
	includeLogs: true,
	url: URL,
	status: 'active',
	createdAt: 1715621587726,
	name: 'Tokens',
	description: 'Track tokens',
};
const validator = {
	id: 'f33de69c-d13b-4691-908f-870d6e2e6b04',
	eventType: 'validator_activity',
	chainId: 'p-chain',
	metadata: {
		keyType: 'nodeId',
		keys: [NODE],
		subEvents: { validatorActivitySubEvents: ['validator_stake', 'reward_distribution'] },
		l1ValidatorFeeBalanceThreshold: '1000000000',
	},
	url: URL,
	status: 'inactive',
	createdAt: 1715621587726,
	name: 'Node',
	description: '',
};
const path = `/v1/webhooks/${ID}`;

/** A webhook that the emulator's account has: the odd ones are inactive. */
const known =
	(index: number, more: Record<string, unknown> = {}) =>
	(world: World) => ({
		id: uuidOf(world.random.bytes('webhook', index)),
		...more,
	});

export const webhooks: OperationCase[] = [
	{
		id: 'webhook.create',
		input: {
			eventType: 'address_activity',
			url: URL,
			chainId: '43114',
			addresses: ADDRESSES,
			eventSignatures: [SIGNATURE],
			name: 'Tokens',
			description: 'Track tokens',
			includeInternalTxs: true,
			includeLogs: true,
		},
		request: {
			method: 'POST',
			path: '/v1/webhooks',
			body: {
				eventType: 'address_activity',
				url: URL,
				chainId: '43114',
				metadata: { addresses: ADDRESSES, eventSignatures: [SIGNATURE] },
				name: 'Tokens',
				description: 'Track tokens',
				includeInternalTxs: true,
				includeLogs: true,
			},
		},
		answer: { json: evm },
		items: [evm],
		source,
	},
	{
		id: 'webhook.create',
		input: {
			eventType: 'primary_network_address_activity',
			url: URL,
			network: 'fuji',
			chainId: 'p-chain',
			keyType: 'addresses',
			keys: ['P-fuji1ur873jhz9qnaqv5qthk5sn3e8nj3e0kmafyxut'],
			addressSubEvents: ['balance_threshold'],
			balanceType: 'unlockedUnstaked',
			balanceThreshold: '1.000000001',
		},
		request: {
			method: 'POST',
			path: '/v1/webhooks',
			body: {
				eventType: 'primary_network_address_activity',
				url: URL,
				network: 'fuji',
				chainId: 'p-chain',
				metadata: {
					keyType: 'addresses',
					keys: ['P-fuji1ur873jhz9qnaqv5qthk5sn3e8nj3e0kmafyxut'],
					subEvents: { addressActivitySubEvents: ['balance_threshold'] },
					balanceThresholdFilter: {
						balanceType: 'unlockedUnstaked',
						balanceThreshold: '1000000001',
					},
				},
			},
		},
		answer: { json: evm },
		items: [evm],
		source,
	},
	{
		id: 'webhook.create',
		input: {
			eventType: 'validator_activity',
			url: URL,
			network: 'mainnet',
			keyType: 'nodeId',
			keys: [NODE],
			validatorSubEvents: ['validator_stake', 'l1_validator_balance_threshold'],
			l1ValidatorFeeBalanceThreshold: '1',
		},
		request: {
			method: 'POST',
			path: '/v1/webhooks',
			body: {
				eventType: 'validator_activity',
				url: URL,
				network: 'mainnet',
				metadata: {
					keyType: 'nodeId',
					keys: [NODE],
					subEvents: {
						validatorActivitySubEvents: ['validator_stake', 'l1_validator_balance_threshold'],
					},
					l1ValidatorFeeBalanceThreshold: '1000000000',
				},
			},
		},
		answer: { json: validator },
		items: [validator],
		source,
	},
	{
		id: 'webhook.getMany',
		input: { status: 'active', pageSize: 100 },
		request: { path: '/v1/webhooks?status=active&pageSize=100' },
		answer: { json: { webhooks: [evm, validator] } },
		items: [evm, validator],
		source,
		world: () => ({ status: 'inactive' }),
	},
	{
		id: 'webhook.get',
		input: { id: ID },
		request: { path },
		answer: { json: evm },
		items: [evm],
		source,
		world: known(0),
	},
	{
		id: 'webhook.update',
		input: { id: ID, status: 'active', url: URL, name: 'Tokens', includeLogs: false },
		request: {
			method: 'PATCH',
			path,
			body: { status: 'active', url: URL, name: 'Tokens', includeLogs: false },
		},
		answer: { json: { ...evm, includeLogs: false } },
		items: [{ ...evm, includeLogs: false }],
		source,
		world: known(0, { status: 'active', name: 'Tokens' }),
	},
	{
		id: 'webhook.delete',
		input: { id: ID },
		request: { method: 'DELETE', path },
		answer: { json: { ...evm, status: 'inactive' } },
		items: [{ ...evm, status: 'inactive' }],
		source,
		world: known(1),
	},
	{
		id: 'webhook.getManyAddresses',
		input: { id: ID },
		request: { path: `${path}/addresses` },
		answer: { json: { addresses: ADDRESSES, totalAddresses: 2 } },
		items: ADDRESSES,
		source,
		world: known(0),
	},
	{
		id: 'webhook.addAddresses',
		input: { id: ID, addresses: ADDRESSES },
		request: { method: 'PATCH', path: `${path}/addresses`, body: { addresses: ADDRESSES } },
		answer: { json: evm },
		items: [evm],
		source,
		world: known(2, { addresses: ADDRESSES }),
	},
	{
		id: 'webhook.removeAddresses',
		input: { id: ID, addresses: ADDRESSES },
		request: { method: 'DELETE', path: `${path}/addresses`, body: { addresses: ADDRESSES } },
		answer: { json: { ...evm, metadata: { addresses: [] } } },
		items: [{ ...evm, metadata: { addresses: [] } }],
		source,
		world: known(2, { addresses: ADDRESSES }),
	},
	{
		id: 'webhook.getSecret',
		input: {},
		request: { path: '/v1/webhooks:getSharedSecret' },
		answer: { json: { secret: SECRET } },
		items: [{ secret: SECRET }],
		source,
	},
	{
		id: 'webhook.rotateSecret',
		input: {},
		request: { method: 'POST', path: '/v1/webhooks:generateOrRotateSharedSecret' },
		answer: { json: { secret: SECRET } },
		items: [{ secret: SECRET }],
		source,
	},
];
