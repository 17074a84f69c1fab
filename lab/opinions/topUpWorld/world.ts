import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { memoryTable } from '../../campaigns/notifyWorld/table';
import { cb58Decode, cb58Encode } from '../../../core/formats/cb58';
import { bech32Decode } from '../../../core/formats/bech32';
import {
	bytesToHex,
	hexToBytes,
	hexWithChecksum,
	hexWithoutChecksum,
} from '../../../core/formats/hex';
import { bareAddress } from '../../../core/formats/ids';
import type { Transport } from '../../../core/protocol/ports';
import { readTransaction } from '../../../core/transactions/read';
import type { Send } from '../../../lambdas/notify/send';
import type { HttpAnswer } from '../../../lambdas/shared/http';
import { type TopUpOptions, createTopUp } from '../../../lambdas/topUp/create';
import { type Signer, addressOf, pointOf } from '../../../lambdas/topUp/signing';
import { type Death, mortality } from '../../../core/testing/deaths';
import { virtualClock } from '../../../core/testing/virtualClock';
import { recordedTelemetry } from '../../kit/lambda/exportKit';
import { KMS_PUBLIC_KEY, kmsSignature } from '../../kit/lambda/kmsServer';

/** A P-Chain with a mempool, a table and a key, for topUp: in virtual time, and every call of it can be the last one. */

export const START = Date.parse('2026-11-26T12:00:00Z');
export const VALIDATIONS = [
	'9FAftNgNBrzHUMMApsSyV6RcFiL9UmCbvsCu28xdLV2mQ7CMo',
	'4yo5ZzPDUKCsoucyTX2GfktgoyjxM9cjFUWqkiQsUJrYiEQqr',
] as const;
export const AVAX = 'U8iRqJoiJm8xZHAacmvYyZVwqQx6uDNtQeP3CQ6fcgQk3JqnK';
const AVAX_BYTES = Buffer.from(cb58Decode(AVAX) as Uint8Array).toString('hex');
export const PAYER = addressOf(pointOf(KMS_PUBLIC_KEY), 5);
export const OWNER = 'P-fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t';
export const ONE = 10n ** 9n;
const PER_SECOND = 512n;
const DAY = PER_SECOND * 86_400n;

export const SETTINGS = {
	mode: 'pay',
	validUntil: '2027-06-30T00:00:00Z',
	networkId: 5,
	payer: PAYER,
	caps: { payment: '2000000000', validationPerDay: '2000000000', walletPerDay: '3000000000' },
	maxFee: '1000000',
	lowPayer: '1000000000',
	runwayDays: { minimum: 7, target: 30 },
	validations: VALIDATIONS.map((validationId) => ({
		validationId,
		remainingBalanceOwner: { addresses: [OWNER] },
	})),
};

/** Settings with approval: a person releases each payment by a link. */
export const ASKING = {
	...SETTINGS,
	approval: {
		minutes: 60,
		alert: { name: 'people', url: 'https://people.example.org/', unsigned: true, format: 'event' },
		url: 'https://top-up.example.org/',
	},
};

const hex = (value: bigint | number, bytes: number) => value.toString(16).padStart(bytes * 2, '0');
interface Held {
	txId: string;
	outputIndex: number;
	amount: bigint;
}
interface SentTx {
	txId: string;
	bytes: Uint8Array;
	dueAt: number;
}
type Parts = Pick<TopUpOptions, 'clock' | 'telemetry' | 'send' | 'transport'> & {
	nodeUrl?: string;
	/** Calls the table. */
	call: (command: never) => Promise<unknown>;
	sign: Signer['sign'];
};

/** topUp with the key of tests. `settings`: as a value, or as a text. */
export const topUpOver = (
	settings: unknown,
	{ nodeUrl = 'http://127.0.0.1:9650', call, sign, ...parts }: Parts,
) =>
	createTopUp({
		environment: {
			AVALANCHE_NODE_URL: nodeUrl,
			AVALANCHE_WITHOUT_API_KEY: 'true',
			TOP_UP_SETTINGS_PARAMETER: '/topUp',
			TOP_UP_TABLE: 'topUp',
			TOP_UP_KEY: 'key',
		},
		table: async () => await Promise.resolve({ send: call } as never),
		signer: async () =>
			await Promise.resolve({ publicKey: () => Promise.resolve(KMS_PUBLIC_KEY), sign }),
		readSecret: async () =>
			await Promise.resolve(typeof settings === 'string' ? settings : JSON.stringify(settings)),
		...parts,
	});

export type TopUpWorld = ReturnType<typeof topUpWorld>;

