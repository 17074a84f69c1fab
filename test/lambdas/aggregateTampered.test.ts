import { startLocalServer } from '../../lab/kit/system/localServer';
import { forTests } from '../emulatorForTests';
import { decodeSigned, encodeSigned, encodeSigners, encodeUnsigned } from '../../core/warp';
import { bytesToHex, hexToBytes } from '../../core/formats/hex';
import { cb58Encode } from '../../core/formats/cb58';
import { aggregateSignatures, type SecretKey } from '@chainsafe/blst';
import {
	type TestValidator,
	entryOf,
	keysInOrder,
	secretOf,
	validatorOf,
} from '../../core/testing/warpSigning';
import { functionOver } from '../../lab/kit/lambda/aggregateKit';

/** An aggregator with answers that a test sets, and a node with a validator set of its own. */
let signedMessage = '';
let sets: Record<string, TestValidator[]> = {};
let epoch: string | undefined;
const server = forTests(async () =>
	startLocalServer((request, response, body) => {
		response.setHeader('content-type', 'application/json');
		if (request.url?.startsWith('/v1/')) {
			return void response.end(JSON.stringify({ signedMessage }));
		}
		const { id, method, params } = JSON.parse(String(body)) as {
			id: number;
			method: string;
			params: { height?: string };
		};
		const entries = (sets[String(params.height)] ?? []).map(entryOf);
		const results: Record<string, object | undefined> = {
			'platform.validatedBy': { subnetID: cb58Encode(new Uint8Array(32).fill(9)) },
			'proposervm.getCurrentEpoch':
				epoch === undefined
					? undefined
					: { number: '1', startTime: '1794052800', pChainHeight: epoch },
			'platform.getValidatorsAt': Object.fromEntries(
				entries.map(({ nodeId, ...rest }) => [nodeId, rest]),
			),
		};
		const result = results[method];
		const error = { code: -32601, message: 'no such method' };
		response.end(JSON.stringify({ jsonrpc: '2.0', id, ...(result ? { result } : { error }) }));
	}),
);
beforeEach(() => {
	sets = { proposed: validators };
	epoch = undefined;
});

// Two share a key, one has none: 100 in all.
const validators = [
	validatorOf('a', 30n),
	validatorOf('b', 20n, 'a'),
	validatorOf('c', 20n),
	validatorOf('d', 15n),
	validatorOf('e', 10n, null),
	validatorOf('f', 5n),
];
const unsigned = encodeUnsigned({
	networkId: 1,
	sourceChainId: new Uint8Array(32).fill(7),
	payload: hexToBytes('000000000000' + 'cd'.repeat(32)),
});
const message = bytesToHex(unsigned);

function signedBy(
	keys: SecretKey[],
	{ bytes = unsigned, set = validators, as = keys } = {},
): string {
	const order = keysInOrder(set).map((key) => key.toHex());
	const indices = as.map((key) => order.indexOf(key.toHex()));
	const signature = aggregateSignatures(keys.map((key) => key.sign(bytes))).toBytes();
	return bytesToHex(
		encodeSigned({ unsignedBytes: bytes, signers: encodeSigners(indices), signature }),
	);
}

const [a, c, d, f] = ['a', 'c', 'd', 'f'].map((name) => secretOf(`key ${name}`));
const services = () => ({ dataUrl: server.url, nodeUrl: server.url });
const result = async (
	answer: string,
	event: object = { message },
	environment: Record<string, string> = {},
) => {
	signedMessage = answer;
	return await functionOver(services(), environment).invoke(event);
};

test('a valid aggregate is returned, with shared and missing keys', async () => {
	expect(await result(`0x${signedBy([a, c])}`)).toMatchObject({
		signedMessage: signedBy([a, c]),
		signedWeight: '70',
		totalWeight: '100',
		percentage: '70.00',
		verified: true,
	});
});

function flipped(hex: string, at: number): string {
	const bytes = hexToBytes(hex);
	bytes[bytes.length + at] ^= 1;
	return bytesToHex(bytes);
}

const other = encodeUnsigned({
	networkId: 1,
	sourceChainId: new Uint8Array(32).fill(7),
	payload: hexToBytes('000000000000' + 'ce'.repeat(32)),
});

