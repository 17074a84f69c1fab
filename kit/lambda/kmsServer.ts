import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { memoryKeys } from './memoryKeys';

/** KMS on this machine: GenerateDataKey and Decrypt with one key. */
export interface KmsServer {
	/** For AWS_ENDPOINT_URL_KMS. */
	url: string;
	close(): Promise<void>;
}

/** The id of the key. */
export const KMS_KEY =
	'arn:aws:kms:us-east-1:000000000000:key/11111111-2222-3333-4444-555555555555';

interface Asked {
	KeyId?: string;
	CiphertextBlob?: string;
	EncryptionContext?: object;
}

/** Starts it. Another key, another context or a changed data key is refused, as by KMS. */
export async function startKms(): Promise<KmsServer> {
	const keys = memoryKeys();
	/** The context of each data key. */
	const contexts = new Map<string, string>();
	const answered = async (action: string, { KeyId, ...asked }: Asked): Promise<object> => {
		if (KeyId !== KMS_KEY) return { __type: 'NotFoundException' };
		const context = JSON.stringify(asked.EncryptionContext ?? {});
		if (action === 'GenerateDataKey') {
			const { plain, encrypted } = await keys.generate();
			const blob = Buffer.from(encrypted).toString('base64');
			contexts.set(blob, context);
			const Plaintext = Buffer.from(plain).toString('base64');
			return { KeyId, Plaintext, CiphertextBlob: blob };
		}
		const { CiphertextBlob = '' } = asked;
		if (action !== 'Decrypt') return { __type: 'UnknownOperationException' };
		if (contexts.get(CiphertextBlob) !== context) return { __type: 'InvalidCiphertextException' };
		const plain = await keys.open(Buffer.from(CiphertextBlob, 'base64'));
		return { KeyId, Plaintext: Buffer.from(plain).toString('base64') };
	};
	const server = createServer((request, response) => {
		let body = '';
		request.setEncoding('utf8').on('data', (text: string) => (body += text));
		request.on('end', () => {
			const action = String(request.headers['x-amz-target']).replace('TrentService.', '');
			void answered(action, JSON.parse(body) as Asked).then((answer) => {
				response.writeHead('__type' in answer ? 400 : 200, {
					'content-type': 'application/x-amz-json-1.1',
				});
				response.end(JSON.stringify(answer));
			});
		});
	}).listen(0, '127.0.0.1');
	await new Promise((resolve) => server.once('listening', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
