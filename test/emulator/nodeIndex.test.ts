import { createHash } from 'node:crypto';
import { cb58Encode } from '../../core/formats/cb58';
import { type Json, useEmulator } from './emulatorKit';

const spec = useEmulator();
const live = useEmulator({ dialect: 'live' });
const INDEXES = ['C/block', 'P/block', 'X/block', 'X/tx', 'X/vtx'];
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

const bytesOf = ({ bytes }: Json) => Buffer.from(bytes.slice(2), 'hex').subarray(0, -4);

/** A container's id is that of its bytes; without the empty signature where it wraps a block. */
function checked(container: Json, wrapper: boolean): Json {
	const all = Buffer.from(container.bytes.slice(2), 'hex');
	const bytes = bytesOf(container);
	expect(all.subarray(-4)).toEqual(sha(bytes).subarray(-4));
	expect(container).toEqual({
		id: cb58Encode(sha(wrapper ? bytes.subarray(0, -4) : bytes)),
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

	test('a container is the same by index, by id, as the last one, and by its position', async () => {
		const { client } = spec;
		const found = await client.result(path, 'index.getLastAccepted', { encoding: 'hex' });
		const last = checked(found, name.endsWith('block'));
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
});

test.each(['P', 'X'] as const)(
	'containers of %s wrap blocks under ids of their own',
	async (alias) => {
		const { client } = live;
		const get = (index: number) =>
			client.result(`/ext/index/${alias}/block`, 'index.getContainerByIndex', { index });
		const [first, second] = [checked(await get(6), true), checked(await get(7), true)];
		// Codec version, type, parent.
		expect(cb58Encode(bytesOf(second).subarray(6, 38))).toBe(first.id);
		const space = alias === 'P' ? 'platform' : 'avm';
		const path = `/ext/bc/${alias}`;
		const { block } = await client.result(path, `${space}.getBlockByHeight`, { height: 8 });
		expect(bytesOf(second).includes(bytesOf({ bytes: block }))).toBe(true);
		const error = await client.failure(path, `${space}.getBlock`, { blockID: second.id });
		expect(error.message).toBe(`couldn't get block with id ${second.id}: not found`);
	},
);

describe('index.getContainerRange', () => {
	const path = '/ext/index/X/block';
	const params = (startIndex: unknown, numToFetch: unknown) => ({ startIndex, numToFetch });
	const method = 'index.getContainerRange';

	test('a bare array by the documents, an object on the wire', async () => {
		const array = await spec.client.result(path, method, params('5', 3));
		expect(array.map((one: Json) => checked(one, true).index)).toEqual(['5', '6', '7']);
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

	test('new blocks are appended', async () => {
		const before = (await spec.client.result(path, 'index.getLastAccepted')).index;
		spec.control.acceptBlocks({ chain: 'X', count: 2 });
		const after = checked(await spec.client.result(path, 'index.getLastAccepted'), true);
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
