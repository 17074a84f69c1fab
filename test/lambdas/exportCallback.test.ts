import { Webhook } from 'standardwebhooks';
import { forTests } from '../emulatorForTests';
import { exportsForTests } from './exportsForTests';
import { BUCKET, type RunOptions, exportEvent } from '../../lab/kit/lambda/exportKit';
import { SECRET, startTarget } from '../../lab/kit/lambda/notifyKit';
import { crashPoints } from '../../core/testing/deaths';
import { planExecutions } from '../../lambdas/startExport/plan';
import { parseStartEvent, type StartOrder } from '../../lambdas/startExport/event';

/** The callback of an export: when the files are stored, or the execution has failed. */

const NOON = 1_794_052_800_000;
const TOKEN = 'signature=5f0e4f6e9a520b6f35c6';
const OTHER = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;

const { emulator, s3, kit } = exportsForTests({ exports: { durationMs: 10_000 } });
const target = forTests(startTarget);
let runs = 0;

beforeEach(() => {
	emulator.control.reset();
	target.received.length = 0;
	target.answer = () => 200;
});

const urlOf = () => `${target.url}/webhook-waiting/12?${TOKEN}/export`;

/** A run whose event has a callback to the target. */
async function run(options: RunOptions & { changes?: object; callback?: unknown } = {}) {
	const { changes = {}, callback = urlOf(), ...rest } = options;
	const name = `callback-${runs++}`;
	const event = { ...exportEvent(), ...changes, callback };
	const outcome = await kit.run({ name, event, callbacks: { secrets: SECRET }, ...rest });
	return { ...outcome, name };
}

const bodies = () =>
	target.received.map(({ body }) => JSON.parse(body) as Record<string, unknown> & { id: string });
const idsOf = () => new Set(target.received.map(({ headers }) => headers['webhook-id']));

/** The signature as receivers check it; the library compares the time with its own clock. */
function verified(at: number, secret = SECRET): unknown {
	const { body, headers } = target.received[at];
	const now = jest
		.spyOn(Date, 'now')
		.mockReturnValue(Number(headers['webhook-timestamp']) * 1000 + 1000);
	try {
		return new Webhook(secret).verify(body, headers as Record<string, string>);
	} finally {
		now.mockRestore();
	}
}

it('tells the manifest once, signed, after the files are stored', async () => {
	const { status, result, name } = await run();
	expect(status).toBe('SUCCEEDED');
	expect(target.received).toHaveLength(1);
	expect(target.received[0].path).toBe(new URL(urlOf()).pathname + new URL(urlOf()).search);
	expect(verified(0)).toMatchObject({
		type: 'export.stored',
		data: { name, status: 'SUCCEEDED', result },
	});
	expect(() => verified(0, OTHER)).toThrow();
	const [{ id }] = bodies();
	expect(id).toBe(target.received[0].headers['webhook-id']);
	expect(await s3.text(BUCKET, `tx/${name}/manifest.json`)).toContain(name);
});

it('signs with each of two secrets while one is replaced', async () => {
	await run({ callbacks: { secrets: `${OTHER}\n${SECRET}` } });
	expect(verified(0, OTHER)).toEqual(verified(0, SECRET));
});

it('is sent again, the same and signed anew, after 404, 409, 503 and 429', async () => {
	// n8n has not stored the waiting execution; it still runs; a proxy; 429 with a wait.
	const answers = [404, 409, 503, [429, { 'retry-after': '100' }] as const, 200];
	target.answer = (count) => answers[count] as number;
	const { status } = await run();
	expect(status).toBe('SUCCEEDED');
	expect(target.received.map(({ status: one }) => one)).toEqual([404, 409, 503, 429, 200]);
	expect(new Set(target.received.map(({ body }) => body)).size).toBe(1);
	expect(idsOf().size).toBe(1);
	const times = target.received.map(({ headers }) => Number(headers['webhook-timestamp']));
	const pauses = times.slice(1).map((time, at) => time - times[at]);
	expect(pauses).toEqual([5, 15, 30, 100]);
	for (const at of times.keys()) expect(verified(at)).toBeDefined();
});

it('comes at least once, the same, whatever the moment of a crash', async () => {
	const { journal } = await run();
	const from = journal.entries.findIndex((entry) => entry.includes('SUCCEED write-manifest'));
	const calls = journal.entries.slice(from);
	expect(calls).toContain('callback');
	expect(calls.some((entry) => entry.includes('SUCCEED callback'))).toBe(true);
	let twice = 0;
	for (const crash of crashPoints(from, journal.entries.length - 1)) {
		target.received.length = 0;
		emulator.control.clearRequests();
		const { crashed, status } = await run({ crash });
		expect([crashed, status]).toEqual([true, 'SUCCEEDED']);
		expect([target.received.length, idsOf().size]).toEqual([expect.any(Number), 1]);
		if (target.received.length > 1) twice++;
		expect(new Set(target.received.map(({ body }) => body)).size).toBe(1);
	}
	// A crash between the answer and its checkpoint cannot be told from one before the call.
	expect(twice).toBeGreaterThan(0);
});

it('a crash between two attempts forgets no attempt that is due', async () => {
	target.answer = (count) => (count < 2 ? 404 : 200);
	const { journal } = await run();
	const calls = journal.entries.flatMap((entry, at) => (entry === 'callback' ? [at] : []));
	expect(calls).toHaveLength(3);
	for (const crash of crashPoints(calls[0], journal.entries.length - 1, ['after'])) {
		target.received.length = 0;
		const { status } = await run({ crash });
		expect(status).toBe('SUCCEEDED');
		expect(target.accepted().length).toBeGreaterThan(0);
		expect(idsOf().size).toBe(1);
	}
});

