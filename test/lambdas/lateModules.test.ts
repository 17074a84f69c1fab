import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { bech32Decode, bech32Encode } from '../../core/formats/bech32';
import { cb58Encode } from '../../core/formats/cb58';
import { withChecksum } from '../../core/formats/eip55';
import { bytesToHex } from '../../core/formats/hex';
import { isPrivateAddress } from '../../core/protocol/privateHosts';
import fc from '../../kit/properties';
import { lateModules } from '../../lambdas/build/lateModules';

/** The functions of the core that use libraries. */
type Own = typeof import('../../core/formats/bech32') &
	typeof import('../../core/formats/cb58') &
	typeof import('../../core/formats/eip55') &
	typeof import('../../core/formats/hex') &
	typeof import('../../core/protocol/privateHosts');

const ROOT = path.resolve(__dirname, '../..');
/** The modules of these functions. */
const MODULES = [
	'formats/bech32',
	'formats/cb58',
	'formats/eip55',
	'formats/hex',
	'protocol/privateHosts',
];

let folder: string;
let late: Own;

beforeAll(async () => {
	folder = mkdtempSync(path.join(os.tmpdir(), 'avalanche-late-'));
	const outfile = path.join(folder, 'core.cjs');
	await build({
		stdin: {
			contents: MODULES.map((file) => `export * from './core/${file}';`).join('\n'),
			resolveDir: ROOT,
		},
		outfile,
		bundle: true,
		format: 'cjs',
		platform: 'node',
		plugins: [lateModules(ROOT, folder)],
	});
	// eslint-disable-next-line @typescript-eslint/no-require-imports -- the file that was just written
	late = require(outfile) as Own;
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('addresses and hashes are those of the libraries', () => {
	const bytes = fc.uint8Array({ minLength: 20, maxLength: 20 });
	fc.assert(
		fc.property(bytes, (each) => {
			const hex = `0x${bytesToHex(each)}`;
			expect(late.bytesToHex(each)).toBe(bytesToHex(each));
			expect(Array.from(late.hexToBytes(hex))).toEqual(Array.from(each));
			expect(late.withChecksum(hex)).toBe(withChecksum(hex));
			const text = cb58Encode(each);
			expect(late.cb58Encode(each)).toBe(text);
			expect(Array.from(late.cb58Decode(text)!)).toEqual(Array.from(each));
			const address = bech32Encode('avax', each);
			expect(late.bech32Encode('avax', each)).toBe(address);
			expect(Array.from(late.bech32Decode(address)!.bytes)).toEqual(Array.from(each));
			expect(late.bech32Decode(`${address}x`)).toBe(bech32Decode(`${address}x`));
		}),
	);
});

test('private addresses are the same', () => {
	const examples = [
		'10.0.0.1',
		'8.8.8.8',
		'168.63.129.16',
		'::1',
		'2606:4700::1111',
		'fd00::1',
		'x',
	];
	expect(examples.map((address) => late.isPrivateAddress(address))).toEqual([
		true,
		false,
		true,
		true,
		false,
		true,
		true,
	]);
	fc.assert(
		fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
			expect(late.isPrivateAddress(address)).toBe(isPrivateAddress(address));
		}),
		{ numRuns: 1_000 },
	);
});
