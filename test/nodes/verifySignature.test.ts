import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startLocalServer } from '../../lab/kit/system/localServer';
import { startEmulator } from '../../emulator';
import { ACTION } from '../../lab/kit/engine';
import { engineForTests } from './harness';

/** Signed messages that other software made, verified by the built node with its bundled library. */

interface Coston {
	networkId: number;
	validators: Record<string, { publicKey: string; weight: string }>;
	signedMessage?: string;
	[field: string]: unknown;
}

const vector = JSON.parse(
	readFileSync(
		path.resolve(__dirname, '../../core/testing/vectors/coston2_icm_aggregator_13603.json'),
		'utf8',
	),
) as Coston;

/** The capture names the signed message somewhere in its aggregate part. */
function signedMessageOf(value: unknown): string {
	const found = JSON.stringify(value).match(/"signedMessage(?:Hex)?":"([0-9a-fx]+)"/);
	if (!found) throw new Error('The vector holds no signed message');
	return found[1];
}

const signedMessage = signedMessageOf(vector);
const engine = engineForTests();

function verify(changes: Record<string, unknown> = {}, options: Record<string, unknown> = {}) {
	return engine.execute({
		node: 'avalanche',
		parameters: {
			resource: 'icmMessage',
			operation: 'verifySignedMessage',
			signedMessage,
			validatorSource: 'given',
			validators: JSON.stringify(vector.validators),
			options: { networkId: vector.networkId, ...options },
			...changes,
		} as never,
	});
}

test('a true message is verified with its weight', async () => {
	const { items, error } = await verify();
	expect(error).toBeUndefined();
	const [{ json }] = items[ACTION];
	expect(json).toMatchObject({ verified: true, networkId: 114, percentage: '67.05' });
	expect(json.signers).toHaveLength(5);
});

test('a changed message is not verified, and says why', async () => {
	const last = signedMessage.slice(-1) === '0' ? '1' : '0';
	const { items } = await verify({ signedMessage: signedMessage.slice(0, -1) + last });
	expect(items[ACTION][0].json).toMatchObject({ verified: false });
	expect(items[ACTION][0].json.reason).toMatch(/invalidSignature|aggregateMismatch/);
});

test('a higher quorum is not met', async () => {
	const { items } = await verify({}, { quorumPercentage: 68 });
	expect(items[ACTION][0].json).toMatchObject({ verified: false, reason: 'belowQuorum' });
});

test('another network is refused, as an error where the user asks for one', async () => {
	const { error } = await verify({}, { networkId: 1, failWhenNotVerified: true });
	expect(error?.message).toMatch(/wrongNetwork/);
});

test('without the option, only messages of mainnet are verified', async () => {
	const { items } = await verify({ options: {} });
	expect(items[ACTION][0].json).toMatchObject({ verified: false, reason: 'wrongNetwork' });
});

describe('what guards a verification is understood, or is an error', () => {
	const wrong = [
		['Fail When Not Verified', 'failWhenNotVerified', ['yes', 1, {}, [false]]],
		['Network ID', 'networkId', ['mainnet', -1, 1.5, {}, [1]]],
		['Quorum Percentage', 'quorumPercentage', ['most', 0, 101, 66.5, {}]],
	] as const;
	test.each(wrong)('%s', async (label, key, values) => {
		for (const value of values) {
			const { error, items } = await verify({}, { quorumPercentage: 68, [key]: value });
			expect(items[ACTION] ?? []).toEqual([]);
			expect(error?.message).toMatch(new RegExp(`^"${label}" \\(${key}\\) must be `));
		}
	});

	test('the text true is true', async () => {
		const { error } = await verify({}, { quorumPercentage: 68, failWhenNotVerified: 'true' });
		expect(error?.message).toMatch(/belowQuorum/);
	});
});

describe('a Validator Set as JSON', () => {
	const total = Object.values(vector.validators).reduce(
		(sum, { weight }) => sum + BigInt(weight),
		0n,
	);
	// The total is close to the largest one, and every weight of a signer beyond 2^53.
	const FACTOR = (2n ** 64n - 1n) / total;
	const scaled = (quote: string) =>
		JSON.stringify(vector.validators).replace(
			/"weight":"(\d+)"/g,
			(_, weight: string) => `"weight":${quote}${BigInt(weight) * FACTOR}${quote}`,
		);

	test('weights without quotes keep all digits', async () => {
		const [quoted, bare] = await Promise.all(
			['"', ''].map((quote) => verify({ validators: scaled(quote) })),
		);
		expect(bare.items[ACTION][0].json).toEqual(quoted.items[ACTION][0].json);
		expect(quoted.items[ACTION][0].json).toMatchObject({ percentage: '67.05' });
	});

	const [[nodeId, validator], ...others] = Object.entries(vector.validators);
	const rest = JSON.stringify(Object.fromEntries(others)).slice(1);
	const withOne = (one: string) => `{"${nodeId}":${one},${rest}`;
	const key = validator.publicKey;

	test('leading zeros of a weight change nothing', async () => {
		const one = { ...validator, weight: validator.weight.padStart(30, '0') };
		const { items } = await verify({ validators: withOne(JSON.stringify(one)) });
		expect(items[ACTION][0].json).toMatchObject({ verified: true, percentage: '67.05' });
	});

	test.each([
		[
			'a node ID twice',
			`{"${nodeId}":{"publicKey":"${key}","weight":"1"},${withOne(JSON.stringify(validator)).slice(1)}`,
		],
		['a weight twice', withOne(`{"publicKey":"${key}","weight":"1","weight":"2"}`)],
		['a list as a weight', withOne(`{"publicKey":"${key}","weight":["100"]}`)],
		['a fraction as a weight', withOne(`{"publicKey":"${key}","weight":4503599627370496.1}`)],
		['an exponent as a weight', withOne(`{"publicKey":"${key}","weight":1e20}`)],
		['no weight', withOne(`{"publicKey":"${key}"}`)],
		['a weight beyond 64 bits', withOne(`{"publicKey":"${key}","weight":"18446744073709551616"}`)],
		['a key of another name', withOne(`{"pubKey":"${key}","weight":"1"}`)],
		['a list as a key', withOne(`{"publicKey":["${key}"],"weight":"1"}`)],
		['a validator that is null', withOne('null')],
		['a name that is not a node ID', `{"node":${JSON.stringify(validator)}}`],
		[
			'a weight that lost its digits',
			{ ...vector.validators, [nodeId]: { ...validator, weight: 2 ** 53 } },
		],
		['no validator', '{}'],
	])('%s is an error', async (_, validators) => {
		const { error } = await verify({ validators });
		expect(error?.message).toMatch(
			/^"Validator Set" \(validators\) (must be a JSON object|is required)/,
		);
	});
});

