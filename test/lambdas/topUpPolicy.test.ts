import { cb58Decode, cb58Encode } from '../../core/formats/cb58';
import { bech32Decode } from '../../core/formats/bech32';
import { compareBytes, concat } from '../../core/formats/bytes';
import { u16, u32, u64 } from '../../core/warp/bytes';
import {
	ASKING,
	AVAX,
	ONE,
	OWNER,
	PAYER,
	SETTINGS,
	VALIDATIONS,
} from '../../lab/opinions/topUpWorld/world';
import {
	answerLink,
	isReleased,
	questionOf,
	release,
	sendQuestion,
} from '../../lambdas/topUp/approval';
import { digestOf } from '../../lambdas/subscriptions/tokens';
import { permitted } from '../../lambdas/topUp/policy';
import { type Caps, topUpSettings, whyNot } from '../../lambdas/topUp/settings';
import * as memory from '../../lambdas/topUp/wallet';

/** Signed values and remembered ones: the functions that decide, each by itself. */

const settings = topUpSettings(JSON.stringify(SETTINGS));
const { caps } = settings as { caps: Caps };
const id = (text: string) => cb58Decode(text) as Uint8Array;
const at = (fill: number) => cb58Encode(new Uint8Array(32).fill(fill));
const input = (fill: number, amount: bigint, more = {}) => ({
	...{ txId: at(fill), outputIndex: 0, amount, asset: AVAX, type: 5, indices: [0], ...more },
});
const output = (amount: bigint, more = {}) => ({
	...{ amount, asset: AVAX, type: 7, locktime: 0n, threshold: 1, owners: [PAYER], ...more },
});
const FEE = 20_278n;
const AMOUNT = ONE;
const CORRECT = {
	...{ type: 38, networkId: 5, chain: new Uint8Array(32), memo: new Uint8Array() },
	inputs: [input(1, 3n * ONE), input(2, ONE)],
	outputs: [output(3n * ONE - FEE)],
	...{ validationId: VALIDATIONS[0] as string, balance: AMOUNT },
};

/** Outputs and inputs that are locked for stakes have those of a transfer inside. */
const INNER: Readonly<Record<number, number>> = { 21: 5, 22: 7 };
const stake = (type: number) =>
	INNER[type] ? [u32(type), u64(9n), u32(INNER[type])] : [u32(type)];
/** Bytes of a transaction, whatever its values. */
const encoded = (tx: typeof CORRECT): Uint8Array =>
	concat(
		...[u16(0), u32(tx.type), u32(tx.networkId), tx.chain, u32(tx.outputs.length)],
		...tx.outputs.flatMap(({ amount, asset, type, locktime, threshold, owners }) => [
			...[id(asset), ...stake(type), u64(amount), u64(locktime), u32(threshold)],
			u32(owners.length),
			...owners.map((one) => bech32Decode(one.slice(2))?.bytes as Uint8Array).sort(compareBytes),
		]),
		u32(tx.inputs.length),
		...tx.inputs.flatMap(({ txId, outputIndex, amount, asset, type, indices }) => [
			...[id(txId), u32(outputIndex), id(asset), ...stake(type), u64(amount)],
			...[u32(indices.length), ...indices.map(u32)],
		]),
		...[u32(tx.memo.length), tx.memo, id(tx.validationId), u64(tx.balance)],
	);

const plan: memory.PaymentPlan = {
	...{ validationId: VALIDATIONS[0], amount: String(AMOUNT), fee: String(FEE), gasPrice: '2' },
};
const inputs = CORRECT.inputs.map(({ txId, outputIndex, amount }) => ({
	...{ txId, outputIndex, amount: String(amount) },
}));
const state: memory.WalletState = {
	...{ version: 1, day: '2026-11-26', spent: '2000000000', paidAt: {} },
	spentBy: { [VALIDATIONS[0]]: '1500000000' },
};
const said = (bytes: Uint8Array, more: object = {}) => {
	try {
		permitted(bytes, { settings, plan, inputs, state, ...more });
		return '';
	} catch (error) {
		return (error as Error).message.replace('The transaction is not signed and not sent: ', '');
	}
};
const withCaps = (more: object) => ({ settings: { ...settings, caps: { ...caps, ...more } } });

