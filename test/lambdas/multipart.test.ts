import { crc32 } from 'node:zlib';
import * as sdk from '@aws-sdk/client-s3';
import {
	type OpenUpload,
	type WriteOptions,
	writeObject,
} from '../../lambdas/exportTransactions/multipart';
import { neutralized, unchanged } from '../../lambdas/exportTransactions/storedForm';
import { type S3, startS3 } from '../../lab/kit/lambda/s3';

const MB = 1024 * 1024;
const HEADERS = { contentType: 'text/csv', metadata: { one: '1' } };
let s3: S3;
let client: sdk.S3Client;
let commands: string[];
let conditions: string[] = [];

/** A client whose commands are seen before they are sent. */
function watched(see: (name: string, input: Record<string, unknown>) => void) {
	const own = s3.client();
	own.middlewareStack.add(
		(next, context) => (args) => {
			see((context.commandName ?? '').replace('Command', ''), args.input as never);
			return next(args);
		},
		{ step: 'initialize' },
	);
	return own;
}

beforeAll(async () => {
	s3 = await startS3(['exports']);
	client = watched((name, { IfNoneMatch }) => {
		commands.push(name);
		if (IfNoneMatch !== undefined) conditions.push(`${name} ${String(IfNoneMatch)}`);
	});
});
afterAll(async () => {
	client.destroy();
	await s3.close();
});
beforeEach(() => {
	commands = [];
});

/**
 * As many bytes as the largest test has: three parts, of which the last one fills the memory of the first again.
 * 251 is prime to every size that is used.
 */
const BYTES = Buffer.alloc(12 * MB, Buffer.from(Array.from({ length: 251 }, (_, i) => i)));

/** The first `total` of them, from `start` on, in chunks of an odd size; fails after `until` of them. */
async function* bytes(total: number, until = Infinity, start = 0) {
	const chunk = 100_003;
	for (let at = start; at < total; at += chunk) {
		if (at >= until) throw new Error('cut');
		yield Uint8Array.from(BYTES.subarray(at, Math.min(at + chunk, total)));
	}
}

async function read(key: string): Promise<Buffer> {
	const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket: 'exports', Key: key }));
	return Buffer.from((await Body?.transformToByteArray()) ?? []);
}

const write = (key: string, chunks: AsyncIterable<Uint8Array>, options?: WriteOptions) =>
	writeObject(client, { Bucket: 'exports', Key: key }, chunks, HEADERS, options);

it.each([0, 1, 5 * MB - 1, 5 * MB, 5 * MB + 1, 10 * MB, 10 * MB + 3])(
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

it.each([
	[1, 'PutObject'],
	[6 * MB, 'CompleteMultipartUpload'],
])('asks S3 to write %i bytes only if there is no object', async (total, last) => {
	conditions = [];
	await write(`once-${total}`, bytes(total));
	expect(conditions).toEqual([`${last} *`]);
});

it('leaves neither object nor parts where the stream fails', async () => {
	await expect(write('cut', bytes(12 * MB, 11 * MB))).rejects.toThrow('cut');
	expect(commands.filter((name) => name === 'UploadPart')).toHaveLength(2);
	expect(commands.at(-1)).toBe('AbortMultipartUpload');
	expect(await s3.keys('exports')).not.toContain('cut');
});

it('fails, and takes its parts back, where S3 refuses one', async () => {
	let uploads = 0;
	const refused = watched((name) => {
		commands.push(name);
		if (name === 'UploadPart' && ++uploads === 2) throw new Error('refused');
	});
	const target = { Bucket: 'exports', Key: 'refused' };
	const work = writeObject(refused, target, bytes(12 * MB), HEADERS);
	await expect(work).rejects.toThrow('refused');
	expect(commands.at(-1)).toBe('AbortMultipartUpload');
	refused.destroy();
});

it('stops at the end of a part, and another call continues the upload', async () => {
	for (const total of [10 * MB, 10 * MB + 3]) {
		const key = `ranges-${total}`;
		let before: OpenUpload | undefined;
		let calls = 0;
		do {
			const enough = (written: number) => written >= 4 * MB;
			const rest = bytes(total, Infinity, before?.bytes ?? 0);
			// As a checkpoint keeps it.
			const copy = before && (JSON.parse(JSON.stringify(before)) as OpenUpload);
			before = await write(key, rest, { before: copy, enough });
			calls++;
			if (before) expect(before.bytes).toBe(calls * 5 * MB);
		} while (before);
		expect(calls).toBe(Math.ceil(total / (5 * MB)));
		expect((await read(key)).equals(BYTES.subarray(0, total))).toBe(true);
	}
});

it('leaves an upload alone that an earlier call began, where it fails', async () => {
	const before = await write('kept', bytes(12 * MB), { enough: () => true });
	await expect(write('kept', bytes(12 * MB, 9 * MB, 5 * MB), { before })).rejects.toThrow('cut');
	expect(commands).not.toContain('AbortMultipartUpload');
	await write('kept', bytes(12 * MB, Infinity, 5 * MB), { before });
	expect((await read('kept')).equals(BYTES)).toBe(true);
});

it('declares the checksum that its parts carry', async () => {
	const sent: Array<Record<string, unknown>> = [];
	const own = watched((_, input) => void sent.push(input));
	const target = { Bucket: 'exports', Key: 'checked' };
	await writeObject(own, target, bytes(6 * MB), HEADERS);
	const [begun, ...rest] = sent;
	expect(begun.ChecksumAlgorithm).toBe('CRC32');
	const { Parts } = rest.at(-1)?.MultipartUpload as sdk.CompletedMultipartUpload;
	const crc = (part: Buffer) => {
		const text = Buffer.alloc(4);
		text.writeUInt32BE(crc32(part));
		return text.toString('base64');
	};
	expect(Parts?.map(({ ChecksumCRC32 }) => ChecksumCRC32)).toEqual([
		crc(BYTES.subarray(0, 5 * MB)),
		crc(BYTES.subarray(5 * MB, 6 * MB)),
	]);
	own.destroy();
});

it.each([0, 1, 4, 5, 9, 10])(
	'leaves out the first %i bytes of a file that is read again from its start',
	async (stored) => {
		async function* chunks() {
			for (const text of ['12345', '678', '90']) yield Buffer.from(text);
		}
		for (const form of [
			unchanged(chunks(), { received: 0 }, { stored, begins: 0 }),
			neutralized(chunks(), { received: 0 }, { stored }),
		]) {
			const left: Uint8Array[] = [];
			for await (const chunk of form.chunks) left.push(chunk);
			expect(Buffer.concat(left).toString()).toBe('1234567890'.slice(stored));
			expect(form.length()).toBe(10);
		}
	},
);
