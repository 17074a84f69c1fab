import { icmMessage } from '../../core';
import { createHash } from 'node:crypto';
import { cb58Encode } from '../../core/formats/cb58';
import { forTests } from '../emulatorForTests';
import { aggregationRequestOf } from '../../lambdas/aggregateSignatures/event';
import { KEY, emulatorWithKey, functionOver, unsignedHex } from '../../lab/kit/lambda/aggregateKit';

const emulator = forTests(emulatorWithKey);
afterEach(() => emulator.control.clearFaults());

const l1 = () => emulator.world.node.subnets[1];
const message = () => unsignedHex(l1().blockchains[0].id);
const idOf = (hex: string) =>
	cb58Encode(Uint8Array.from(createHash('sha256').update(Buffer.from(hex, 'hex')).digest()));

test('a message is signed and verified against the set of the source blockchain', async () => {
	const result = await functionOver(emulator).invoke({ message: `0x${message()}` });
	const members = emulator.world.node.validatorsAt(l1().id);
	const total = members.reduce((sum, { weight }) => sum + weight, 0n);
	expect(result).toMatchObject({
		messageId: idOf(message()),
		networkId: 1,
		sourceChainId: l1().blockchains[0].id,
		signingSubnetId: l1().id,
		validatorsAt: 'proposed',
		totalWeight: String(total),
		verified: true,
		verification: 'required',
	});
	expect(result.signedMessage.startsWith(message())).toBe(true);
	const weights = result.signers.map((signer: { weight: string }) => BigInt(signer.weight));
	const signed = weights.reduce((sum: bigint, weight: bigint) => sum + weight, 0n);
	expect(result.signedWeight).toBe(String(signed));
	expect(signed * 100n >= total * 67n).toBe(true);
	expect(Number(result.percentage)).toBeGreaterThanOrEqual(67);
});

test('the primary network signs for its own chains', async () => {
	const { chains, subnets } = emulator.world.node;
	const result = await functionOver(emulator).invoke({ message: unsignedHex(chains.C) });
	expect(result).toMatchObject({ verified: true, signingSubnetId: subnets[0].id });
});

test('a signing subnet, a quorum and a height are asked for and verified', async () => {
	const other = emulator.world.node.subnets[3];
	const height = emulator.world.node.chain('P').height();
	const result = await functionOver(emulator).invoke({
		message: message(),
		signingSubnetId: other.id,
		quorumPercentage: 40,
		pChainHeight: height,
	});
	expect(result).toMatchObject({
		verified: true,
		signingSubnetId: other.id,
		validatorsAt: String(height),
	});
});

test('a transaction gives the signed message of its L1', async () => {
	const { staking } = emulator.world.node;
	const [tx] = staking.find({ txTypes: new Set(['RegisterL1ValidatorTx']) });
	const result = await functionOver(emulator).invoke({ txHash: tx.txHash });
	expect(result).toMatchObject({ verified: true, signingSubnetId: tx.subnetId, networkId: 1 });
	expect(result.payload.l1Message.type).toBe('l1ValidatorRegistration');
	// A conversion's message does not say whose it is: the set has to be named.
	const [conversion] = staking.find({ txTypes: new Set(['ConvertSubnetToL1Tx']) });
	const { txHash, subnetId } = conversion;
	const converted = await functionOver(emulator).invoke({ txHash, signingSubnetId: subnetId });
	expect(converted).toMatchObject({ verified: true, signingSubnetId: subnetId });
	await expect(functionOver(emulator).invoke({ txHash })).rejects.toMatchObject({
		name: 'VerificationFailed',
	});
});

test('a justification alone is signed', async () => {
	const result = await functionOver(emulator).invoke({ justification: '0x0a24' });
	expect(result).toMatchObject({ verified: true });
});

test('without a node nothing is verified, and the result says so', async () => {
	const { dataUrl } = emulator;
	const result = await functionOver({ dataUrl }).invoke({ message: message() });
	expect(result).toEqual({
		signedMessage: expect.stringMatching(/^[0-9a-f]+$/),
		messageId: idOf(message()),
		verified: false,
		verification: 'off',
	});
});