/** Makes a world: a payer with one output of 10 AVAX, and validations that last for a day each. */
export function topUpWorld() {
	const clock = virtualClock(START);
	const table = memoryTable({ clock });
	const chain = {
		gasPrice: 1n,
		acceptMs: 3_000,
		utxos: new Map<string, Held>(),
		balances: new Map<string, { balance: bigint; at: number }>(),
		/** Further outputs, in hex. */
		others: [] as string[],
		mempool: [] as SentTx[],
		accepted: [] as Array<{
			txId: string;
			validationId: string;
			balance: bigint;
			fee: bigint;
			at: number;
		}>,
		dropped: new Set<string>(),
		/** Answers in place of the chain's own, by method. */
		answers: {} as Record<string, (result: unknown) => unknown>,
		/** Changes fields of every answer to a method. */
		says(method: string, fields: object): void {
			chain.answers[method] = (result) => ({ ...(result as object), ...fields });
		},
		timestamp: () => clock.now(),
		/** The reason for which the mempool refuses a transaction. */
		refuses: (_: { validationId: string }): string | false => false,
	};
	const outpoint = (one: Pick<Held, 'txId' | 'outputIndex'>) => `${one.txId} ${one.outputIndex}`;
	const give = (amount: bigint, fill = chain.utxos.size + 1) => {
		const txId = cb58Encode(new Uint8Array(32).fill(fill));
		chain.utxos.set(`${txId} 0`, { txId, outputIndex: 0, amount });
	};
	give(10n * ONE);
	for (const id of VALIDATIONS) chain.balances.set(id, { balance: DAY, at: START });

	const balanceOf = (id: string) => {
		const { balance, at } = chain.balances.get(id) ?? { balance: 0n, at: 0 };
		const left = balance - BigInt(Math.floor((clock.now() - at) / 1000)) * PER_SECOND;
		return left > 0n ? left : 0n;
	};

	/** Accepts the transactions that are due and still valid, and drops the others. */
	function advance(): void {
		const due = chain.mempool.filter(({ dueAt }) => dueAt <= clock.now());
		chain.mempool = chain.mempool.filter(({ dueAt }) => dueAt > clock.now());
		for (const { txId, bytes, dueAt } of due) {
			const { values } = readTransaction(bytes, 'P');
			if (values.type !== 'IncreaseL1ValidatorBalanceTx') throw new Error('another type');
			const { inputs, outputs, balance, validationId } = values;
			const sumOf = (all: ReadonlyArray<{ amount: bigint }>) =>
				all.reduce((a, b) => a + b.amount, 0n);
			const fee = sumOf(inputs) - sumOf(outputs) - balance;
			const gas = BigInt(6098 + 2961 * inputs.length + 1080 * outputs.length);
			const valid =
				inputs.every((input) => chain.utxos.get(outpoint(input))?.amount === input.amount) &&
				chain.balances.has(validationId) &&
				fee >= gas * chain.gasPrice;
			if (!valid) {
				chain.dropped.add(txId);
				continue;
			}
			for (const input of inputs) chain.utxos.delete(outpoint(input));
			for (const [outputIndex, { amount }] of outputs.entries()) {
				chain.utxos.set(`${txId} ${outputIndex}`, { txId, outputIndex, amount });
			}
			chain.balances.set(validationId, {
				balance: balanceOf(validationId) + balance,
				at: clock.now(),
			});
			chain.accepted.push({ txId, validationId, balance, fee, at: dueAt });
		}
	}

	function issued(tx: string): object {
		const bytes = hexWithoutChecksum(tx);
		const { values, txId = '', credentials = [], unsignedBytes } = readTransaction(bytes, 'P');
		const inputs = 'inputs' in values ? values.inputs : [];
		const refused = 'validationId' in values && chain.refuses(values);
		if (refused) throw new Error(refused);
		if (!inputs.every((input) => chain.utxos.has(outpoint(input)))) throw new Error('missing UTXO');
		const taken = chain.mempool.flatMap((one) => {
			const { values: other } = readTransaction(one.bytes, 'P');
			return 'inputs' in other ? other.inputs.map(outpoint) : [];
		});
		if (inputs.some((input) => taken.includes(outpoint(input)))) {
			throw new Error("couldn't issue tx: tx conflicts with other tx");
		}
		const hash = createHash('sha256').update(unsignedBytes).digest();
		for (const [signature] of credentials) {
			const sent = hexToBytes(signature);
			const read = secp256k1.Signature.fromBytes(sent.slice(0, 64), 'compact');
			const key = read.addRecoveryBit(sent[64]).recoverPublicKey(hash).toBytes(true);
			if (read.hasHighS() || !Buffer.from(key).equals(pointOf(KMS_PUBLIC_KEY))) {
				throw new Error('wrong signature');
			}
		}
		if (credentials.length !== inputs.length) throw new Error('wrong number of credentials');
		chain.mempool.push({ txId, bytes, dueAt: clock.now() + chain.acceptMs });
		return { txID: txId };
	}

	const methods: Record<string, (params: Record<string, string>) => unknown> = {
		'info.getNetworkID': () => ({ networkID: '5' }),
		'platform.getTimestamp': () => ({ timestamp: new Date(chain.timestamp()).toISOString() }),
		'platform.getFeeState': () => ({ price: String(chain.gasPrice) }),
		'platform.getValidatorFeeState': () => ({ price: String(PER_SECOND) }),
		'platform.getUTXOs': () => ({
			numFetched: String(chain.utxos.size),
			utxos: [...[...chain.utxos.values()].map((one) => encoded(one)), ...chain.others],
			endIndex: { address: PAYER, utxo: VALIDATIONS[0] },
			encoding: 'hex',
		}),
		'platform.getL1Validator': ({ validationID }) => {
			if (!chain.balances.has(validationID))
				throw new Error('fetching L1 validator failed: not found');
			const owner = { locktime: '0', threshold: '1', addresses: [OWNER] };
			return {
				...{ validationID, subnetID: VALIDATIONS[1], balance: String(balanceOf(validationID)) },
				remainingBalanceOwner: owner,
			};
		},
		'platform.getTxStatus': ({ txID }) => {
			if (chain.accepted.some(({ txId }) => txId === txID)) return { status: 'Committed' };
			if (chain.mempool.some(({ txId }) => txId === txID)) return { status: 'Processing' };
			return { status: chain.dropped.has(txID) ? 'Dropped' : 'Unknown' };
		},
		'platform.issueTx': ({ tx }) => issued(tx),
	};

	const transport: Transport = async ({ body = '' }) => {
		await clock.sleep(5);
		advance();
		const { id, method, params } = JSON.parse(body) as {
			id: number;
			method: string;
			params: Record<string, string>;
		};
		let answer: object;
		try {
			const result = methods[method](params);
			answer = { result: chain.answers[method]?.(result) ?? result };
		} catch (error) {
			answer = { error: { code: -32000, message: (error as Error).message } };
		}
		return { status: 200, headers: {}, text: JSON.stringify({ jsonrpc: '2.0', id, ...answer }) };
	};

	/** Bytes that the key was asked to sign. */
	const signed: Uint8Array[] = [];
	const key = { fails: undefined as Error | undefined };
	const sign: Signer['sign'] = async (bytes) => {
		await clock.sleep(20);
		if (key.fails) throw key.fails;
		signed.push(bytes);
		const hash = createHash('sha256').update(bytes).digest();
		return kmsSignature(hash, signed.length);
	};

	const { telemetry, measured, lines } = recordedTelemetry();
	/** Links of the questions that were told. */
	const links: string[] = [];
	const receiver = { status: 200 };
	const send: Send = async (_, request) => {
		await clock.sleep(5);
		const { data } = JSON.parse('body' in request ? request.body : '') as { data: { url: string } };
		if (receiver.status === 200) links.push(data.url);
		return { status: receiver.status };
	};

	/** An invocation of a new environment. It dies at one of its calls. */
	function invocation(settings: unknown = SETTINGS, death?: Death) {
		const { made, mortal } = mortality(death);
		const handle = topUpOver(settings, {
			...{ call: mortal(table.send as never), sign: mortal(sign), clock, telemetry },
			...{ transport: mortal(transport), send: mortal(send) },
		});
		return { handle, made };
	}

	return {
		...{ clock, table, chain, key, signed, measured, lines, give, balanceOf, invocation },
		/** Runs once. */
		run: async (settings?: unknown, event: unknown = { action: 'run' }) =>
			await clock.run(async () => await invocation(settings).handle(event)),
		memory: () => table.items()[0],
		...{ links, receiver },
		/** Opens or submits a link. */
		visit: async (link: string, method = 'GET', settings: unknown = SETTINGS, death?: Death) => {
			const queryStringParameters = Object.fromEntries(new URL(link).searchParams);
			const event = { requestContext: { http: { method } }, queryStringParameters };
			return (await clock.run(
				async () => await invocation(settings, death).handle(event),
			)) as HttpAnswer;
		},
	};
}

/** An unspent output as nodes return it: of the payer alone, who can spend it now, unless `more` says otherwise. */
export function encoded(
	{ txId, outputIndex, amount }: Held,
	more: { locktime?: bigint; stakeableUntil?: bigint; owners?: string[]; threshold?: number } = {},
): string {
	const { locktime = 0n, stakeableUntil, owners = [PAYER], threshold = 1 } = more;
	const id = Buffer.from(cb58Decode(txId) as Uint8Array).toString('hex');
	const keys = owners.map((one) => bytesToHex(bech32Decode(bareAddress(one))?.bytes as Uint8Array));
	const stake = stakeableUntil === undefined ? '' : `${hex(22, 4)}${hex(stakeableUntil, 8)}`;
	const output = `${hex(7, 4)}${hex(amount, 8)}${hex(locktime, 8)}${hex(threshold, 4)}${hex(keys.length, 4)}${keys.sort().join('')}`;
	const bytes = `0000${id}${hex(outputIndex, 4)}${AVAX_BYTES}${stake}${output}`;
	return hexWithChecksum(hexToBytes(bytes));
}
