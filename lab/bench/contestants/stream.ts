import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** From `url` into a file, or into an S3 object part by part. */
export interface Copy {
	url: string;
	file?: string;
	object?: string;
}

const PART = 8 * 1024 ** 2;

async function* parts(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
	let chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of source) {
		chunks.push(chunk);
		size += chunk.length;
		if (size < PART) continue;
		yield Buffer.concat(chunks);
		chunks = [];
		size = 0;
	}
	if (size > 0) yield Buffer.concat(chunks);
}

async function send(method: string, url: string, body?: string | Buffer): Promise<Response> {
	const headers = { 'content-type': 'application/octet-stream' };
	const response = await fetch(url, { method, headers, body: body as never });
	if (!response.ok) throw new Error(`${method} was answered with ${response.status}`);
	return response;
}

/** A multipart upload with nothing around it; gives the bytes. */
async function upload(source: AsyncIterable<Uint8Array>, object: string): Promise<number> {
	const begun = await (await send('POST', `${object}?uploads`)).text();
	const id = /<UploadId>(.*?)<\/UploadId>/.exec(begun)?.[1];
	const tags: string[] = [];
	let bytes = 0;
	for await (const part of parts(source)) {
		const target = `${object}?partNumber=${tags.length + 1}&uploadId=${id}`;
		const response = await send('PUT', target, part);
		await response.arrayBuffer();
		tags.push(response.headers.get('etag') ?? '');
		bytes += part.length;
	}
	const list = tags.map(
		(tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
	);
	const all = `<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`;
	await (await send('POST', `${object}?uploadId=${id}`, all)).text();
	await send('DELETE', object);
	return bytes;
}

/** A bare stream: each run copies a file and gives its bytes. */
export async function prepare() {
	return async ({ url, file, object }: Copy): Promise<number> => {
		const { body } = await fetch(url);
		if (!body) throw new Error('There is no body');
		if (object) return await upload(body, object);
		if (!file) throw new Error('There is no place to copy to');
		await pipeline(Readable.fromWeb(body as never), createWriteStream(file));
		const { size } = await stat(file);
		await rm(file);
		return size;
	};
}