test.each([
	[{}, 'message', /message.*justification/i],
	[{ message: 'zz' }, 'message', /hex/],
	[{ message: '00', network: 'moonnet' }, 'network', /moonnet/],
	[{ message: '00', quorumPercentage: 101 }, 'quorumPercentage', /101/],
	[
		{ message: '00', quorumPercentage: 67, quorumPercentageBuffer: 40 },
		'quorumPercentageBuffer',
		/100/,
	],
	[{ message: '00', signingSubnetId: 'abc' }, 'signingSubnetId', /cb58/],
	[{ message: '00', pChainHeight: -1 }, 'pChainHeight', /-1/],
	[{ message: '00', colour: 'red' }, 'colour', /colour/],
	[{ txHash: 'nothing' }, 'txHash', /nothing/],
	[{ txHash: 'x', message: '00' }, 'message', /cannot be combined with txHash/],
	[{ message: '00', verification: 'maybe' }, 'verification', /maybe/],
])('event %j is refused, naming %s', async (event, field, text) => {
	emulator.control.clearRequests();
	const { invoke, http } = functionOver(emulator);
	await expect(invoke(event)).rejects.toMatchObject({
		name: 'InvalidInput',
		message: expect.stringMatching(text),
	});
	const answer = await http({
		requestContext: { http: { method: 'POST' } },
		body: JSON.stringify(event),
	});
	expect(answer).toMatchObject({ statusCode: 400, json: { error: 'InvalidInput' } });
	expect(`${answer.json.field} ${answer.json.message}`).toContain(field);
	expect(emulator.control.requestCount()).toBe(0);
});

describe('an option whose value is not understood is an error, by every way of invocation', () => {
	const options = [
		...Object.keys(icmMessage.aggregateSignatures.input.fields).map((key) => [key] as const),
		['verification'] as const,
	];
	const wrong = [null, '', ' ', [], {}, true, 'undefined', 'null', 'NaN', '67 %', 0.5];

	test.each(options)('%s', async (key) => {
		const { invoke, http } = functionOver(emulator);
		const base = { message: message() };
		emulator.control.clearRequests();
		for (const value of wrong) {
			const event = { ...base, [key]: value };
			const refused = { field: key, message: expect.stringContaining(key) };
			await expect(invoke(event)).rejects.toMatchObject({ name: 'InvalidInput' });
			const post = { requestContext: { http: { method: 'POST' } }, body: JSON.stringify(event) };
			expect(await http(post)).toMatchObject({ statusCode: 400, json: refused });
			if (typeof value !== 'string') continue;
			const get = { requestContext: { http: { method: 'GET' } }, queryStringParameters: event };
			expect(await http(get)).toMatchObject({ statusCode: 400, json: refused });
		}
		expect(emulator.control.requestCount()).toBe(0);
	});

	test('undefined is the default', async () => {
		const keys = options.map(([key]) => key).filter((key) => key !== 'message');
		const event = { ...Object.fromEntries(keys.map((key) => [key, undefined])), txHash: undefined };
		const result = await functionOver(emulator).invoke({ ...event, message: message() });
		expect(result).toMatchObject({ verified: true, networkId: 1, verification: 'required' });
	});
});

describe('a body is read without loss', () => {
	const post = (more: string) => ({
		requestContext: { http: { method: 'POST' } },
		body: `{"message":"${message()}",${more}}`,
	});

	test.each([
		// Doubles would make 67, 2^52 + 1, 2^53 and the largest height of them.
		['"quorumPercentage":67.00000000000000001', 'quorumPercentage', '67.00000000000000001'],
		['"pChainHeight":4503599627370497.25', 'pChainHeight', '4503599627370497.25'],
		['"pChainHeight":9007199254740993', 'pChainHeight', '9007199254740993'],
		['"pChainHeight":1e400', 'pChainHeight', '1e400'],
		// Readers of JSON take the last one.
		['"quorumPercentage":67,"quorumPercentage":1', 'body', '"quorumPercentage" occurs twice'],
		['"verification":"required","verific\\u0061tion":"report"', 'body', '"verification" occurs'],
	])('%s is refused', async (more, field, text) => {
		emulator.control.clearRequests();
		const { statusCode, json } = await functionOver(emulator).http(post(more));
		expect({ statusCode, field: json.field }).toEqual({ statusCode: 400, field });
		expect(json.message).toContain(text);
		expect(emulator.control.requestCount()).toBe(0);
	});
});