test('bytes that are right are those that are signed', () => {
	const bytes = encoded(CORRECT);
	expect(permitted(bytes, { settings, plan, inputs, state })).toEqual(bytes);
	// A fee and a payment may be as large as the settings say.
	expect(said(bytes, { settings: { ...settings, maxFee: FEE } })).toBe('');
	expect(said(bytes, withCaps({ payment: AMOUNT + FEE }))).toBe('');
	expect(
		said(bytes, withCaps({ validationPerDay: 1_500_000_000n, walletPerDay: 2_000_000_000n })),
	).toBe('');
	// Without change, and with another order of the intent.
	const whole = { ...CORRECT, outputs: [], inputs: [input(1, AMOUNT + FEE)] };
	expect(said(encoded(whole), { inputs: [{ ...inputs[0], amount: String(AMOUNT + FEE) }] })).toBe(
		'',
	);
	expect(said(bytes, { inputs: [...inputs].reverse() })).toBe('');
});

test.each<[string, object, string]>([
	[
		'another network',
		{ networkId: 1 },
		'the network is 1; the change does not go to the payer alone',
	],
	['another chain', { chain: id(AVAX) }, 'the blockchain is not the P-Chain'],
	['a memo', { memo: Uint8Array.of(1) }, 'the memo is not empty'],
	[
		'a validation that is not listed',
		{ validationId: AVAX },
		`the validation ${AVAX} is not in the settings; the validation is not that of the intent`,
	],
	[
		'another listed validation',
		{ validationId: VALIDATIONS[1] },
		'the validation is not that of the intent',
	],
	['another amount', { balance: AMOUNT - 1n }, 'the amount is not that of the intent'],
	[
		'two outputs',
		{ outputs: [output(ONE), output(2n * ONE - FEE)] },
		'there is more than one output',
	],
	[
		'change of another asset',
		{ outputs: [output(3n * ONE - FEE, { asset: at(9) })] },
		'an output is not AVAX',
	],
	[
		'locked change',
		{ outputs: [output(3n * ONE - FEE, { locktime: 1n })] },
		'the change is locked',
	],
	[
		'change for stakes',
		{ outputs: [output(3n * ONE - FEE, { type: 22 })] },
		'the change is locked',
	],
	[
		'change to another',
		{ outputs: [output(3n * ONE - FEE, { owners: [OWNER] })] },
		'the change does not go to the payer alone',
	],
	[
		'change to two',
		{ outputs: [output(3n * ONE - FEE, { owners: [PAYER, OWNER] })] },
		'the change does not go to the payer alone',
	],
	[
		'an input of another asset',
		{ inputs: [input(1, 3n * ONE), input(2, ONE, { asset: at(9) })] },
		'an input is not AVAX',
	],
	[
		'an input for stakes',
		{ inputs: [input(1, 3n * ONE), input(2, ONE, { type: 21 })] },
		'an input is locked',
	],
	[
		'an input of two signatures',
		{ inputs: [input(1, 3n * ONE), input(2, ONE, { indices: [0, 1] })] },
		'an input needs other signatures',
	],
	[
		'an input of another index',
		{ inputs: [input(1, 3n * ONE), input(2, ONE, { indices: [1] })] },
		'an input needs other signatures',
	],
	[
		'an input that is not of the intent',
		{ inputs: [input(1, 3n * ONE), input(3, ONE)] },
		'an input is not one of the intent',
	],
	[
		'an input with another amount',
		{ inputs: [input(1, 3n * ONE + 1n), input(2, ONE)], outputs: [output(3n * ONE - FEE + 1n)] },
		'an input is not one of the intent',
	],
	[
		'without the largest input',
		{ inputs: [input(2, ONE)], outputs: [], balance: ONE - FEE },
		'the amount is not that of the intent; the input that all transactions of the intent have in common is missing',
	],
	['no fee', { outputs: [output(3n * ONE)] }, 'the fee is 0 nAVAX'],
	[
		'a fee above the maximum',
		{ outputs: [output(3n * ONE - 1_000_001n)] },
		'the fee is 1000001 nAVAX',
	],
	['another type', { type: 39 }, '.*'],
])('%s is not signed', (_, change, rule) => {
	expect(said(encoded({ ...CORRECT, ...change }))).toMatch(new RegExp(`^${rule}$`));
});

