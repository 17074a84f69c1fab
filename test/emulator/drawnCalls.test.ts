import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { hexWithChecksum } from '../../core/formats/hex';
import { operationById } from '../../core/subjects/catalogue';
import { clock } from '../../core/transports/clock';
import { httpTransport } from '../../core/transports/http';
import { createAsker, type Exchange, ofOneCall } from '../../lab/kit/operations/ask';
import { drawFacts } from '../../lab/opinions/realNode/facts';
import type { Facts } from '../../lab/opinions/realNode/drawing';
import { askNode } from '../../lab/opinions/realNode/raw';
import { readRecording, type RecordedUse } from '../../lab/opinions/realNode/record';
import { inputOf } from '../../lab/opinions/realNode/again';
import { UNSCHEDULED } from '../../emulator/world/upgrades';
import { questionOf } from '../../lab/opinions/live/questions';
import { evmTx, importTx } from '../../core/testing/cases/signedTransactions';
import { useEmulator } from './emulatorKit';
import { type Difference, differences } from './realNode/compare';
import { DRAWN_DIFFERENCES, NOT_DRAWN } from './realNode/drawnExceptions';
import { reasonOf } from './realNode/exceptions';
import { acceptSame, recordedTxsIn } from './realNode/sameKind';

/**
 * Calls that `npm run opinion -- node` recorded of real nodes are made to the emulator: the same uses of
 * the same operations, with the emulator's values in place of those of the nodes.
 */

const FOLDER = path.resolve(__dirname, '../../core/testing/vectors/real-node/drawn');
const SEED = 3;

const running = useEmulator({ dialect: 'live', version: '1.14.2', helicon: UNSCHEDULED });
let facts: Facts;

beforeAll(async () => {
	const { network: node, nodeUrl } = running;
	const l1 = node.subnets.find(({ kind }) => kind === 'l1')?.blockchains[0].id;
	const ask = askNode({ url: nodeUrl });
	// Blocks of the emulated C-Chain do not show what it exchanges with other chains.
	const { id, bytes } = importTx(node, 1);
	const tx = hexWithChecksum(bytes);
	await ask('/ext/bc/C/avax', 'avax.issueTx', { tx, encoding: 'hex' });
	// Its transactions are made up, and none has signed bytes.
	const rawTx = `0x${Buffer.from(evmTx(1).bytes).toString('hex')}`;
	await ask('/ext/bc/C/rpc', 'eth_sendRawTransaction', [rawTx]);
	const made = { 'C.atomicTx': id, 'C.rawAtomicTx': tx, 'C.rawTx': rawTx };
	facts = { ...(await drawFacts(ask, SEED, l1)), ...made };
});

/** The text of an answer, with the part that each drawn value plays in place of the value. */
function worded(text: string, drawn: Facts): string {
	const long = Object.entries(drawn).filter(([, value]) => value.length >= 20);
	return long.reduce((all, [part, value]) => all.replaceAll(value, `<${part}>`), text);
}

/** JSON as its value, any other text as it is; heights that errors tell are data. */
function valueOf(text: string, drawn: Facts): unknown {
	try {
		const body = JSON.parse(text) as { error?: { message?: unknown } };
		if (typeof body.error?.message === 'string') {
			const said = worded(body.error.message, drawn).replace(/\d+/g, 'n');
			return { ...body, error: { ...body.error, message: said } };
		}
		return body;
	} catch {
		return text;
	}
}

/**
 * Accepts what recorded answers show, and gives the parts that it plays. The recorded nodes had
 * refused to take their transaction once more already, of which they say less the next time.
 */
async function sameKinds({ calls }: ReturnType<typeof readRecording>) {
	const { network, nodeUrl } = running;
	const made: Record<string, string> = {};
	for (const { operation, text } of calls) {
		const [, name, method] = /^([px])Chain\.get(Transaction|Block)$/.exec(operation) ?? [];
		const recorded = name && recordedTxsIn(text);
		if (!recorded) continue;
		const alias = name === 'p' ? 'P' : 'X';
		const { id, height, txs } = acceptSame(network, alias, recorded);
		const part = (key: string, value: string) => (made[`${alias}.${key}`] = value);
		if (method === 'Block') {
			part('block', id);
			part('blockHeight', String(height));
			continue;
		}
		part('tx', txs[0].id);
		const tx = part('rawTx', hexWithChecksum(txs[0].bytes));
		const space = { P: 'platform', X: 'avm' }[alias];
		const ask = askNode({ url: nodeUrl });
		await ask(`/ext/bc/${alias}`, `${space}.issueTx`, { tx }).catch(() => undefined);
	}
	return made;
}

const files = readdirSync(FOLDER).filter((file) => file.endsWith('.jsonl'));
const used = new Set<object>();

describe.each(files)('%s', (file) => {
	// The C-Chain of a node with Helicon runs another virtual machine.
	const helicon = file.startsWith('helicon');
	beforeAll(() => void (helicon && running.control.setVersions({ helicon: 0 })));
	afterAll(() => running.control.setVersions({ helicon: UNSCHEDULED }));

	const recording = readRecording(readFileSync(path.join(FOLDER, file), 'utf8'));
	/**
	 * Facts of the emulator, with transactions and blocks of the kinds that the recorded ones are
	 * of.
	 */
	let drawn: Facts;
	beforeAll(async () => {
		// A part that the recorded node did not have is not drawn.
		const own = Object.entries(facts).filter(([part]) => part in recording.facts);
		drawn = { ...Object.fromEntries(own), ...(await sameKinds(recording)) };
	});

	const named = (call: RecordedUse, i: number) => {
		const { operation, chain, kind, at } = call;
		return [`${file} ${i} ${operation}${chain ? `@${chain}` : ''} ${kind} ${at}`, call] as const;
	};
	const replayed = recording.calls
		.map(named)
		.filter(([name]) => !NOT_DRAWN.some((one) => one.calls.test(name) && used.add(one)));

	test.each(replayed)('%s', async (name, call) => {
		const asker = createAsker({
			services: { node: { url: running.nodeUrl } },
			transport: httpTransport,
			clock,
		});
		const operation = operationById(call.operation);
		if (!operation) throw new Error(`There is no operation ${call.operation}`);
		const input = inputOf(questionOf(operation), call, drawn);
		expect(input).toBeDefined();
		await asker.call(operation, { input: input ?? {} });
		const { response } = ofOneCall(asker.taken()[0] as Exchange);
		const contentType = response.headers['content-type'] ?? null;
		const { status } = response;
		const found: Difference[] = differences(
			{
				status: call.status,
				contentType: call.contentType,
				answer: valueOf(call.text, recording.facts),
			},
			{ status, contentType, answer: valueOf(response.text, drawn) },
		);
		const unexplained = found.filter((one) => {
			const reason = reasonOf(DRAWN_DIFFERENCES, name, one);
			if (reason) used.add(reason);
			return !reason;
		});
		expect(unexplained).toEqual([]);
	});
});

test('every exception is needed', () => {
	const all: readonly object[] = [...NOT_DRAWN, ...DRAWN_DIFFERENCES];
	expect(all.filter((one) => !used.has(one))).toEqual([]);
});
