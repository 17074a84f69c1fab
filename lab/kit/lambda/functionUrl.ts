import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { startLocalServer } from '../system/localServer';
import { invokeFunction } from './invoke';
import type { Lambda } from './lambda';

/** The credentials whose signatures are accepted. */
export const CREDENTIALS = {
	accessKeyId: 'AKIDEXAMPLE',
	secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
	sessionToken: 'a-session-token',
};

/** A function URL on this machine. */
export interface FunctionUrl {
	url: string;
	/** Statuses of its responses. */
	statuses: number[];
	close(): Promise<void>;
}

/**
 * Starts the URL of a function, which invokes it with events of payload format 2.0. By default it takes
 * only requests with an AWS signature.
 */
export async function startFunctionUrl(
	lambda: Lambda,
	name: string,
	auth: 'AWS_IAM' | 'NONE' = 'AWS_IAM',
): Promise<FunctionUrl> {
	const statuses: number[] = [];
	const server = await startLocalServer((request, response, read) => {
		const body = String(read);
		const { method = '', url = '', headers } = request;
		const send = (status: number, text: string, more: Record<string, string> = {}) => {
			statuses.push(status);
			response.writeHead(status, { 'content-type': 'application/json', ...more }).end(text);
		};
		if (auth === 'AWS_IAM' && !isSigned({ method, url, headers, body })) {
			return send(403, '{"Message":"Forbidden"}');
		}
		const http = { method, path: url };
		const event = { version: '2.0', rawPath: url, headers, body, requestContext: { http } };
		void invokeFunction(lambda, name, event).then(({ failed, answer }) =>
			failed
				? send(502, 'Internal Server Error')
				: send(answer.statusCode, answer.body, answer.headers),
		);
	});
	return {
		url: `${server.url}/`,
		statuses,
		close: server.close,
	};
}

interface SignedRequest {
	method: string;
	url: string;
	headers: IncomingHttpHeaders;
	body: string;
}

/**
 * True if a request without query is signed as Lambda requires it: AWS Signature Version 4, service
 * `lambda`, host and all x-amz headers signed.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
function isSigned({ method, url, headers, body }: SignedRequest): boolean {
	const form =
		/^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
	const [, key, day, region, service, names, signature] =
		form.exec(headers.authorization ?? '') ?? [];
	const date = String(headers['x-amz-date']);
	const signed = names?.split(';') ?? [];
	const required = ['host', ...Object.keys(headers).filter((one) => one.startsWith('x-amz-'))];
	if (
		key !== CREDENTIALS.accessKeyId ||
		service !== 'lambda' ||
		!date.startsWith(day) ||
		headers['x-amz-security-token'] !== CREDENTIALS.sessionToken ||
		required.some((one) => !signed.includes(one))
	) {
		return false;
	}
	const hash = (text: string) => createHash('sha256').update(text).digest('hex');
	const canonical = [
		method,
		url,
		'',
		...signed.map((one) => `${one}:${String(headers[one]).trim()}`),
		'',
		names,
		hash(body),
	].join('\n');
	const scope = `${day}/${region}/${service}/aws4_request`;
	const text = ['AWS4-HMAC-SHA256', date, scope, hash(canonical)].join('\n');
	const mac = (secret: string | Buffer, part: string) =>
		createHmac('sha256', secret).update(part).digest();
	const derived = [day, region, service, 'aws4_request'].reduce<string | Buffer>(
		mac,
		`AWS4${CREDENTIALS.secretAccessKey}`,
	);
	return mac(derived, text).toString('hex') === signature;
}