test('caps that are missing or exceeded, another type, and what is not a transaction', () => {
	const bytes = encoded(CORRECT);
	expect(said(bytes, withCaps({ payment: AMOUNT + FEE - 1n }))).toMatch(
		/^amount and fee are 1000020278 nAVAX/,
	);
	for (const less of [{ validationPerDay: 1_499_999_999n }, { walletPerDay: 1_999_999_999n }]) {
		expect(said(bytes, withCaps(less))).toBe(
			'the payments of the day are more than the caps of the settings',
		);
	}
	expect(said(bytes, { settings: { ...settings, caps: undefined } })).toMatch(
		/more than a payment may be; the payments/,
	);
	expect(said(bytes, { settings: { ...settings, maxFee: undefined } })).toBe(
		'the fee is 20278 nAVAX',
	);
	expect(() => permitted(bytes.slice(0, 80), { settings, plan, inputs, state })).toThrow(
		expect.objectContaining({
			name: 'PolicyBroken',
			message: expect.stringMatching(/not sent: \w/) as string,
		}),
	);
	const damaged = { settings, plan: { ...plan, amount: 'x' }, inputs, state };
	expect(() => permitted(bytes, damaged)).toThrow(expect.objectContaining({ name: 'SyntaxError' }));
	const base = concat(bytes.slice(0, 2), u32(34), bytes.slice(6, -40));
	expect(said(base)).toBe('it is a BaseTx');
});

const intent: memory.Intent = {
	...{ createdAt: 0, inputs, signed: [], pending: plan },
	counted: { [VALIDATIONS[0]]: '1000020278' },
};

test('counters: a day that begins has the open payment, and a clock that goes back resets nothing', () => {
	expect(memory.onDay(state, '2026-11-26')).toBe(state);
	expect(memory.onDay(state, '2026-11-25')).toBe(state);
	expect(memory.onDay(state, '2026-11-27')).toEqual({
		...state,
		day: '2026-11-27',
		spent: '0',
		spentBy: {},
	});
	const counted = { [VALIDATIONS[0]]: '5', [VALIDATIONS[1]]: '6' };
	expect(memory.onDay({ ...state, intent: { ...intent, counted } }, '2026-12-01')).toMatchObject({
		spent: '11',
		spentBy: counted,
	});
	expect(memory.walletDay(Date.parse('2026-11-26T23:59:59.999Z'))).toBe('2026-11-26');
});

test('what the caps leave is the least of three, and the open payment is counted once', () => {
	const left = (more: object, validationId: string = VALIDATIONS[0]) =>
		memory.leftOf(
			{ ...state, ...more },
			{ payment: 900n, validationPerDay: 1000n, walletPerDay: 2000n },
			validationId,
		);
	const spent = (spent: number, by: number) => ({
		spent: String(spent),
		spentBy: { [VALIDATIONS[0]]: String(by) },
	});
	expect(left(spent(0, 0))).toBe(900n);
	expect(left(spent(300, 300))).toBe(700n);
	expect(left(spent(1800, 300))).toBe(200n);
	expect(left(spent(1800, 300), VALIDATIONS[1])).toBe(200n);
	const open = { intent: { ...intent, counted: { [VALIDATIONS[0]]: '300' } } };
	expect(left({ ...spent(1800, 500), ...open })).toBe(500n);
	expect(left({ ...spent(1800, 500), ...open }, VALIDATIONS[1])).toBe(200n);
});

