import * as sdk from '@aws-sdk/client-s3';
import { writeObject } from '../../lambdas/exportTransactions/multipart';
import { type S3, startS3 } from '../kit/lambda/s3';

const MB = 1024 * 1024;
const HEADERS = { contentType: 'text/csv', metadata: { one: '1' } };
let s3: S3;
let client: sdk.S3Client;
let commands: string[];

beforeAll(async () => {
	s3 = await startS3(['exports']);
	client = s3.client();
	client.middlewareStack.add(
		(next, context) => (args) => {
			commands.push((context.commandName ?? '').replace('Command', ''));
			return next(args);
		},
		{ step: 'initialize' },
	);
});
afterAll(async () => {
	client.destroy();
	await s3.close();
});
beforeEach(() => {
	commands = [];
});

/** As many bytes as the largest test has; 251 is prime to every size that is used. */
const BYTES = Buffer.alloc(20 * MB, Buffer.from(Array.from({ length: 251 }, (_, i) => i)));

/** The first `total` of them in chunks of an odd size; fails after `until` of them. */
async function* bytes(total: number, until = Infinity) {
	const chunk = 100_003;
	for (let at = 0; at < total; at += chunk) {
		if (at >= until) throw new Error('cut');
		yield Uint8Array.from(BYTES.subarray(at, Math.min(at + chunk, total)));
	}
}

async function read(key: string): Promise<Buffer> {
	const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket: 'exports', Key: key }));
	return Buffer.from((await Body?.transformToByteArray()) ?? []);
}

const write = (key: string, chunks: AsyncIterable<Uint8Array>) =>
	writeObject({ sdk, client }, { Bucket: 'exports', Key: key }, chunks, HEADERS);

it.each([0, 1, 5 * MB - 1, 5 * MB, 5 * MB + 1, 10 * MB, 17 * MB + 3])(
	'writes %i bytes as they came',
	async (total) => {
		await write(`size-${total}`, bytes(total));
		const parts = commands.filter((name) => name === 'UploadPart').length;
		expect(parts).toBe(total < 5 * MB ? 0 : Math.ceil(total / (5 * MB)));
		const found = await read(`size-${total}`);
		expect(found.equals(BYTES.subarray(0, total))).toBe(true);
	},
	30_000,
);

it('leaves neither object nor parts where the stream fails', async () => {
	await expect(write('cut', bytes(20 * MB, 12 * MB))).rejects.toThrow('cut');
	expect(commands.filter((name) => name === 'UploadPart')).toHaveLength(2);
	expect(commands.at(-1)).toBe('AbortMultipartUpload');
	expect(await s3.keys('exports')).not.toContain('cut');
});

it('fails, and takes its parts back, where S3 refuses one', async () => {
	const refused = s3.client();
	let uploads = 0;
	refused.middlewareStack.add(
		(next, context) => (args) => {
			const isPart = context.commandName === 'UploadPartCommand';
			commands.push(context.commandName ?? '');
			if (isPart && ++uploads === 2) throw new Error('refused');
			return next(args);
		},
		{ step: 'initialize' },
	);
	const target = { Bucket: 'exports', Key: 'refused' };
	const work = writeObject({ sdk, client: refused }, target, bytes(20 * MB), HEADERS);
	await expect(work).rejects.toThrow('refused');
	expect(commands.at(-1)).toBe('AbortMultipartUploadCommand');
	refused.destroy();
});