test.each([null, 'text', 7, [1]])('event %j is refused', async (event) => {
	await expect(functionOver(emulator).invoke(event)).rejects.toThrow(/must be a JSON object/);
});

test('the passing failures of the aggregator are waited out in the time that is left', async () => {
	const texts: Array<[number, string]> = [
		[500, 'failed to collect a threshold of signatures'],
		[500, 'failed to connect to a threshold of stake'],
		[400, 'signature weight is insufficient: 67*100 > 100*60'],
		[503, 'Failed to process signature aggregation request'],
	];
	for (const [status, text] of texts) {
		emulator.control.addFaults({
			faults: [{ service: 'data', kind: 'status', status, message: text, times: 1 }],
		});
	}
	const { invoke, clock, measured } = functionOver(emulator);
	expect(await invoke({ message: message() })).toMatchObject({ verified: true });
	// 5 s, 10 s, 20 s, 20 s, each less a quarter on average.
	expect(clock.slept).toEqual([3750, 7500, 15_000, 15_000]);
	expect(measured.filter(({ name }) => name === 'Retries')).toHaveLength(4);
	expect(measured.find(({ name }) => name === 'VerificationTime')?.value).toBeGreaterThan(0);
});

test.each([
	'failed to collect a threshold of signatures',
	'failed to connect to a threshold of stake',
	'signature weight is insufficient: 67*100 > 100*60',
	'Failed to process signature aggregation request',
])('"%s" with status 400 is not a fault of the caller', async (text) => {
	emulator.control.addFaults({
		faults: [{ service: 'data', kind: 'status', status: 400, message: text }],
	});
	const { invoke, http, measured } = functionOver(emulator);
	await expect(invoke({ message: message() }, 12)).rejects.toMatchObject({
		name: 'ServiceUnavailable',
		message: `${text} (status 400)`,
	});
	const { id: txHash } = emulator.world.node.chain('P').block(1) ?? {};
	await expect(invoke({ txHash }, 12)).rejects.toMatchObject({ name: 'ServiceUnavailable' });
	const body = JSON.stringify({ message: message() });
	const answer = await http({ requestContext: { http: { method: 'POST' } }, body }, 12);
	expect(answer).toMatchObject({ statusCode: 503, json: { error: 'ServiceUnavailable' } });
	expect(measured.map(({ name }) => name)).toContain('Failures');
	expect(measured.map(({ name }) => name)).not.toContain('InvalidRequests');
});

test('messages longer than 32,768 bytes are taken, up to the bound that is named', async () => {
	const { invoke } = functionOver(emulator, { VERIFICATION: 'off' });
	const payload = '00'.repeat(40_000);
	const long = unsignedHex(l1().blockchains[0].id, payload);
	// Not compared by jest, which prints what differs.
	expect(aggregationRequestOf({ message: long }).message === `0x${long}`).toBe(true);
	const justification = `0x${'ab'.repeat(256 * 1024)}`;
	expect(aggregationRequestOf({ justification }).input.justification === justification).toBe(true);
	for (const [field, text, rule] of [
		['message', 'ab'.repeat(256 * 1024 + 1), /1 to 262144\), .*this one has 262145 bytes/],
		[
			'justification',
			`0x${'ab'.repeat(256 * 1024 + 1)}`,
			/1 to 262144\), .*this one has 262145 bytes/,
		],
		['message', 'abc', /whole bytes .*an odd number/],
	] as const) {
		await expect(invoke({ [field]: text })).rejects.toMatchObject({
			name: 'InvalidInput',
			message: expect.stringMatching(rule),
		});
	}
});

test('no retry is begun that the invocation could not finish', async () => {
	const fault = {
		service: 'data',
		kind: 'status',
		status: 500,
		message: 'failed to collect a threshold of signatures',
	} as const;
	emulator.control.addFaults({ faults: [fault] });
	const { invoke, clock } = functionOver(emulator);
	const failed = invoke({ message: message() }, 20);
	await expect(failed).rejects.toMatchObject({
		name: 'ServiceError',
		message: expect.stringContaining('failed to collect a threshold'),
	});
	expect(clock.slept).toEqual([3750, 7500]);
});

