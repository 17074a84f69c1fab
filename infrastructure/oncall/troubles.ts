import { randomBytes } from 'node:crypto';
import { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { topUpWorld } from '../../lab/opinions/topUpWorld/world';
import { startEmulator } from '../../emulator';
import { functionOver } from '../../lab/kit/lambda/aggregateKit';
import { BUCKET, KEY, exportEvent, exportKit } from '../../lab/kit/lambda/exportKit';
import {
	type Setup,
	type Table,
	SECRET,
	invoke,
	startTable,
	startTarget,
	testClock,
} from '../../lab/kit/lambda/notifyKit';
import { HOOK, startReceiveBench } from '../../lab/kit/lambda/receiveKit';
import { startS3 } from '../../lab/kit/lambda/s3';
import { startSpoiltServices } from '../../lab/kit/spoiltRecords';
import { startSubscriptionsBench } from '../../lab/kit/lambda/subscriptionKit';
import { subscribedRecipients } from '../../lambdas/subscriptions/recipients';
import { createSealer } from '../../lambdas/subscriptions/sealing';

/** Troubles that the functions themselves measure: what the code of a function writes when one happens. */

/** Counts that functions measured, by their names. */
type Counts = Record<string, Record<string, number>>;

export interface Trouble {
	/** As docs/lambdas.md names it. */
	name: string;
	/** The alarms that tell of it. */
	alarms: readonly string[];
	/** Periods of five minutes that it lasts. Default 1. */
	periods?: number;
	/** Makes it happen; what was measured in one period. */
	happen(): Promise<Counts>;
}

const MINUTE = 60_000;

/** Parts that a trouble of notify may change before the last run. */
interface Parts {
	services: Awaited<ReturnType<typeof startSpoiltServices>>;
	table: Table;
	clock: Setup['clock'];
}

interface More {
	/** Changes something before the last run; what it returns is called after it. */
	trouble?: (parts: Parts) => (() => void) | void;
	setup?: Partial<Setup>;
	target?: object;
	events?: number;
}

/** notify over the emulator with one target, which answers with a status; runs after so many minutes. */
async function notified(status: number, minutes: readonly number[], more: More = {}) {
	const emulator = await startEmulator({ start: 1_794_052_800_000, realTime: false });
	const services = await startSpoiltServices(emulator);
	const [table, target, clock] = [await startTable(), await startTarget(), testClock()];
	target.answer = () => status;
	let counts: Counts = {};
	const setup: Setup = {
		...{ table, clock, urls: services },
		settings: {
			sources: [{ name: 'staking', event: 'stakingTransaction' }],
			targets: [
				{
					...{ name: 'hook', url: target.url, secrets: [SECRET], allowPrivateNetwork: true },
					...more.target,
				},
			],
		},
		onMeasure(service, name, value) {
			const own = (counts[service] ??= {});
			own[name] = (own[name] ?? 0) + value;
		},
		...more.setup,
	};
	try {
		await invoke(setup);
		emulator.control.addTransactions({
			transactions: Array.from({ length: more.events ?? 3 }, () => ({})),
		});
		for (const [at, after] of minutes.entries()) {
			clock.time += after * MINUTE;
			const isLast = at === minutes.length - 1;
			const ended = isLast && more.trouble?.({ services, table, clock });
			counts = {};
			await invoke(setup);
			if (ended) ended();
		}
		return counts;
	} finally {
		await Promise.all([services.close(), table.close(), target.close()]);
		await emulator.close();
	}
}

/** A record whose time is none. */
const UNREADABLE = { txHash: 'poison', blockTimestamp: 8_640_000_000_001 };
/** A record whose event is larger than an item of the table. */
const LARGE = { txHash: 'large', memo: randomBytes(400_000).toString('hex') };

type ReceiveBench = Awaited<ReturnType<typeof startReceiveBench>>;

async function received(happen: (bench: ReceiveBench) => Promise<unknown>): Promise<Counts> {
	const bench = await startReceiveBench();
	try {
		await bench.check();
		for (const name of Object.keys(bench.measured)) delete bench.measured[name];
		await happen(bench);
		return { receive: bench.measured };
	} finally {
		await bench.close();
	}
}

/** A check of receive whose list of staking transactions has one more, with these values. */
const checkedWith = (values: Record<string, unknown>) =>
	received(async (bench) => {
		const { control, world } = bench.emulator;
		const [{ nodeId }] = world.node.primary.current();
		const stakes = { name: 'stakes', event: 'stakingTransaction', nodeIds: nodeId };
		bench.settings = { webhooks: [stakes], targets: [HOOK] };
		const services = await startSpoiltServices(bench.emulator);
		try {
			bench.urls = services;
			bench.newProcess();
			await bench.check();
			control.setWebhooks({ hold: true });
			control.addTransactions({ transactions: [{ nodeId }] });
			services.spoil('transactions', values);
			await bench.check();
		} finally {
			await services.close();
		}
	});

/** A run of topUp after something has happened in its world. */
const toppedUp = async (happen: (world: ReturnType<typeof topUpWorld>) => unknown) => {
	const world = topUpWorld();
	await happen(world);
	await world.run().catch(() => undefined);
	return { topUp: world.measured };
};

export const TROUBLES: readonly Trouble[] = [
	{
		name: 'topUp pays',
		alarms: ['TopUpPayments'],
		happen: () => toppedUp(() => undefined),
	},
	{
		name: 'topUp must not pay what a validation needs, and its wallet has little',
		alarms: ['TopUpRefusals', 'TopUpLowPayer'],
		happen: () => toppedUp(({ chain }) => chain.utxos.clear()),
	},
	{
		name: 'a payment of topUp has not ended for 16 minutes: its key is disabled',
		alarms: ['TopUpHangingIntents'],
		happen: () =>
			toppedUp(async (world) => {
				world.key.fails = new Error('disabled');
				await world.run().catch(() => undefined);
				world.clock.time += 16 * MINUTE;
			}),
	},
	{
		name: 'a record of a source cannot be read',
		alarms: ['NotifySkippedRecords'],
		happen: () =>
			notified(200, [1], {
				trouble: ({ services }) => services.spoil('transactions', UNREADABLE),
			}),
	},
	{
		name: 'a source has more than a run reads, for 15 minutes',
		alarms: ['NotifyUnfinishedSources'],
		periods: 3,
		happen: () => notified(200, [1], { setup: { seconds: 1 } }),
	},
	{
		name: 'a target fails for 15 minutes',
		alarms: ['NotifyFailingTargets'],
		happen: () => notified(500, [1, 1, 6, 16]),
	},
	{
		name: 'a delivery fails four times',
		alarms: ['SenderLateDeliveries'],
		happen: () => notified(500, [1, 1, 6, 31, 121]),
	},
	{
		name: '120 deliveries have failed three times and wait in the table',
		alarms: ['NotifyLateAttempts'],
		periods: 3,
		happen: () => notified(500, [1, 1, 6, 1], { events: 120 }),
	},
	{
		name: 'a target gets fewer deliveries a minute than there are, for 30 minutes',
		alarms: ['SenderHeldBack'],
		periods: 6,
		happen: () => notified(200, [1], { target: { perMinute: 1 }, events: 10 }),
	},
	{
		name: 'a delivery is 31 minutes old when sender gets it',
		alarms: ['SenderAgeAtReceipt'],
		happen: () => notified(200, [1, 31], { target: { perMinute: 1 }, events: 10 }),
	},
	{
		name: 'a target is gone: it is disabled, and its deliveries are dead letters',
		alarms: ['NotifyDisabledTargets', 'SenderDeadLetters'],
		happen: async () => {
			const [first, then] = [await notified(410, [1]), await notified(410, [1, 1])];
			return { notify: then.notify, sender: first.sender };
		},
	},
	{
		name: 'an event is too large for the table',
		alarms: ['NotifyDeadLetters'],
		happen: () =>
			notified(200, [1], { trouble: ({ services }) => services.spoil('transactions', LARGE) }),
	},
	{
		name: 'sender cannot store outcomes',
		alarms: ['SenderUnstoredOutcomes'],
		happen: () =>
			notified(200, [1], {
				trouble({ table: { client } }) {
					const send = client.send.bind(client);
					client.send = (async (command: { input: { RequestItems?: object } }) => {
						if (command.input.RequestItems && command.constructor.name === 'BatchWriteCommand') {
							throw Object.assign(new Error('no table'), { name: 'ResourceNotFoundException' });
						}
						return await send(command as never);
					}) as never;
					return () => void (client.send = send);
				},
			}),
	},
	{
		name: 'a message of the queue is not a delivery',
		alarms: ['SenderUnreadableMessages'],
		happen: () =>
			notified(200, [1], {
				trouble({ table, clock }) {
					const Entries = [{ Id: '0', MessageBody: 'not a delivery' }];
					void table.lanes(clock).main.send(new SendMessageBatchCommand({ QueueUrl: '', Entries }));
				},
			}),
	},
	{
		name: 'the target of a subscription is gone',
		alarms: ['SenderEndedSubscriptions'],
		async happen() {
			const bench = await startSubscriptionsBench();
			try {
				const body = { url: 'https://gone.example.org/', events: ['staking.transaction'] };
				const token = await bench.token();
				await bench.request({ method: 'POST', path: '/subscriptions', token, body });
				const sealer = createSealer(
					async () => bench.keys,
					() => bench.store,
				);
				return await notified(410, [1], {
					setup: {
						subscribers: async (_, given) =>
							subscribedRecipients({ reader: bench.store, sealer, ...given }),
						send: async () => ({ status: 410 }),
					},
				});
			} finally {
				await bench.close();
			}
		},
	},
	{
		name: 'a record of the list of a webhook cannot be read',
		alarms: ['ReceiveSkippedRecords'],
		happen: () => checkedWith(UNREADABLE),
	},
	{
		name: 'an event of a webhook is too large for the table',
		alarms: ['ReceiveDeadLetters'],
		happen: () => checkedWith(LARGE),
	},
	{
		name: 'messages are forged',
		alarms: ['ReceiveSignatureFailures'],
		happen: () =>
			received((bench) => bench.request({ body: '{}', headers: { 'x-signature': 'x' } })),
	},
	{
		name: 'a message cannot be taken',
		alarms: ['ReceiveFailedMessages'],
		happen: () =>
			received(async (bench) => {
				const [{ id }] = bench.active();
				bench.parts = { store: () => Promise.reject(new Error('no table')) };
				bench.newProcess();
				await bench.emulator.control.sendWebhook({ webhookId: String(id), event: {} });
			}),
	},
	{
		name: 'the data service deactivated a webhook',
		alarms: ['ReceiveInactiveWebhooks'],
		happen: () =>
			received(async (bench) => {
				const [{ id }] = bench.active();
				bench.emulator.control.deactivateWebhook({ id: String(id) });
				await bench.check();
			}),
	},
	{
		name: 'a request to subscriptions cannot be answered',
		alarms: ['SubscriptionsFailedRequests'],
		async happen() {
			const bench = await startSubscriptionsBench();
			try {
				const token = await bench.token();
				bench.table.hook.before = () => {
					throw new Error('no table');
				};
				await bench.request({ path: '/subscriptions', token });
				return { subscriptions: bench.measured };
			} finally {
				await bench.close();
			}
		},
	},
	{
		name: 'a valid request gets no signed message',
		alarms: ['AggregateSignaturesFailures'],
		async happen() {
			const { invoke: ask, measured } = functionOver({ dataUrl: 'http://127.0.0.1:1' });
			await ask({ message: `0x${'00'.repeat(42)}` }).catch(() => undefined);
			const counts = Object.fromEntries(measured.map(({ name, value }) => [name, value]));
			return { aggregateSignatures: counts };
		},
	},
	{
		name: 'the callback of an export is given up',
		alarms: ['ExportTransactionsFailedCallbacks'],
		async happen() {
			const emulator = await startEmulator({ realTime: false, apiKeys: [KEY], keyRequired: true });
			const [s3, target] = [await startS3([BUCKET]), await startTarget()];
			target.answer = () => 410;
			try {
				const event = { ...exportEvent(), callback: target.url };
				const run = await exportKit(emulator, s3).run({ event, callbacks: { secrets: SECRET } });
				return { exportTransactions: run.measured };
			} finally {
				await Promise.all([s3.close(), target.close(), emulator.close()]);
			}
		},
	},
];
