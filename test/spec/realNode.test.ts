import { faultsOf } from '../../emulator/rest/check';
import { type Endpoint, readSpec } from '../../emulator/spec/read';
import { recordedCalls } from '../../core/testing/recordedCalls';

/** Answers of a real node, against the responses of the transcription. */

const nodeEndpoints = readSpec().filter(({ service }) => service === 'node');

/** Methods have one name wherever they are served. */
function transcriptionOf(method: string | undefined, path: string): Endpoint | undefined {
	return nodeEndpoints.find((one) =>
		one.type === 'rpc' ? one.rpcMethod === method : method === undefined && one.path === path,
	);
}

interface Answer {
	name: string;
	endpoint: Endpoint;
	value: unknown;
}

/** The result of a recorded call; nothing where it is an error or not transcribed. */
function answersOf(): Answer[] {
	return recordedCalls().flatMap(({ name, path, body, status, contentType, text }) => {
		if (!/json/.test(contentType) || (status !== 200 && status !== 503)) return [];
		const method = (body as { method?: string } | undefined)?.method;
		const endpoint = transcriptionOf(method, path.split('?')[0]);
		const answer = JSON.parse(text) as { result?: unknown };
		const value = method === undefined ? answer : answer.result;
		return endpoint?.output && value !== undefined ? [{ name, endpoint, value }] : [];
	});
}

it.each(answersOf().map((answer) => [answer.name, answer] as const))(
	'%s is as transcribed',
	(_, { endpoint, value }) => {
		expect(faultsOf('', endpoint.output!, value)).toEqual([]);
	},
);