test('a plan is counted with amount and fee, with the difference if it was counted, and not above a cap', () => {
	const empty = { ...state, spent: '0', spentBy: {} };
	const cost = AMOUNT + FEE;
	const first = memory.planned(empty, plan, caps, { ...intent, counted: {} }) as memory.WalletState;
	expect(first).toMatchObject({
		spent: String(cost),
		spentBy: { [VALIDATIONS[0]]: String(cost) },
		intent: { counted: { [VALIDATIONS[0]]: String(cost) }, pending: plan },
	});
	const dearer = { ...plan, fee: String(FEE + 5n) };
	expect(memory.planned(first, dearer, caps, first.intent as memory.Intent)).toMatchObject({
		spent: String(cost + 5n),
		intent: { counted: { [VALIDATIONS[0]]: String(cost + 5n) } },
	});
	// Nothing that was counted is given back.
	expect(
		memory.planned(first, { ...plan, amount: '1' }, caps, first.intent as memory.Intent),
	).toMatchObject({ spent: String(cost) });
	const exact = { payment: cost, validationPerDay: cost, walletPerDay: cost };
	expect(memory.planned(empty, plan, exact, { ...intent, counted: {} })).toEqual(first);
	for (const cap of ['payment', 'validationPerDay', 'walletPerDay']) {
		expect(
			memory.planned(empty, plan, { ...exact, [cap]: cost - 1n }, { ...intent, counted: {} }),
		).toBeUndefined();
	}
	expect(memory.dropped(first)).toEqual({ ...empty, spentBy: { [VALIDATIONS[0]]: '0' } });
	expect(memory.dropped(empty)).toEqual(empty);
});

test('the input in common is the largest one, the first of equal ones', () => {
	const one = (fill: number, amount: string) => ({ txId: at(fill), outputIndex: fill, amount });
	expect(memory.anchorOf([one(1, '9'), one(2, '10'), one(3, '10')])).toBe(`${at(2)} 2`);
});

const approval: memory.Approval = {
	...{ id: 'x', validationId: VALIDATIONS[0], amount: String(AMOUNT), text: '', askedAt: 0 },
	until: 100,
};

test('a release is for its validation, up to its amount, until its end', () => {
	const asking = topUpSettings(JSON.stringify({ ...SETTINGS, approval: { minutes: 60 } }));
	const released = (more: object, of = asking, now = 99) => {
		const other = { ...approval, id: 'y', validationId: VALIDATIONS[1], releasedAt: 1 };
		const questions = [other, { ...approval, releasedAt: 1, ...more }];
		return isReleased(plan, { ...state, questions }, of, now);
	};
	expect(released({})).toBe(true);
	expect(released({}, asking, 100)).toBe(false);
	expect(released({ releasedAt: undefined })).toBe(false);
	expect(released({ validationId: AVAX })).toBe(false);
	expect(released({ amount: String(AMOUNT - 1n) })).toBe(false);
	expect(released({ releasedAt: undefined }, settings)).toBe(true);
	expect(isReleased(plan, state, asking, 0)).toBe(false);
});

test.each([
	['https://top-up.example.org/', 'https://top-up.example.org/?id=x&token=t'],
	[undefined, null],
])('a question that may be released at %s has the link %s', async (url, link) => {
	const { alert } = ASKING.approval;
	const asking = topUpSettings(
		JSON.stringify({ ...ASKING, approval: { minutes: 60, alert, url } }),
	);
	const sent: unknown[] = [];
	const send = async (_: unknown, request: object) => {
		sent.push(JSON.parse((request as { body: string }).body));
		return await Promise.resolve({ status: 200 });
	};
	expect(await sendQuestion(approval, 't', asking, { send, now: 99 })).toBe(true);
	const text = link === null ? /1970-01-01T00:00:00.100Z\.$/ : / Read and release it: https:.*=t$/;
	expect(sent).toMatchObject([
		{ data: { url: link, text: expect.stringMatching(text) as string } },
	]);
});

