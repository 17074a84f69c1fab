import { forTests } from '../emulatorForTests';
import { emulatorWithKey, functionOver, unsignedHex } from '../../lab/kit/lambda/aggregateKit';

/** Several messages in one invocation: a list, and a batch of SQS. */

const emulator = forTests(emulatorWithKey);
beforeEach(() => {
	emulator.control.clearFaults();
	emulator.control.clearRequests();
});

const l1 = (at = 1) => emulator.world.node.subnets[at];
/** A message of an L1, different for each number. */
const message = (number: number, at = 1) =>
	unsignedHex(l1(at).blockchains[0].id, `000000000000${String(number).padStart(64, '0')}`);
const SETS = 'platform.getValidatorsAt';
/** Requests of validator sets so far. */
const setsRead = () =>
	emulator.control.requests().filter(({ rpcMethods }) => rpcMethods.includes(SETS)).length;

const RESULTS = 'https://sqs.us-east-1.amazonaws.com/000000000000/results';

describe('a list', () => {
	test('each message has its own result, in its place', async () => {
		const { invoke, measured } = functionOver(emulator);
		const { results } = await invoke({
			messages: [{ message: message(1) }, { message: 'zz' }, { message: message(2) }, 'nothing'],
		});
		expect(results).toEqual([
			expect.objectContaining({
				verified: true,
				signedMessage: expect.stringContaining(message(1)),
			}),
			{ error: 'InvalidInput', message: expect.stringMatching(/hex/), field: 'message' },
			expect.objectContaining({
				verified: true,
				signedMessage: expect.stringContaining(message(2)),
			}),
			{ error: 'InvalidInput', message: expect.stringMatching(/must be a JSON object.*nothing/) },
		]);
		expect(measured.filter(({ name }) => name === 'InvalidRequests')).toHaveLength(2);
		expect(measured.filter(({ name }) => /^(Failures|ThrownErrors)$/.test(name))).toEqual([]);
	});

	test('the validator set of one subnet and height is read once, others apart', async () => {
		const { invoke } = functionOver(emulator);
		const height = emulator.world.node.chain('P').height();
		const of = (number: number, more = {}) => ({ message: message(number), ...more });
		const many = Array.from({ length: 12 }, (_, number) => of(number));
		const { results } = await invoke({ messages: many });
		expect(results.map(({ verified }: { verified: boolean }) => verified)).toEqual(
			many.map(() => true),
		);
		expect(setsRead()).toBe(1);
		emulator.control.clearRequests();
		const others = [
			of(1),
			of(2),
			of(3, { pChainHeight: height }),
			of(4, { pChainHeight: height }),
			of(5, { signingSubnetId: l1(3).id }),
			{ message: message(6, 2) },
		];
		const mixed = await invoke({ messages: others });
		expect(mixed.results.map((one: { verified: boolean }) => one.verified)).not.toContain(false);
		// Two heights of the first L1, and one of each other subnet; no set is kept for later.
		expect(setsRead()).toBe(new Set(mixed.results.map(setOf)).size);
		expect(setsRead()).toBe(4);
	});

	const setOf = (one: { signingSubnetId: string; validatorsAt: string }) =>
		`${one.signingSubnetId} ${one.validatorsAt}`;

	test('a set that could not be read is read again', async () => {
		emulator.control.addFaults({
			faults: [{ service: 'node', kind: 'status', status: 503, rpcMethod: SETS, times: 1 }],
		});
		const { results } = await functionOver(emulator).invoke({
			messages: [{ message: message(1) }, { message: message(2) }],
		});
		expect(results).toEqual([
			expect.objectContaining({ verified: true }),
			expect.objectContaining({ verified: true }),
		]);
	});

	test('a failure of the service is the error of its message alone', async () => {
		const { invoke, measured } = functionOver(emulator);
		emulator.control.addFaults({
			faults: [{ service: 'data', kind: 'status', status: 403, times: 1 }],
		});
		const { results } = await invoke({
			messages: [{ message: message(1) }, { message: message(2) }, { message: message(3) }],
		});
		const errors = results.filter((one: { error?: string }) => one.error);
		expect(errors).toEqual([expect.objectContaining({ error: 'Forbidden' })]);
		expect(measured.filter(({ name }) => name === 'Failures')).toHaveLength(1);
	});

	test.each<[string, unknown, RegExp]>([
		['an empty list', [], /messages must be a list of 1 to 25 events; given: 0/],
		['26 messages', Array.from({ length: 26 }, () => ({})), /given: 26/],
		['no list', { message: '00' }, /messages must be a list/],
	])('%s is an error, and nothing is sent', async (_, messages, said) => {
		await expect(functionOver(emulator).invoke({ messages })).rejects.toMatchObject({
			name: 'InvalidInput',
			message: expect.stringMatching(said),
		});
		expect(emulator.control.requests()).toEqual([]);
	});

	test('fields beside the list are an error', async () => {
		const event = { network: 'fuji', messages: [{ message: message(1) }] };
		await expect(functionOver(emulator).invoke(event)).rejects.toThrow(
			/messages cannot be combined with network/,
		);
	});

	test('over HTTP, a list has status 200 with its results, and a wrong one 400', async () => {
		const { http } = functionOver(emulator);
		const post = (body: unknown) =>
			http({ requestContext: { http: { method: 'POST' } }, body: JSON.stringify(body) });
		const answer = await post({ messages: [{ message: message(1) }, {}] });
		expect(answer).toMatchObject({
			statusCode: 200,
			json: { results: [{ verified: true }, { error: 'InvalidInput', field: 'message' }] },
		});
		expect(await post({ messages: [] })).toMatchObject({
			statusCode: 400,
			json: { error: 'InvalidInput', field: 'messages' },
		});
	});
});

