import { startEmulator } from '../../emulator';
import { functionOver } from '../../kit/lambda/aggregateKit';
import { BUCKET, KEY, exportEvent, exportKit } from '../../kit/lambda/exportKit';
import {
	type Setup,
	SECRET,
	invoke,
	startTable,
	startTarget,
	testClock,
} from '../../kit/lambda/notifyKit';
import { startReceiveBench } from '../../kit/lambda/receiveKit';
import { startS3 } from '../../kit/lambda/s3';
import { startSpoiltServices } from '../../kit/spoiltRecords';
import { startSubscriptionsBench } from '../../kit/lambda/subscriptionKit';

/** Troubles that the functions themselves measure: what the code of a function writes when one happens. */

type Counts = Record<string, number>;

export interface Trouble {
	/** As docs/lambdas.md names it. */
	name: string;
	/** The functions whose code ran. */
	services: readonly string[];
	/** The alarms that tell of it. */
	alarms: readonly string[];
	/** Periods of five minutes that it lasts. Default 1. */
	periods?: number;
	/** Makes it happen; what was measured in one period. */
	happen(): Promise<Counts>;
}

const MINUTE = 60_000;

/** notify over the emulator with one target, which answers with a status; runs after so many minutes. */
async function notified(
	status: number,
	minutes: readonly number[],
	more: { spoil?: boolean; setup?: Partial<Setup>; target?: object; events?: number } = {},
): Promise<Counts> {
	const emulator = await startEmulator({ start: 1_794_052_800_000, realTime: false });
	const services = await startSpoiltServices(emulator);
	const [table, target, clock] = [await startTable(), await startTarget(), testClock()];
	target.answer = () => status;
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
		...more.setup,
	};
	try {
		await invoke(setup);
		emulator.control.addTransactions({
			transactions: Array.from({ length: more.events ?? 3 }, () => ({})),
		});
		if (more.spoil) {
			services.spoil('transactions', { txHash: 'poison', blockTimestamp: 8_640_000_000_001 });
		}
		let counts: Counts = {};
		for (const after of minutes) {
			clock.time += after * MINUTE;
			counts = {};
			await invoke(setup, {}, undefined, counts);
		}
		return counts;
	} finally {
		await Promise.all([services.close(), table.close(), target.close()]);
		await emulator.close();
	}
}

type ReceiveBench = Awaited<ReturnType<typeof startReceiveBench>>;

async function received(happen: (bench: ReceiveBench) => Promise<unknown>): Promise<Counts> {
	const bench = await startReceiveBench();
	try {
		await bench.check();
		for (const name of Object.keys(bench.measured)) delete bench.measured[name];
		await happen(bench);
		return bench.measured;
	} finally {
		await bench.close();
	}
}

const SENDS = ['notify', 'sender'];

export const TROUBLES: readonly Trouble[] = [
	{
		name: 'a record of a source cannot be read',
		services: ['notify'],
		alarms: ['NotifySkippedRecords'],
		happen: () => notified(200, [1], { spoil: true }),
	},
	{
		name: 'a source has more than a run reads, for 15 minutes',
		services: ['notify'],
		alarms: ['NotifyUnfinishedSources'],
		periods: 3,
		happen: () => notified(200, [1], { setup: { seconds: 1 } }),
	},
	{
		name: 'a target fails for 15 minutes',
		services: SENDS,
		alarms: ['NotifyFailingTargets'],
		happen: () => notified(500, [1, 1, 6, 16]),
	},
	{
		name: 'a delivery fails four times',
		services: SENDS,
		alarms: ['SenderLateDeliveries'],
		happen: () => notified(500, [1, 1, 6, 31, 121]),
	},
	{
		name: '120 deliveries have failed three times and wait in the table',
		services: SENDS,
		alarms: ['NotifyLateAttempts'],
		periods: 3,
		happen: () => notified(500, [1, 1, 6, 1], { events: 120 }),
	},
	{
		name: 'a target gets fewer deliveries a minute than there are, for 30 minutes',
		services: SENDS,
		alarms: ['SenderHeldBack'],
		periods: 6,
		happen: () => notified(200, [1], { target: { perMinute: 1 }, events: 10 }),
	},
	{
		name: 'a delivery is 31 minutes old when sender gets it',
		services: SENDS,
		alarms: ['SenderAgeAtReceipt'],
		happen: () => notified(200, [1, 31], { target: { perMinute: 1 }, events: 10 }),
	},
	{
		name: 'a target is gone: it is disabled, and its deliveries are dead letters',
		services: SENDS,
		alarms: ['NotifyDisabledTargets', 'SenderDeadLetters'],
		happen: async () => {
			const [first, then] = [await notified(410, [1]), await notified(410, [1, 1])];
			return { ...first, ...then, DeadLetters: first.DeadLetters ?? 0 };
		},
	},
	{
		name: 'messages are forged',
		services: ['receive'],
		alarms: ['ReceiveSignatureFailures'],
		happen: () =>
			received((bench) => bench.request({ body: '{}', headers: { 'x-signature': 'x' } })),
	},
	{
		name: 'a message cannot be taken',
		services: ['receive'],
		alarms: ['ReceiveFailedMessages'],
		happen: () =>
			received(async (bench) => {
				const [{ id }] = bench.active();
				bench.parts = { table: () => Promise.reject(new Error('no table')) };
				bench.newProcess();
				await bench.emulator.control.sendWebhook({ webhookId: String(id), event: {} });
			}),
	},
	{
		name: 'the data service deactivated a webhook',
		services: ['receive'],
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
		services: ['subscriptions'],
		alarms: ['SubscriptionsFailedRequests'],
		async happen() {
			const bench = await startSubscriptionsBench();
			try {
				const token = await bench.token();
				bench.table.hook.before = () => {
					throw new Error('no table');
				};
				await bench.request({ path: '/subscriptions', token });
				return bench.measured;
			} finally {
				await bench.close();
			}
		},
	},
	{
		name: 'a valid request gets no signed message',
		services: ['aggregateSignatures'],
		alarms: ['AggregateSignaturesFailures'],
		async happen() {
			const { invoke: ask, measured } = functionOver({ dataUrl: 'http://127.0.0.1:1' });
			await ask({ message: `0x${'00'.repeat(42)}` }).catch(() => undefined);
			return Object.fromEntries(measured.map(({ name, value }) => [name, value]));
		},
	},
	{
		name: 'the callback of an export is given up',
		services: ['exportTransactions'],
		alarms: ['ExportTransactionsFailedCallbacks'],
		async happen() {
			const emulator = await startEmulator({ realTime: false, apiKeys: [KEY], keyRequired: true });
			const [s3, target] = [await startS3([BUCKET]), await startTarget()];
			target.answer = () => 410;
			try {
				const event = { ...exportEvent(), callback: target.url };
				const run = await exportKit(emulator, s3).run({ event, callbacks: { secrets: SECRET } });
				return run.measured;
			} finally {
				await Promise.all([s3.close(), target.close(), emulator.close()]);
			}
		},
	},
];