test.each(['GET', 'POST'])(
	'a link (%s) does not say that it is closed if the table fails',
	async (method) => {
		const event = {
			requestContext: { http: { method } },
			queryStringParameters: { id: 'a'.repeat(20), token: 'A'.repeat(43) },
		};
		const read = async () => await Promise.reject(new Error('throttled'));
		const parts = {
			settings: topUpSettings(JSON.stringify(ASKING)),
			clock: { now: () => 99 },
			wallet: { read } as unknown as memory.Wallet,
		};
		await expect(answerLink(event, parts)).rejects.toThrow('throttled');
	},
);

test('a link is closed when its question ends, and not before', async () => {
	const token = 'A'.repeat(43);
	const event = {
		requestContext: { http: { method: 'GET' } },
		queryStringParameters: { id: 'a'.repeat(20), token },
	};
	const question = { ...approval, id: 'a'.repeat(20), digest: digestOf(token) };
	const answerAt = async (now: number) => {
		const read = async () => await Promise.resolve({ ...state, questions: [question] });
		const parts = {
			settings: topUpSettings(JSON.stringify(ASKING)),
			clock: { now: () => now },
			wallet: { read } as unknown as memory.Wallet,
		};
		return (await answerLink(event, parts)).statusCode;
	};
	expect([await answerAt(99), await answerAt(100)]).toEqual([200, 404]);
});

test('a question names the owner of its own validation', () => {
	const [first, second] = settings.validations;
	const remainingBalanceOwner = { ...second.remainingBalanceOwner, addresses: ['P-fuji1other'] };
	const validations = [first, { ...second, remainingBalanceOwner }];
	const planned = { ...plan, validationId: second.validationId };
	const { text } = questionOf(planned, 'why', { ...settings, validations }, 99);
	expect(text).toMatch(/belongs to P-fuji1other\.$/);
});

test('the switch, the mode and the end of the permission', () => {
	const end = Date.parse(SETTINGS.validUntil);
	expect(whyNot(settings, end - 1)).toBeUndefined();
	expect(whyNot(settings, end)).toMatch(/the permission ended at 2027-06-30T00:00:00.000Z/);
	expect(whyNot({ ...settings, stopped: true }, 0)).toBe('stopped is true');
	expect(whyNot({ ...settings, mode: 'dry' }, 0)).toBe('mode is "dry"');
	expect(whyNot({ ...settings, validUntil: undefined }, 0)).toMatch(/ended/);
});

test('a release is stored, once, for the question that is open', async () => {
	const parts = (
		stored: object,
		write: (next: memory.WalletState) => unknown = (next) => next,
	) => ({
		settings: { ...settings, approval: { minutes: 2 } },
		clock: { now: () => 99 },
		wallet: { read: () => stored, write } as unknown as memory.Wallet,
	});
	const other = { ...approval, id: 'other' };
	const stored = { ...state, intent, questions: [other, approval] };
	const done = { ...approval, releasedAt: 99, until: 120_099 };
	const released = { ...stored, questions: [other, done] };
	expect(await release('x', parts(stored))).toEqual(released);
	const again = parts(released, () => {
		throw new Error('written again');
	});
	expect(await release('x', again)).toBe(released);
	for (const wrong of [
		state,
		{ ...state, questions: [other] },
		{ ...state, questions: [{ ...approval, until: 99 }] },
	]) {
		await expect(release('x', parts(wrong))).rejects.toThrow(/No question x is open/);
	}
	// The settings ask no more: what is open may be released all the same.
	const { questions } = await release('x', { ...parts(stored), settings });
	expect(questions).toMatchObject([other, { until: 99 }]);
	await expect(release('y', parts(stored))).rejects.toThrow(/No question y/);
	await expect(release('x', parts(stored), () => false)).rejects.toThrow(/No question x/);
	await expect(
		release(
			'x',
			parts(stored, () => undefined),
		),
	).rejects.toMatchObject({
		name: 'NotReleased',
		message: 'A run was faster: release it again',
	});
});

