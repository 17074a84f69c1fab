import { createClient } from '../../../core/connect';
import { missingFields } from '../../../core/protocol/missing';
import type { MissingField } from '../../../core/protocol/reading';
import * as staking from '../../../core/subjects/staking/delegator';
import { answer, caught, fakeClock, fakeTransport } from './fakes';

/** Answers without a field that the documents require. */

const delegator = {
	txHash: 'tx',
	nodeId: 'NodeID-1',
	rewardAddresses: [],
	amountDelegated: '1',
	delegationFee: 2,
	startTimestamp: 1,
	endTimestamp: 2,
	delegationStatus: 'active',
	estimatedGrossReward: '1',
	estimatedNetReward: '1',
};
const { amountDelegated: _, ...short } = delegator;
const body = { delegators: [delegator, short, { ...short, amountDelegated: null }] };
const options = {
	clock: fakeClock(),
	retry: { retries: 0 },
	transport: fakeTransport(() => answer(body)).transport,
};
const lack: MissingField = {
	operation: 'staking.getManyDelegators',
	field: 'delegators[].amountDelegated',
	path: ['delegators', 1, 'amountDelegated'],
	count: 2,
};
const input = { network: 'fuji' } as const;

it('fail, with the path of the field', async () => {
	const client = createClient(options);
	const failure = await caught(() => client.call(staking.getManyDelegators, input));
	expect(failure).toMatchObject({
		kind: 'invalid-response',
		operation: 'staking.getManyDelegators',
		message: expect.stringContaining('at delegators.1.amountDelegated: must be present') as string,
	});
	await expect(client.pages(staking.getManyDelegators, input).next()).rejects.toMatchObject({
		kind: 'invalid-response',
	});
});

it('are read where the client takes the missing fields', async () => {
	const missing: MissingField[] = [];
	const client = createClient({ ...options, missing: (field) => void missing.push(field) });
	const { delegators } = await client.call(staking.getManyDelegators, input);
	// Of a tolerant client, a field that is not essential may be null or undefined.
	const amount: string | null | undefined = delegators[1].amountDelegated;
	expect(amount).toBeUndefined();
	expect(delegators).toEqual(body.delegators);
	expect(missing).toEqual([lack]);
	const { value: page } = await client.pages(staking.getManyDelegators, input).next();
	expect(page?.items).toHaveLength(3);
	expect(missing).toEqual([lack, lack]);
});

it('are read where one call takes the missing fields', async () => {
	const client = createClient(options);
	const missing = missingFields();
	const call = { missing: missing.report };
	const { delegators } = await client.call(staking.getManyDelegators, input, call);
	// @ts-expect-error the type of a tolerant call has null and undefined
	const amount: string = delegators[1].amountDelegated;
	expect(amount).toBeUndefined();
	await client.pages(staking.getManyDelegators, input, call).next();
	expect(missing.said()).toBe(
		'Responses lack fields that the documents of the service require: delegators[].amountDelegated of staking.getManyDelegators',
	);
});

it('say nothing where no field is missing', async () => {
	const missing = missingFields();
	const client = createClient({
		...options,
		missing: missing.report,
		transport: fakeTransport(() => answer({ delegators: [delegator] })).transport,
	});
	await client.call(staking.getManyDelegators, input);
	expect(missing.said()).toBeUndefined();
	const strict = createClient({
		...options,
		transport: fakeTransport(() => answer({ delegators: [delegator] })).transport,
	});
	const { delegators } = await strict.call(staking.getManyDelegators, input);
	const amount: string = delegators[0].amountDelegated;
	expect(amount).toBe('1');
});
