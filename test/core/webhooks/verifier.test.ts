import { Failure } from '../../../core/failure';
import { MAX_BODY_BYTES, signBody } from '../../../core/webhooks/signature';
import { createVerifier } from '../../../core/webhooks/verifier';

/** Readings of the secret of an account: docs/webhooks.md, Signatures. */

const [OLD, NEW] = ['a1', 'b2'].map((pair) => pair.repeat(32));
const body = new TextEncoder().encode('{"a":1}');
const signed = (secret: string) => ({ body, signature: signBody(body, { secret }) });
const forged = { body, signature: signBody(body, { secret: 'cc'.repeat(32) }) };

function bench() {
	const state = { time: 0, secret: OLD, reads: 0, fails: false };
	const verifier = createVerifier({ now: () => state.time });
	const account = {
		mark: 'account',
		async secret() {
			state.reads++;
			await Promise.resolve();
			if (state.fails) throw new Failure({ kind: 'unavailable', message: `down ${state.reads}` });
			return state.secret;
		},
	};
	const verify = (request: { body: Uint8Array; signature?: string }) =>
		verifier.verify(request, account);
	return { state, verifier, account, verify };
}

test('it is read once an hour', async () => {
	const { state, verify } = bench();
	expect(await verify(signed(OLD))).toEqual({ ok: true, message: { a: 1 } });
	state.time = 60 * 60_000 - 1;
	expect((await verify(signed(OLD))).ok).toBe(true);
	expect(state.reads).toBe(1);
	state.time += 1;
	expect((await verify(signed(OLD))).ok).toBe(true);
	expect(state.reads).toBe(2);
});

test('messages that arrive at the same time wait for one reading', async () => {
	const { state, verify } = bench();
	const verdicts = await Promise.all(Array.from({ length: 20 }, () => verify(signed(OLD))));
	expect(verdicts.every(({ ok }) => ok)).toBe(true);
	expect(state.reads).toBe(1);
});

test('after a rotation it is read again', async () => {
	const { state, verify } = bench();
	await verify(signed(OLD));
	state.secret = NEW;
	state.time = 60_000;
	expect((await verify(signed(NEW))).ok).toBe(true);
	expect(await verify(signed(OLD))).toEqual({ ok: false, reason: 'forged' });
	expect(state.reads).toBe(2);
});

test('forged messages read it again at most once a minute, also while that fails', async () => {
	const { state, verify } = bench();
	await verify(signed(OLD));
	const flood = async () => {
		for (let i = 0; i < 50; i++) await verify(forged).catch(() => undefined);
	};
	await flood();
	expect(state.reads).toBe(1);
	state.time = 60_000;
	const unreadable = await verify({ ...forged, body: new TextEncoder().encode('{') });
	expect([unreadable, state.reads]).toEqual([{ ok: false, reason: 'unreadable' }, 1]);
	await flood();
	expect(state.reads).toBe(2);
	state.time = 120_000;
	state.fails = true;
	await flood();
	expect(state.reads).toBe(3);
	// The secret that was known is still used.
	expect((await verify(signed(OLD))).ok).toBe(true);
});

test.each([
	['no signature', { body, signature: undefined }, 'unsigned'],
	['an empty signature', { body, signature: '' }, 'unsigned'],
	['a signature of another length', { body, signature: forged.signature.slice(1) }, 'forged'],
	['a signature of other letters', { body, signature: `${'-'.repeat(43)}=` }, 'forged'],
	['a signature of 33 bytes', { body, signature: 'A'.repeat(44) }, 'forged'],
	['a large body', { ...signed(OLD), body: new Uint8Array(MAX_BODY_BYTES + 1) }, 'oversized'],
])('a message with %s reads nothing', async (_, request, reason) => {
	const { state, verify } = bench();
	expect(await verify(request)).toEqual({ ok: false, reason });
	expect(state.reads).toBe(0);
});

test('without a secret it throws, and is tried again after 5 s, twice as long each time up to a minute', async () => {
	const { state, verify } = bench();
	state.fails = true;
	const times: number[] = [];
	for (state.time = 0; state.time < 300_000; state.time += 100) {
		const before = state.reads;
		const { message } = (await verify(signed(OLD)).catch((error: unknown) => error)) as Failure;
		expect(message).toBe(`down ${state.reads}`);
		if (state.reads > before) times.push(state.time / 1000);
	}
	expect(times).toEqual([0, 5, 15, 35, 75, 135, 195, 255]);
	state.fails = false;
	state.time = 315_000;
	expect((await verify(signed(OLD))).ok).toBe(true);
	// The next failures begin anew, and the secret that was read is used.
	state.fails = true;
	const since = state.time + 60 * 60_000;
	for (state.time = since; state.time < since + 36_000; state.time += 100) {
		expect((await verify(signed(OLD))).ok).toBe(true);
	}
	expect(state.reads).toBe(9 + 4);
});

test('accounts have secrets of their own, and a new process has none', async () => {
	const { state, verifier, account, verify } = bench();
	await verify(signed(OLD));
	const other = { mark: 'other', secret: async () => NEW };
	expect((await verifier.verify(signed(NEW), other)).ok).toBe(true);
	expect((await verifier.verify(signed(NEW), account)).ok).toBe(false);
	verifier.forget();
	await verify(signed(OLD));
	expect(state.reads).toBe(2);
});

test('the secrets of at most a thousand accounts are kept', async () => {
	const { state, verifier, account } = bench();
	const verify = (mark: number) => verifier.verify(signed(OLD), { ...account, mark: String(mark) });
	for (let mark = 0; mark < 1_000; mark++) await verify(mark);
	await verify(0);
	expect(state.reads).toBe(1_000);
	await verify(1_000);
	await verify(0);
	expect(state.reads).toBe(1_002);
});