test.each([
	['another message, rightly signed', () => signedBy([a, c], { bytes: other }), 'differentMessage'],
	[
		'a flipped bit of the signature',
		() => flipped(signedBy([a, c]), -1),
		/invalidSignature|aggregateMismatch/,
	],
	['a signature of other signers', () => signedBy([a, d], { as: [a, c] }), 'aggregateMismatch'],
	['a missing signer', () => signedBy([a], { as: [a, c] }), 'aggregateMismatch'],
	['just under the quorum', () => signedBy([a, d]), 'belowQuorum'],
	[
		'signers beyond the set',
		() => {
			const { unsignedBytes, signature } = decodeSigned(hexToBytes(signedBy([a, c])));
			return bytesToHex(encodeSigned({ unsignedBytes, signature, signers: encodeSigners([0, 9]) }));
		},
		'unknownSigner',
	],
	[
		'a leading zero byte',
		() => {
			const { unsignedBytes, signature, signers } = decodeSigned(hexToBytes(signedBy([a, c])));
			return bytesToHex(
				encodeSigned({ unsignedBytes, signature, signers: Uint8Array.of(0, ...signers) }),
			);
		},
		'malformedMessage',
	],
	['half a message', () => message, 'malformedMessage'],
	['no hex', () => 'certainly', 'malformedMessage'],
])('%s is refused', async (_what, answer, reason) => {
	const pattern = typeof reason === 'string' ? new RegExp(`\\(${reason}\\)`) : reason;
	await expect(result(answer())).rejects.toMatchObject({
		name: 'VerificationFailed',
		message: expect.stringMatching(pattern),
	});
	const reported = await result(answer(), { message }, { VERIFICATION: 'report' });
	expect(reported).toMatchObject({
		verified: false,
		reason: expect.stringMatching(reason),
		detail: expect.any(String),
	});
});

test('an unmerged set, where the same key counts twice, is not what signers refer to', async () => {
	const names = ['a', 'c', 'd', 'f'];
	const order = keysInOrder(names.map((name) => validatorOf(name, 1n))).map((key) => key.toHex());
	// The lowest key is the shared one: listed twice, every later index is one too high.
	const lowest = names.find((name) => secretOf(`key ${name}`).toHex() === order[0]) as string;
	sets = {
		proposed: [...names.map((name) => validatorOf(name, 20n)), validatorOf('b', 20n, lowest)],
	};
	const keys = [a, c, d, f];
	const indices = keys.map((key) => order.indexOf(key.toHex()));
	const signature = aggregateSignatures(keys.map((key) => key.sign(unsigned))).toBytes();
	const signed = (signers: number[]) =>
		bytesToHex(
			encodeSigned({ unsignedBytes: unsigned, signers: encodeSigners(signers), signature }),
		);
	expect(await result(signed(indices))).toMatchObject({ verified: true });
	const answer = signed(indices.map((index) => (index > 0 ? index + 1 : 0)));
	await expect(result(answer)).rejects.toMatchObject({ name: 'VerificationFailed' });
});

test('a message of another network is refused', async () => {
	await expect(result(signedBy([a, c]), { message, network: 'fuji' })).rejects.toThrow(
		/wrongNetwork/,
	);
});

test('a quorum above the default is asked of the result, too', async () => {
	await expect(result(signedBy([a, c]), { message, quorumPercentage: 80 })).rejects.toThrow(
		/belowQuorum/,
	);
	expect(await result(signedBy([a, c, d]), { message, quorumPercentage: 80 })).toMatchObject({
		verified: true,
	});
});

test('where the proposed set has moved on, that of the epoch counts; a given height alone counts', async () => {
	sets = { proposed: [validatorOf('x', 50n), validatorOf('y', 50n)], '77': validators };
	await expect(result(signedBy([a, c]))).rejects.toThrow(/not verified/);
	epoch = '77';
	expect(await result(signedBy([a, c]))).toMatchObject({ verified: true, validatorsAt: '77' });
	expect(await result(signedBy([a, c]), { message, pChainHeight: 77 })).toMatchObject({
		verified: true,
		validatorsAt: '77',
	});
	await expect(result(signedBy([a, c]), { message, pChainHeight: 78 })).rejects.toThrow(
		/not verified/,
	);
});

test('the message may be given as the log data of the event that sent it', async () => {
	const word = (value: number) => value.toString(16).padStart(64, '0');
	const padded = message.padEnd(Math.ceil(message.length / 64) * 64, '0');
	const data = word(32) + word(unsigned.length) + padded;
	expect(await result(signedBy([a, c]), { message: data })).toMatchObject({ verified: true });
	await expect(result(signedBy([a, c], { bytes: other }), { message: data })).rejects.toThrow(
		/differentMessage/,
	);
	const long = `80${word(unsigned.length).slice(2)}`;
	for (const wrong of [word(64) + data.slice(64), word(32) + long + padded, word(32)])
		await expect(result(signedBy([a, c]), { message: wrong })).rejects.toThrow(/differentMessage/);
});

test('an HTTP request gets the reason and no message', async () => {
	signedMessage = signedBy([a, d]);
	const event = { requestContext: { http: { method: 'POST' } }, body: JSON.stringify({ message }) };
	const { statusCode, json } = await functionOver(services()).http(event);
	expect([statusCode, json.error]).toEqual([502, 'VerificationFailed']);
	expect(json.message).toMatch(/belowQuorum.*65.*100/);
	expect(JSON.stringify(json)).not.toContain(message);
});