const { caps: _caps, ...withoutCaps } = SETTINGS;
const withOwner = (remainingBalanceOwner: object) => ({
	...SETTINGS,
	validations: [{ validationId: VALIDATIONS[0], remainingBalanceOwner }],
});
const equal = { payment: '9', validationPerDay: '9', walletPerDay: '9' };

test.each<[object]>([
	[{ ...withoutCaps, mode: 'dry', maxFee: undefined, validUntil: undefined }],
	[{ ...SETTINGS, caps: equal, maxFee: '8' }],
	[{ ...SETTINGS, avaxAssetId: AVAX }],
	[withOwner({ addresses: [OWNER, PAYER].sort(), threshold: 2 })],
])('settings that are right %#', (given) => {
	expect(topUpSettings(JSON.stringify(given))).toMatchObject({ avaxId: AVAX });
});

test.each<[unknown, RegExp]>([
	[withoutCaps, /- caps is required with mode "pay"/],
	[
		{ ...SETTINGS, maxFee: undefined, validUntil: undefined },
		/- maxFee is required.*\n- validUntil is required/,
	],
	[{ ...SETTINGS, maxFee: '2000000000' }, /- maxFee must be less than caps.payment/],
	[
		{ ...SETTINGS, caps: { payment: '3', validationPerDay: '2', walletPerDay: '1' } },
		/caps.payment must be at most[^]*caps.validationPerDay must be at most/,
	],
	[
		{ ...SETTINGS, caps: { ...SETTINGS.caps, payment: 2_000_000_000 } },
		/caps.payment must be a whole number of nAVAX in quotes/,
	],
	[{ ...SETTINGS, payer: 'P-fuji1nobody' }, /payer must be an address of the P-Chain/],
	[
		withOwner({ addresses: [OWNER, OWNER.replace('fuji', 'avax')] }),
		/remainingBalanceOwner.addresses.* must be an address/,
	],
	[
		withOwner({ addresses: [OWNER, 'P-avax1y9ljyxf7xskaysdgehd4a8w2v35sphsc0tgjfe'] }),
		/- validations.0.remainingBalanceOwner.addresses must be of the network 5/,
	],
	[
		withOwner({ addresses: [OWNER], threshold: 2 }),
		/- validations.0.remainingBalanceOwner.threshold is more than there are addresses/,
	],
	[{ ...SETTINGS, networkId: 1 }, /- payer must be of the network 1/],
	[{ ...SETTINGS, networkId: 7 }, /- avaxAssetId is required for the network 7/],
	[{ ...SETTINGS, avaxAssetId: VALIDATIONS[0] }, /- avaxAssetId is not the AVAX of the network 5/],
	[{ ...SETTINGS, runwayDays: { minimum: 7, target: 7 } }, /- runwayDays.target must be more than/],
	[
		{ ...ASKING, approval: { ...ASKING.approval, url: 'http://127.0.0.1/' } },
		/approval.url must be the https URL/,
	],
	[
		{
			...ASKING,
			approval: {
				minutes: 60,
				alert: { name: 'a', format: 'sns', topic: 'arn:aws:sns:eu-west-1:123456789012:x' },
			},
		},
		/approval.alert.format must not be of AWS/,
	],
	[
		{ ...SETTINGS, validations: [SETTINGS.validations[0], SETTINGS.validations[0]] },
		/validationId is there twice/,
	],
	[{ ...SETTINGS, cap: '1' }, /there is no field cap/],
	['{"mode": "dry", "mode": "pay"}', /not valid JSON/],
])('settings %#', (given, said) => {
	expect(() => topUpSettings(typeof given === 'string' ? given : JSON.stringify(given))).toThrow(
		said,
	);
});