describe('messages that a real node returned below the quorum that it was asked for', () => {
	const recorded = JSON.parse(
		readFileSync(path.resolve(__dirname, '../../core/testing/vectors/real-node/warp.json'), 'utf8'),
	) as { vectors: Array<Coston & { name: string; signedMessage: string }> };
	const below = recorded.vectors
		.filter(({ name }) => name.endsWith('below quorum'))
		.map((one) => [one.name, one] as const);
	const given = ({ signedMessage: message, validators }: Coston & { signedMessage: string }) => ({
		signedMessage: message,
		validators: JSON.stringify(validators),
	});

	test.each(below)('%s: is a failure of its own kind, which no wait helps', async (_, one) => {
		const { error } = await verify(given(one), {
			networkId: one.networkId,
			failWhenNotVerified: true,
		});
		expect(error?.name).toBe('NodeApiError');
		expect(error?.message).toMatch(/not verified \(belowQuorum\): 100 of 224 signed \(44.64 %\)/);
		expect(error?.description).toMatch(/quorum/);
		expect(error?.description).not.toMatch(/URL|try again later/);
		expect(error?.failure).toEqual({ cause: 'configuration-invalid' });
	});

	test.each(below)('%s: is an item with its kind if the node continues', async (_, one) => {
		const { items } = await engine.execute({
			node: 'avalanche',
			continueOnFail: true,
			parameters: {
				resource: 'icmMessage',
				operation: 'verifySignedMessage',
				validatorSource: 'given',
				...given(one),
				options: { networkId: one.networkId, failWhenNotVerified: true },
			} as never,
		});
		expect(items[ACTION][0].json.details).toMatchObject({ kind: 'verification' });
	});
});

test('what is not hex is named before anything is sent', async () => {
	const { error } = await verify({ signedMessage: 'xyz' });
	expect(error?.message).toMatch(/"Signed Message" \(signedMessage\).*hexadecimal.*xyz/);
});

test('the node is asked for the validators of the subnet that signed', async () => {
	const emulator = await startEmulator();
	const before = engine.credential;
	try {
		const { dataUrl, nodeUrl, world } = emulator;
		engine.credential = { dataUrl, nodeUrl };
		const l1 = world.node.subnets.find(({ kind }) => kind === 'l1');
		const workflow = JSON.parse(
			readFileSync(
				path.resolve(__dirname, '../../examples/workflows/aggregate-and-relay.json'),
				'utf8',
			),
		) as { nodes: Array<{ parameters: { message?: string } }> };
		const message = workflow.nodes.find(({ parameters }) => parameters.message)?.parameters.message;
		const made = await engine.execute({
			node: 'avalanche',
			parameters: {
				resource: 'icmMessage',
				operation: 'aggregateSignatures',
				network: 'mainnet',
				message,
				options: { signingSubnetId: l1?.id },
			} as never,
		});
		const { signedMessage: signed } = made.items[ACTION][0].json;
		const fromNode = { signedMessage: signed, validatorSource: 'node', height: 'proposed' };
		const right = await verify({ ...fromNode, subnetID: l1?.id }, { networkId: 1 });
		expect(right.items[ACTION][0].json).toMatchObject({ verified: true });
		const wrong = await verify({ ...fromNode, subnetID: '' }, { networkId: 1 });
		expect(wrong.items[ACTION][0].json).toMatchObject({ verified: false });
	} finally {
		engine.credential = before;
		await emulator.close();
	}
});

test('a validator set in which a validator is null is an invalid response that names it', async () => {
	const [nodeId, ...others] = Object.keys(vector.validators);
	const validators = { ...vector.validators, [nodeId]: null };
	const server = await startLocalServer((_request, response, read) => {
		const { id } = JSON.parse(String(read)) as { id: number };
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify({ jsonrpc: '2.0', id, result: validators }));
	});
	const before = engine.credential;
	try {
		engine.credential = { nodeUrl: server.url };
		const fromNode = { validatorSource: 'node', height: 'proposed' };
		const { error } = await verify(fromNode, { retries: 0 });
		expect(others.length).toBeGreaterThan(0);
		expect(`${error?.message} ${error?.description}`).toContain(nodeId);
		expect(error?.message).toMatch(/must be present/);
	} finally {
		engine.credential = before;
		await server.close();
	}
});
