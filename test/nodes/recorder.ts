import type { IncomingHttpHeaders } from 'node:http';
import { startLocalServer } from '../../lab/kit/system/localServer';

/** One request as it arrived, byte for byte. */
export interface Recorded {
	method: string;
	/** Path and query as they stood in the request line. */
	url: string;
	headers: IncomingHttpHeaders;
	body: string;
}

/** A server that remembers what it is asked and answers everything alike. */
export interface Recorder {
	/** Without a slash at its end. */
	url: string;
	requests: Recorded[];
	/** Its answer; status 404 and an error body if nothing is set. */
	answer: { status: number; body: string; headers?: Record<string, string> };
	close(): Promise<void>;
}

const NOTHING = {
	status: 404,
	body: '{"message":"nothing here","error":"Not Found","statusCode":404}',
};

/** Starts a recorder on a free loopback port. */
export async function startRecorder(): Promise<Recorder> {
	const requests: Recorded[] = [];
	const server = await startLocalServer((incoming, outgoing, read) => {
		const body = String(read);
		const { method = '', url = '', headers } = incoming;
		requests.push({ method, url, headers, body });
		const { status, body: answer, headers: more } = recorder.answer;
		outgoing.writeHead(status, { 'content-type': 'application/json', ...more });
		outgoing.end(answer);
	});
	const recorder: Recorder = {
		url: server.url,
		requests,
		answer: NOTHING,
		close: server.close,
	};
	return recorder;
}