test.each([
	['status', 401, 'Unauthorized', 502],
	['status', 403, 'Forbidden', 502],
	['status', 404, 'NotFound', 404],
	['status', 400, 'InvalidInput', 400],
	['status', 429, 'RateLimited', 429],
	['status', 500, 'ServiceError', 502],
	['status', 502, 'BadGateway', 502],
	['status', 503, 'ServiceUnavailable', 503],
	['cut', undefined, 'NetworkError', 504],
	['truncate', undefined, 'NetworkError', 504],
	['wrongJson', undefined, 'InvalidResponse', 502],
	['emptyBody', undefined, 'InvalidResponse', 502],
	['redirect', undefined, 'InvalidResponse', 502],
] as const)('a %s %s of the service is told as %s', async (kind, status, name, statusCode) => {
	emulator.control.addFaults({
		faults: [{ service: 'data', kind, status, url: 'http://127.0.0.1:1/' }],
	});
	const { invoke, http, logged } = functionOver(emulator);
	await expect(invoke({ message: message() }, 12)).rejects.toMatchObject({ name });
	const body = JSON.stringify({ message: message() });
	const answer = await http({ requestContext: { http: { method: 'POST' } }, body }, 12);
	expect(answer).toMatchObject({ statusCode, json: { error: name } });
	expect(JSON.stringify([answer, logged])).not.toContain(KEY);
});

test('a failing node fails the function: nothing unverified is returned', async () => {
	emulator.control.addFaults({ faults: [{ service: 'node', kind: 'status', status: 503 }] });
	const { invoke } = functionOver(emulator);
	await expect(invoke({ message: message() }, 20)).rejects.toMatchObject({
		name: 'ServiceUnavailable',
	});
	emulator.control.clearFaults();
	emulator.control.addFaults({
		faults: [{ service: 'node', kind: 'status', status: 503, times: 2 }],
	});
	expect(await invoke({ message: message() }, 60)).toMatchObject({ verified: true });
});

describe('events over HTTP, as AWS sends them', () => {
	const text = () => JSON.stringify({ message: message() });
	/** By the sender: the event of a request, in the shape of AWS's documentation. */
	const senders: Record<string, (method: string, rest: object) => object> = {
		'a function URL': (method, rest) => ({
			version: '2.0',
			routeKey: '$default',
			rawPath: '/',
			requestContext: { http: { method, path: '/' }, stage: '$default' },
			headers: {},
			isBase64Encoded: false,
			...rest,
		}),
		'API Gateway, format 1.0': (httpMethod, rest) => ({
			version: '1.0',
			resource: '/sign',
			path: '/sign',
			httpMethod,
			headers: {},
			multiValueHeaders: {},
			queryStringParameters: null,
			multiValueQueryStringParameters: null,
			requestContext: { httpMethod, stage: 'prod', resourcePath: '/sign', requestId: 'id' },
			body: null,
			isBase64Encoded: false,
			...rest,
		}),
		'a load balancer': (httpMethod, rest) => ({
			requestContext: { elb: { targetGroupArn: 'arn:aws:elasticloadbalancing:us-east-1:1:x' } },
			httpMethod,
			path: '/',
			queryStringParameters: {},
			headers: {},
			body: '',
			isBase64Encoded: false,
			...rest,
		}),
	};

	test.each(Object.keys(senders))('%s', async (sender) => {
		const { http } = functionOver(emulator);
		const event = senders[sender];
		const signed = { statusCode: 200, isBase64Encoded: false, json: { verified: true } };
		const plain = await http(event('POST', { body: text() }));
		expect(plain).toMatchObject(signed);
		expect(plain.headers).toMatchObject({ 'content-type': 'application/json' });
		const encoded = Buffer.from(text()).toString('base64');
		expect(await http(event('POST', { body: encoded, isBase64Encoded: true }))).toMatchObject(
			signed,
		);
		// With a byte order mark, in front of the text and within base64.
		expect(await http(event('POST', { body: `\uFEFF${text()}` }))).toMatchObject(signed);
		const marked = Buffer.from(`\uFEFF${text()}`).toString('base64');
		expect(await http(event('POST', { body: marked, isBase64Encoded: true }))).toMatchObject(
			signed,
		);
		const queryStringParameters = { message: message(), quorumPercentage: '50' };
		expect(await http(event('GET', { queryStringParameters }))).toMatchObject(signed);
		for (const [method, rest, statusCode, field] of [
			['POST', { body: '{' }, 400, 'body'],
			['POST', {}, 400, 'body'],
			['POST', { body: '{"message":"zz"}' }, 400, 'message'],
			['DELETE', {}, 405, undefined],
		] as const) {
			const { json, ...answer } = await http(event(method, rest));
			expect([answer.statusCode, json.field]).toEqual([statusCode, field]);
			expect(answer.multiValueHeaders).toBeUndefined();
		}
	});

	test.each([
		['a function URL', '100%25', '"100%25"'],
		['API Gateway, format 1.0', '100%25', '"100%25"'],
		['a load balancer', '100%25+and+more', '"100% and more"'],
	])('the query of %s is decoded once', async (sender, quorumPercentage, given) => {
		const { http } = functionOver(emulator);
		const queryStringParameters = { message: message(), quorumPercentage };
		const answer = await http(senders[sender]('GET', { queryStringParameters }));
		expect(answer).toMatchObject({ statusCode: 400, json: { field: 'quorumPercentage' } });
		expect(answer.json.message).toContain(`given: ${given}`);
	});

	test('a load balancer leaves queries encoded', async () => {
		const { http } = functionOver(emulator);
		const query = (queryStringParameters: object) =>
			http(senders['a load balancer']('GET', { queryStringParameters }));
		const answer = await query({ message: message(), 'signingSubnet%49d': l1().id });
		expect(answer).toMatchObject({ statusCode: 200 });
		const wrong = await query({ message: '%zz' });
		expect(wrong).toMatchObject({ statusCode: 400, json: { field: 'query' } });
	});

	test('a load balancer with lists of headers gets lists of headers', async () => {
		const { http } = functionOver(emulator);
		const event = senders['a load balancer']('GET', {
			headers: undefined,
			multiValueHeaders: { accept: ['*/*'] },
			queryStringParameters: undefined,
			multiValueQueryStringParameters: { message: [message()] },
		});
		expect(await http(event)).toMatchObject({
			statusCode: 200,
			multiValueHeaders: { 'content-type': ['application/json'] },
		});
	});

	test('a query parameter that is given twice is not taken once', async () => {
		const multiValueQueryStringParameters = {
			message: [message()],
			quorumPercentage: ['50', '60'],
		};
		const answer = await functionOver(emulator).http(
			senders['a load balancer']('GET', { multiValueQueryStringParameters }),
		);
		expect(answer).toMatchObject({ statusCode: 400, json: { field: 'quorumPercentage' } });
		expect(answer.json.message).toContain('given: "50,60"');
	});
});

