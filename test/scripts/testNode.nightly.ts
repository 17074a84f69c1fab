import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { catalogue } from '../../core/subjects/catalogue';
import { clock } from '../../core/transports/clock';
import { httpTransport } from '../../core/transports/http';
import type { Transport } from '../../core/protocol/ports';
import { emulatorForTests } from '../emulatorForTests';
import { lostLeaves } from '../../lab/opinions/realNode/leaves';
import { readRecording, recordingOf } from '../../lab/opinions/realNode/record';
import { findingsOf, reportOf } from '../../lab/opinions/realNode/report';
import { type NodeOptions, type NodeResult, runNode } from '../../lab/opinions/realNode/run';
import { missedFaults } from '../../lab/opinions/realNode/prove';
import { SEEDED_FAULTS } from '../../lab/opinions/realNode/seeded';

/** `npm run opinion -- node` against the emulated node, which is not the real one that it is for. */

const ROOT = path.resolve(__dirname, '../..');
const SEED = 5;

const emulator = emulatorForTests({ dialect: 'live' });

function optionsOf(): NodeOptions {
	const { subnets } = emulator.world.node;
	const l1 = subnets.find(({ kind }) => kind === 'l1')?.blockchains[0].id;
	const node = { url: emulator.nodeUrl };
	return { node, ...(l1 && { l1 }), transport: httpTransport, clock, seed: SEED };
}

const tested = (options: Partial<NodeOptions> = {}): Promise<NodeResult> =>
	runNode({ ...optionsOf(), ...options });

let result: NodeResult;
beforeAll(async () => void (result = await tested()));

describe('the emulated node', () => {
	test('there is no finding', () => {
		const lines = reportOf(result).split('\n');
		expect(lines.filter((line) => line.startsWith('FINDING'))).toEqual([]);
		expect(findingsOf(result)).toBe(0);
	});

	test('every operation of a node is asked, but for those that the node has nothing for', () => {
		const skipped = result.operations.filter((one) => one.skipped !== undefined);
		const asked = new Set(
			result.operations.filter((one) => !skipped.includes(one)).map(({ operation }) => operation),
		);
		const all = catalogue.filter(({ service }) => service === 'node').map(({ id }) => id);
		expect(all.filter((id) => !asked.has(id)).sort()).toEqual([
			'cChain.getTransaction',
			'cChain.getTransactionStatus',
			'cChain.issueTransaction',
			'evm.sendRawTransaction',
		]);
		for (const { answered, refused, operation, skipped: why } of result.operations) {
			if (why === undefined) expect([operation, answered + refused]).not.toEqual([operation, 0]);
		}
	});

	test('wrong inputs were refused by the package and by the node', () => {
		const sum = (of: 'wrongUnsent' | 'wrongRefused') =>
			result.operations.reduce((all, one) => all + one[of], 0);
		expect(sum('wrongUnsent')).toBeGreaterThan(sum('wrongRefused'));
		expect(sum('wrongRefused')).toBeGreaterThan(0);
	});

	test('a recording holds requests and answers, and nothing of the machine', () => {
		const text = recordingOf(result, emulator.nodeUrl);
		const { facts, calls } = readRecording(text);
		expect(facts).toEqual(result.facts);
		expect(new Set(calls.map(({ operation }) => operation)).size).toBeGreaterThan(70);
		expect(text).not.toContain(new URL(emulator.nodeUrl).host);
		expect(calls.filter(({ operation }) => operation.startsWith('health.'))).toEqual([]);
	});

	test('the same seed draws the same inputs, another one others', async () => {
		const only = 'no such operation';
		expect((await tested({ only })).facts).toEqual(result.facts);
		const other = await tested({ only, seed: SEED + 1 });
		expect(other.facts).not.toEqual(result.facts);
	});
});

describe('what is found', () => {
	test('every seeded fault', async () => {
		const { tried, missed } = await missedFaults(optionsOf(), result);
		expect(missed).toEqual([]);
		expect(tried).toBe(SEEDED_FAULTS.length);
	});

	test('a wrong input that neither refuses', async () => {
		const only = 'info.getBlockchainId';
		const transport: Transport = async (request) => {
			const response = await httpTransport(request);
			const text = '{"jsonrpc":"2.0","id":1,"result":{"blockchainID":"x"}}';
			return { ...response, ...(request.body?.includes('getBlockchainID') && { text }) };
		};
		const found = await tested({ only, transport, facts: result.facts });
		expect(reportOf(found)).toMatch(
			/FINDING info.getBlockchainId, wrong alias: a wrong alias gave an answer/,
		);
	});

	test.each([
		[
			'a digit',
			{ a: '18446744073709551615' },
			{ a: 18446744073709551616 },
			['a=18446744073709551615'],
		],
		['a field', { a: 1, b: 'x' }, { a: 1 }, ['b=x']],
		['one of two', { list: [{ a: 1 }, { a: 1 }] }, { list: [{ a: 1 }] }, ['a=1']],
		['an id that is a key', { [`NodeID-${'1'.repeat(20)}`]: 1 }, {}, [expect.anything()]],
		['nothing: another spelling', { a: '2.0000', b: '0x10' }, { a: 2, b: 16 }, []],
		['nothing: a name for a value', '0x10', { height: 16 }, []],
		['nothing: null', { a: null }, {}, []],
	])('an answer that lost %s', (_, said, answer, lost) => {
		expect(lostLeaves(said, answer)).toEqual(lost);
	});
});

describe('without a node', () => {
	const run = (...args: string[]) =>
		spawnSync(process.execPath, ['--import', 'tsx', 'lab/opinions/testNode.ts', ...args], {
			cwd: ROOT,
			encoding: 'utf8',
		});

	test('the command says so and ends with 75', () => {
		const { status, stderr } = run();
		expect([status, stderr]).toEqual([75, 'No node was given (--node)\n']);
	});

	test('so it does where nothing answers', () => {
		const { status, stderr } = run('--node', 'http://127.0.0.1:9');
		expect([status, stderr]).toEqual([75, expect.stringContaining('does not answer')]);
	});
});
