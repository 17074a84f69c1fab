import { type INodeParameters, type INodeProperties, NodeHelpers } from 'n8n-workflow';
import * as webhook from '../../core/subjects/webhook/webhook';
import { Avalanche } from '../../nodes/Avalanche/Avalanche.node';
import { forTests } from '../emulatorForTests';
import { errorOf, jsonOf, runOperation, startBench } from './harness';

/** The form of a new webhook has the fields of the chosen event type only. */

const { description } = new Avalanche();

const COMMON = ['description', 'eventType', 'name', 'url'];

/** By webhooks.md, "Create bodies". */
const FIELDS: Record<string, string[]> = {
	address_activity: [
		'addresses',
		'chainId',
		'eventSignatures',
		'includeInternalTxs',
		'includeLogs',
	],
	primary_network_address_activity: [
		'addressSubEvents',
		'balanceThreshold',
		'balanceType',
		'chainId',
		'eventSignatures',
		'keyType',
		'keys',
		'network',
	],
	validator_activity: [
		'eventSignatures',
		'keyType',
		'keys',
		'l1ValidatorFeeBalanceThreshold',
		'network',
		'nodeIds',
		'subnetIds',
		'validatorSubEvents',
	],
};

/** Names of the fields that the form shows, those inside Filters and Options included. */
function visibleFields(eventType: string): string[] {
	const values: INodeParameters = {
		resource: webhook.create.resource.value,
		operation: webhook.create.entry.value,
		eventType,
	};
	const isShown = (one: INodeProperties) =>
		NodeHelpers.displayParameter(values, one, { typeVersion: 1 }, description);
	const isOption = (one: INodeProperties) =>
		NodeHelpers.displayParameter({}, one, { typeVersion: 1 }, description, values);
	const visible = description.properties
		.filter(isShown)
		.flatMap((one) =>
			one.type === 'collection' ? (one.options as INodeProperties[]).filter(isOption) : [one],
		);
	return visible.map(({ name }) => name).filter((name) => webhook.create.input.keys.includes(name));
}

test.each(Object.keys(FIELDS))('%s', (eventType) => {
	expect(visibleFields(eventType).sort()).toEqual([...COMMON, ...FIELDS[eventType]].sort());
});

describe('a new webhook', () => {
	const bench = forTests(() => startBench('spec'));

	const NODE_ID = 'NodeID-5mb46qkSBj81k9g9e4VFjGGSbaaSLFRzD';
	const validator = {
		eventType: 'validator_activity',
		url: 'https://example.org/hook',
		network: 'mainnet',
		keyType: 'nodeId',
		keys: NODE_ID,
		validatorSubEvents: ['validator_stake'],
	};

	const unchanged: Array<[string, INodeParameters, string]> = [
		['validator_activity', { keys: NODE_ID, validatorSubEvents: ['validator_stake'] }, 'nodeId'],
		[
			'primary_network_address_activity',
			{
				keys: 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
				chainId: 'p-chain',
				addressSubEvents: ['balance_change'],
			},
			'addresses',
		],
	];
	test.each(unchanged)('the initial key type is one of %s', async (eventType, given, keyType) => {
		const [made] = jsonOf(
			await runOperation(bench.engine, webhook.create, {
				eventType,
				url: 'https://example.org/hook',
				network: 'mainnet',
				...given,
				simplify: false,
			}),
		);
		expect(made).toMatchObject({ eventType, metadata: { keyType } });
	});

	test('the form offers the key types of the event type only', () => {
		const offered = description.properties
			.filter(({ name }) => name === 'keyType')
			.map(({ displayOptions, options = [] }) => [
				displayOptions?.show?.eventType,
				options.map((option) => (option as { value: string }).value),
			]);
		expect(offered).toEqual([
			[['primary_network_address_activity'], ['addresses']],
			[['validator_activity'], ['nodeId', 'subnetId']],
		]);
	});

	test('what was filled in for another event type is not sent', async () => {
		const [made] = jsonOf(
			await runOperation(bench.engine, webhook.create, {
				...validator,
				addresses: '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
				options: { includeLogs: true },
				simplify: false,
			}),
		);
		expect(made).toMatchObject({
			eventType: 'validator_activity',
			metadata: { keyType: 'nodeId', keys: [NODE_ID] },
		});
		expect(made).not.toHaveProperty('includeLogs');
		expect(made.metadata).not.toHaveProperty('addresses');
	});

	test('what the event type needs is named where it is missing', async () => {
		const outcome = await runOperation(bench.engine, webhook.create, { ...validator, keys: '' });
		expect(errorOf(outcome).message).toMatch(
			/\(keys\) is required for a webhook of validator_activity/,
		);
	});
});