test('the environment is checked at once, and says all that is wrong', () => {
	const wrong = () =>
		functionOver(
			{ dataUrl: 'ftp://x' },
			{ AVALANCHE_API_KEY_PARAMETER: '', VERIFICATION: 'required' },
		);
	expect(wrong).toThrow(
		/AVALANCHE_DATA_URL[^]*AVALANCHE_API_KEY_PARAMETER or[^]*AVALANCHE_NODE_URL is missing/,
	);
	expect(() => functionOver(emulator, { VERIFICATION: 'maybe' })).toThrow(
		/VERIFICATION must be one of/,
	);
});

test.each([
	// The setting, and what an event may ask for.
	[undefined, ['required']],
	['required', ['required']],
	['report', ['report', 'required']],
	['off', ['off', 'report', 'required']],
])('with VERIFICATION=%s an event can only ask for more', async (setting, allowed) => {
	const { invoke, http } = functionOver(emulator, setting ? { VERIFICATION: setting } : {});
	for (const verification of ['off', 'report', 'required']) {
		const event = { message: message(), verification };
		if (allowed.includes(verification)) {
			expect(await invoke(event)).toMatchObject({ verification });
			continue;
		}
		await expect(invoke(event)).rejects.toMatchObject({
			name: 'InvalidInput',
			message: expect.stringMatching(
				setting ? `configured for ${setting}` : /has a node, so that its default is required/,
			),
		});
		const post = { requestContext: { http: { method: 'POST' } }, body: JSON.stringify(event) };
		expect(await http(post)).toMatchObject({ statusCode: 400, json: { field: 'verification' } });
	}
});

test('without a node there is no verification to ask for', async () => {
	const { dataUrl } = emulator;
	const without = functionOver({ dataUrl }).invoke({
		message: message(),
		verification: 'required',
	});
	await expect(without).rejects.toThrow(/AVALANCHE_NODE_URL/);
});