it('tells why an execution failed, which keeps its own error', async () => {
	emulator.control.setExports({ outcome: 'failed' });
	const { status, error, name } = await run();
	expect([status, error?.ErrorType]).toEqual(['FAILED', 'ExportFailed']);
	emulator.control.setExports({ outcome: 'completed' });
	expect(verified(0)).toMatchObject({
		type: 'export.failed',
		data: {
			name,
			status: 'FAILED',
			error: { type: error?.ErrorType, message: error?.ErrorMessage },
		},
	});
});

it('tells that the rest of its event is invalid', async () => {
	const { error } = await run({ changes: { wait: { deadlineMinutes: 0 } } });
	expect(error?.ErrorType).toBe('InvalidEvent');
	const { data } = verified(0) as { data: { error: { type: string } } };
	expect(data.error.type).toBe('InvalidEvent');
});

it.each([
	['a receiver that is gone', 410],
	['an invalid token', 401],
	['a redirect, which is not followed', 302],
])('%s: one attempt, and the result of the execution stays', async (_, code) => {
	target.answer = () => [code, { location: `${target.url}/elsewhere` }];
	const { status, result, measured, lines } = await run();
	expect([status, result.complete]).toEqual(['SUCCEEDED', true]);
	expect(target.received).toHaveLength(1);
	expect(measured).toMatchObject({ FailedCallbacks: 1, ExportedFiles: 1 });
	expect(lines.join('\n')).toContain(`status ${code}`);
});

it('is given up after fifteen attempts in about eleven hours', async () => {
	target.answer = () => 409;
	const { status, measured } = await run();
	expect(status).toBe('SUCCEEDED');
	expect(target.received).toHaveLength(15);
	expect(measured.FailedCallbacks).toBe(1);
	const times = target.received.map(({ headers }) => Number(headers['webhook-timestamp']));
	const hours = (times[14] - times[0]) / 3600;
	expect([Math.floor(hours), idsOf().size]).toEqual([11, 1]);
});

it.each<[string, RunOptions & { callback?: unknown }, RegExp]>([
	['no secret', { callbacks: undefined }, /callback: this function has no secret/],
	[
		'a private address',
		{ callbacks: { secrets: SECRET, publicOnly: true } },
		/callback: must be https and public/,
	],
	[
		'an address of the cloud',
		{
			callbacks: { secrets: SECRET, publicOnly: true },
			callback: `https://169.254.169.254/latest?${TOKEN}`,
		},
		/callback: must be https and public/,
	],
	['another scheme', { callback: `file:///etc/passwd?${TOKEN}` }, /callback: must be an https/],
	['a user name', { callback: `https://me:${TOKEN}@example.org/` }, /callback: must be an https/],
	['an object', { callback: { url: `https://example.org/?${TOKEN}` } }, /callback: must be an/],
])('%s is refused before anything is sent, and the URL is not shown', async (_, options, said) => {
	const { error, lines, journal } = await run(options);
	expect(error?.ErrorType).toBe('InvalidEvent');
	expect(error?.ErrorMessage).toMatch(said);
	expect([journal.count('POST'), target.received.length]).toEqual([0, 0]);
	expect(`${error?.ErrorMessage}\n${lines.join('\n')}`).not.toMatch(/signature=|127\.0\.0\.1|169/);
});

it.each([
	['delivered', 200],
	['given up', 409],
	['rejected', 401],
])('the URL is in no log line and no stored step: %s', async (_, code) => {
	target.answer = () => code;
	const { lines, execution } = await run();
	const steps = [...execution.operations.values()].filter(({ Type }) => Type !== 'EXECUTION');
	const text = `${lines.join('\n')}\n${JSON.stringify(steps)}\n${execution.result}`;
	expect(steps.length).toBeGreaterThan(4);
	expect(text).not.toContain(TOKEN);
	expect(text).not.toContain('webhook-waiting');
});

it('a secret that is none is not used, and not shown', async () => {
	const { lines, measured } = await run({ callbacks: { secrets: 'whsec_short' } });
	expect(target.received).toHaveLength(0);
	expect(measured.FailedCallbacks).toBe(1);
	expect(lines.join('\n')).toMatch(/EXPORT_CALLBACK_KEY must be/);
	expect(lines.join('\n')).not.toContain('whsec_short');
});

describe('startExport', () => {
	const order = {
		rule: { firstDate: '2026-10-01', lastDate: '2026-10-31' },
		chains: ['43114'],
		addresses: [`0x${'ab'.repeat(20)}`],
	};
	const callback = `https://n8n.example.org/webhook-waiting/12?${TOKEN}`;
	const planned = (event: object) => planExecutions(parseStartEvent(event) as StartOrder, NOON);

	it('passes the callback on, under the same name as without it', () => {
		const [one, ...more] = planned({ ...order, callback });
		expect(more).toEqual([]);
		expect(one.event.callback).toBe(callback);
		expect(one.name).toBe(planned(order)[0].name);
	});

	it('refuses one for several executions: a waiting execution can be resumed once', () => {
		const several = { ...order, chains: ['43114', '43113'], callback };
		expect(() => planned(several)).toThrow(/callback: .* 2 exports/);
	});

	it('does not show a URL that is invalid', () => {
		const wrong = { ...order, callback: `ftp://example.org/?${TOKEN}` };
		expect(() => planned(wrong)).toThrow(/callback: must be an https.*not shown/);
		expect(() => planned(wrong)).not.toThrow(TOKEN);
	});
});