describe('a batch of SQS', () => {
	/** A batch with these bodies; its messages are m0, m1 … */
	const batch = (...bodies: unknown[]) => ({
		Records: bodies.map((body, at) => ({
			messageId: `m${at}`,
			receiptHandle: 'handle',
			body: typeof body === 'string' ? body : JSON.stringify(body),
			eventSource: 'aws:sqs',
		})),
	});

	/** The function with a queue of results, and what it was sent. */
	function withResults(send: (text: string) => Promise<void> = async () => undefined) {
		const sent: Array<{ id: string; result: Record<string, unknown> }> = [];
		const take = async (text: string) => {
			await send(text);
			sent.push(JSON.parse(text));
		};
		const given = functionOver(emulator, { RESULTS_QUEUE_URL: RESULTS }, undefined, async (url) => {
			expect(url).toBe(RESULTS);
			return take;
		});
		return { ...given, sent: () => sent.sort((a, b) => a.id.localeCompare(b.id)) };
	}

	test('results are sent, and no message comes back', async () => {
		const { invoke, sent } = withResults();
		const answer = await invoke(batch({ message: message(1) }, { message: message(2) }));
		expect(answer).toEqual({ batchItemFailures: [] });
		expect(sent()).toMatchObject([
			{ id: 'm0', result: { verified: true } },
			{ id: 'm1', result: { verified: true } },
		]);
		expect(setsRead()).toBe(1);
	});

	test('what the sender has to correct has its error as its result', async () => {
		const { invoke, sent } = withResults();
		const answer = await invoke(batch({ message: 'zz' }, 'no JSON', { message: message(1) }));
		expect(answer).toEqual({ batchItemFailures: [] });
		expect(sent()).toMatchObject([
			{ id: 'm0', result: { error: 'InvalidInput', field: 'message' } },
			{ id: 'm1', result: { error: 'InvalidInput' } },
			{ id: 'm2', result: { verified: true } },
		]);
	});

	test('what can succeed later comes back alone, without a result', async () => {
		const { invoke, sent } = withResults();
		emulator.control.addFaults({
			faults: [{ service: 'data', kind: 'status', status: 403, times: 1 }],
		});
		const answer = await invoke(batch({ message: message(1) }, { message: message(2) }));
		expect(answer.batchItemFailures).toHaveLength(1);
		expect(sent()).toHaveLength(1);
		const [{ itemIdentifier }] = answer.batchItemFailures;
		expect([itemIdentifier, sent()[0].id].sort()).toEqual(['m0', 'm1']);
	});

	test('a message whose result could not be sent comes back', async () => {
		const { invoke, sent } = withResults(async (text) => {
			if (text.includes('"m1"')) throw new Error('throttled');
		});
		const answer = await invoke(batch({ message: message(1) }, { message: message(2) }));
		expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'm1' }] });
		expect(sent().map(({ id }) => id)).toEqual(['m0']);
	});

	test('without a queue for results the whole batch comes back', async () => {
		await expect(
			functionOver(emulator).invoke(batch({ message: message(1) })),
		).rejects.toMatchObject({ name: 'ConfigurationError', message: /RESULTS_QUEUE_URL/ });
		expect(emulator.control.requests()).toEqual([]);
	});

	test('a failure of the key brings all messages back', async () => {
		const unreadable = functionOver(
			emulator,
			{ RESULTS_QUEUE_URL: RESULTS },
			async () => {
				throw Object.assign(new Error('no'), { name: 'SecretUnavailable' });
			},
			async () => async () => undefined,
		);
		const answer = await unreadable.invoke(batch({ message: message(1) }, { message: message(2) }));
		expect(answer.batchItemFailures).toHaveLength(2);
	});
});
