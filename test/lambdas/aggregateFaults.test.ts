import { startLocalServer } from '../../lab/kit/system/localServer';
import { forTests } from '../emulatorForTests';
import { unavailable } from '../../lambdas/shared/secrets';
import { emulatorWithKey, functionOver, unsignedHex } from '../../lab/kit/lambda/aggregateKit';

/** Alarms read these metrics: whose fault an error is, by both ways of invocation. */

const emulator = forTests(emulatorWithKey);
afterEach(() => emulator.control.clearFaults());

const messageOf = (subnet: number) =>
	unsignedHex(emulator.world.node.subnets[subnet].blockchains[0].id);
const overUrl = (fields: unknown) => ({
	version: '2.0',
	requestContext: { http: { method: 'POST' } },
	body: JSON.stringify(fields),
});
type Function = ReturnType<typeof functionOver>;

/** Number of failures, invalid requests and thrown errors that one invocation counts. */
async function counted({ measured, invoke }: Function, event: unknown) {
	measured.length = 0;
	await invoke(event, 12).catch(() => undefined);
	const sum = (name: string) =>
		measured.filter((one) => one.name === name).reduce((all, { value }) => all + value, 0);
	return [sum('Failures'), sum('InvalidRequests'), sum('ThrownErrors')];
}

const FAILURE = { url: [1, 0, 0], direct: [1, 0, 1] };
const INVALID = { url: [0, 1, 0], direct: [0, 1, 1] };

async function expectBoth(made: Function, fields: unknown, expected: typeof FAILURE) {
	expect(await counted(made, overUrl(fields))).toEqual(expected.url);
	expect(await counted(made, fields)).toEqual(expected.direct);
}

test('an unavailable key is a failure', async () => {
	const made = functionOver(emulator, {}, () => {
		throw unavailable({ kind: 'parameter', name: '/avalanche/key' }, 'ParameterNotFound');
	});
	await expectBoth(made, { message: messageOf(1) }, FAILURE);
	expect(await made.http(overUrl({ message: messageOf(1) }))).toMatchObject({ statusCode: 500 });
});

test('a result that fails verification is a failure', async () => {
	const { signedMessage } = await functionOver(emulator).invoke({ message: messageOf(1) });
	const server = await startLocalServer((_, response) => {
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify({ signedMessage }));
	});
	const dataUrl = server.url;
	const made = functionOver({ dataUrl, nodeUrl: emulator.nodeUrl });
	const answer = await made.http(overUrl({ message: messageOf(2) }));
	expect(answer).toMatchObject({ statusCode: 502, json: { error: 'VerificationFailed' } });
	await expectBoth(made, { message: messageOf(2) }, FAILURE);
	await server.close();
});

test.each([500, 503, 429, 401, 403, 404])(
	'a %i of the service to a valid message is a failure',
	async (status) => {
		emulator.control.addFaults({ faults: [{ service: 'data', kind: 'status', status }] });
		await expectBoth(functionOver(emulator), { message: messageOf(1) }, FAILURE);
	},
);

test.each<[string, unknown]>([
	['an invalid field', { message: 'zz' }],
	['no field', {}],
	['an unknown field', { massage: '00' }],
	['no object', 'message'],
	['an unknown mode', { message: '00', verification: 'sometimes' }],
	['an unknown transaction', { txHash: '11111111111111111111111111111111LpoYY' }],
])("%s is the caller's fault", async (_, fields) => {
	await expectBoth(functionOver(emulator), fields, INVALID);
});

test("a verification that the function does not have is the caller's fault", async () => {
	const made = functionOver({ dataUrl: emulator.dataUrl });
	await expectBoth(made, { message: messageOf(1), verification: 'required' }, INVALID);
});

test("an invalid HTTP request is the caller's fault", async () => {
	const made = functionOver(emulator);
	const http = (method: string, body?: string) => ({ requestContext: { http: { method } }, body });
	for (const event of [http('POST', '{'), http('POST'), http('DELETE'), http('GET')]) {
		expect(await counted(made, event)).toEqual(INVALID.url);
	}
});

test('a success counts none of them', async () => {
	await expectBoth(
		functionOver(emulator),
		{ message: messageOf(1) },
		{
			url: [0, 0, 0],
			direct: [0, 0, 0],
		},
	);
});
