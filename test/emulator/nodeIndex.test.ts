import { createHash } from 'node:crypto';
import { cb58Encode } from '../../core/formats/cb58';
import { type Json, useEmulator } from './nodeKit';

const spec = useEmulator();
const live = useEmulator({ dialect: 'live' });
const INDEXES = ['C/block', 'P/block', 'X/block', 'X/tx', 'X/vtx'];
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

function checked(container: Json): Json {
	const all = Buffer.from(container.bytes.slice(2), 'hex');
	const bytes = all.subarray(0, -4);
	expect(all.subarray(-4)).toEqual(sha(bytes).subarray(-4));
	expect(container).toEqual({
		id: cb58Encode(sha(bytes)),
		bytes: expect.any(String),
		timestamp: expect.any(String),
		encoding: 'hex',
		index: expect.stringMatching(/^\d+$/),
	});
	expect(Date.parse(container.timestamp)).not.toBeNaN();
	return container;
}

describe.each(INDEXES)('/ext/index/%s', (name) => {
	const path = `/ext/index/${name}`;

	test('a container is the same by index, by id, as the last one, and knows its place', async () => {
		const { client } = spec;
		const last = checked(await client.result(path, 'index.getLastAccepted', { encoding: 'hex' }));
		const index = Number(last.index);
		expect(await client.result(path, 'index.getContainerByIndex', { index })).toEqual(last);
		expect(await client.result(path, 'index.getContainerByIndex', { index: '0' })).toMatchObject({
			index: '0',
		});
		const { id } = last;
		expect(await client.result(path, 'index.getContainerByID', { id })).toEqual(last);
		expect(await client.result(path, 'index.getIndex', { id })).toEqual({ index: last.index });
		expect(await client.result(path, 'index.isAccepted', { id })).toEqual({ isAccepted: true });
	});

	test('what was not accepted', async () => {
		const { client } = spec;
		const id = cb58Encode(Buffer.alloc(32, 3));
		expect((await client.failure(path, 'index.getContainerByID', { id })).message).toBe(
			'not found',
		);
		expect((await client.failure(path, 'index.getIndex', { id })).message).toBe('not found');
		expect(await client.result(path, 'index.isAccepted', { id })).toEqual({ isAccepted: false });
		expect(
			(await client.failure(path, 'index.getContainerByIndex', { index: 999_999 })).message,
		).toBe('no container at index 999999');
	});
});

describe('index.getContainerRange', () => {
	const path = '/ext/index/X/block';
	const params = (startIndex: unknown, numToFetch: unknown) => ({ startIndex, numToFetch });
	const method = 'index.getContainerRange';

	test('a bare array by the documents, an object on the wire', async () => {
		const array = await spec.client.result(path, method, params('5', 3));
		expect(array.map((one: Json) => checked(one).index)).toEqual(['5', '6', '7']);
		const object = await live.client.result(path, method, params(5, '3'));
		expect(Object.keys(object)).toEqual(['containers']);
		expect(object.containers.map((one: Json) => one.id)).toEqual(array.map((one: Json) => one.id));
	});

	test('nothing asked for: null by the documents, an error on the wire', async () => {
		expect(await spec.client.result(path, method, params(0, 0))).toBeNull();
		expect(await spec.client.result(path, method, params(999_999, 0))).toBeNull();
		expect((await live.client.failure(path, method, params(0, 0))).message).toBe(
			'numToFetch must be in [1,1024] but is 0',
		);
	});

	test('more than 1024 and starts beyond the end are errors; a range may run out', async () => {
		const { client } = live;
		const last = Number((await client.result(path, 'index.getLastAccepted')).index);
		expect((await client.failure(path, method, params(0, 1025))).message).toBe(
			'numToFetch must be in [1,1024] but is 1025',
		);
		expect((await client.failure(path, method, params(last + 1, 1))).message).toBe(
			`start index (${last + 1}) > last accepted index (${last})`,
		);
		const { containers } = await client.result(path, method, params(last - 1, 1024));
		expect(containers.map((one: Json) => one.index)).toEqual([String(last - 1), String(last)]);
	});

	test('new blocks are appended', async () => {
		const before = (await spec.client.result(path, 'index.getLastAccepted')).index;
		spec.emulator.control.acceptBlocks({ chain: 'X', count: 2 });
		const after = checked(await spec.client.result(path, 'index.getLastAccepted'));
		expect(after.index).toBe(String(Number(before) + 2));
	});
});

test('encodings: without checksum, and JSON is none; times carry an offset on the wire', async () => {
	const path = '/ext/index/P/block';
	const at = (encoding: string) => ({ index: 1, encoding });
	const plain = await live.client.result(path, 'index.getContainerByIndex', at('hexnc'));
	const full = await live.client.result(path, 'index.getContainerByIndex', at('hex'));
	expect(full.bytes.slice(0, -8)).toBe(plain.bytes);
	expect(plain.encoding).toBe('hexnc');
	const error = await live.client.failure(path, 'index.getContainerByIndex', at('json'));
	expect(error.message).toBe('unsupported encoding in method');
	expect(full.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}-05:00$/);
	const spelled = await spec.client.result(path, 'index.getContainerByIndex', at('hex'));
	expect(spelled.timestamp).toMatch(/Z$/);
	expect(Date.parse(full.timestamp)).toBe(Date.parse(spelled.timestamp));
});
