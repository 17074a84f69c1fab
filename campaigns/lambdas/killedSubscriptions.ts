import { startEmulator } from '../../emulator';
import { createRandom } from '../../emulator/world/random';
import { invokeFunction } from '../../kit/lambda/invoke';
import { KMS_KEY, startKms } from '../../kit/lambda/kmsServer';
import { startDeliveryQueues } from '../../kit/lambda/localQueues';
import { RECEIVER, RECEIVER_VARIABLE, localReceiver } from '../../lambdas/build/localReceiver';
import { TABLE, startTable, startTarget } from '../../kit/lambda/notifyKit';
import { startS3 } from '../../kit/lambda/s3';
import { SUBSCRIPTIONS, apiEvent, startSubscriptionsTable } from '../../kit/lambda/subscriptionKit';
import { SCOPES, newToken } from '../../lambdas/subscriptions/tokens';
import { type KillSettings, killedAfter, printRows, withBundles } from './kills';
import { startMovedLambda } from './movedLambda';
import { DAY_MS, MINUTE_MS } from '../../core/formats/timeUnits';

const FUNCTIONS = ['notify', 'sender', 'subscriptions'];
const EVENTS = 5;
const QUIET_RUNS = 30;
const [STAY, GONE] = [['stays', 'remains'], 'gone'];
/** Messages of a killed sender are visible again after this time (s). */
const VISIBILITY = 3;

/**
 * Subscriptions as receivers of notify and sender under the runtime client, with a server of SQS, killed at random
 * moments of their runs. One of three subscriptions ends by status 410. Returns false if an event is lost or renamed.
 */
export const killedSubscriptions = (settings: KillSettings) =>
	withBundles(
		FUNCTIONS,
		settings,
		async (folderOf) => {
			const { kills, seed, say } = settings;
			const random = createRandom(seed).stream('kills of subscriptions');
			const emulator = await startEmulator({ realTime: false, transactions: 20 });
			const [table, target, kms, server] = await Promise.all([
				startTable(),
				startTarget(),
				startKms(),
				startS3([]),
			]);
			const subscribed = await startSubscriptionsTable(table);
			const queues = await startDeliveryQueues(server.url, VISIBILITY);
			const environment = {
				AVALANCHE_DATA_URL: emulator.dataUrl,
				AVALANCHE_WITHOUT_API_KEY: 'true',
				AWS_ENDPOINT_URL_DYNAMODB: table.url,
				AWS_ENDPOINT_URL_KMS: kms.url,
				NOTIFY_TABLE: TABLE,
				NOTIFY_SETTINGS: JSON.stringify({
					sources: [{ name: 'staking', event: 'stakingTransaction' }],
					targets: [
						{ name: 'own', url: `${target.url}/own`, unsigned: true, allowPrivateNetwork: true },
					],
				}),
				AVALANCHE_SECRETS_IN_ENVIRONMENT: 'allow',
				SUBSCRIPTIONS_TABLE: SUBSCRIPTIONS,
				SUBSCRIPTIONS_KEY: KMS_KEY,
				[RECEIVER_VARIABLE]: target.url,
				...queues.environment,
				SENDER_CONCURRENCY: '1',
			};
			const { lambda, now, killAll, later } = await startMovedLambda({
				...{ functions: FUNCTIONS, folderOf, environment, emulator },
			});
			const send = async (event: object) => {
				const { failed, answer } = await invokeFunction(lambda, 'sender', event);
				if (failed) throw new Error('sender failed');
				return answer as unknown;
			};
			const run = async () => {
				await invokeFunction(lambda, 'notify', {});
				await queues.drain(send);
			};
			const { text, token } = newToken(
				{ name: 'kills', scopes: SCOPES, limits: { subscriptions: 10, perMinute: 100 } },
				now(),
			);
			await subscribed.store.addToken(token);
			const call = async (at: string, body: object) => {
				const event = apiEvent({ method: 'POST', path: at, body, token: text });
				const { answer } = await invokeFunction(lambda, 'subscriptions', event);
				return JSON.parse(answer.body as string) as { id: string; status: string };
			};
			const subscribe = async (name: string) => {
				const { id } = await call('/subscriptions', { url: `${RECEIVER}/${name}` });
				const [, challenge] =
					/"challenge":"([\w-]+)"/.exec(target.received.at(-1)?.body ?? '') ?? [];
				const { status } = await call(`/subscriptions/${id}/confirm`, { challenge });
				if (status !== 'active') throw new Error(`${name} is ${status}`);
			};
			const expected: string[] = [];
			const add = () => {
				const transactions = Array.from({ length: EVENTS }, () => ({}));
				expected.push(...emulator.control.addTransactions({ transactions }));
			};
			try {
				for (const name of [...STAY, GONE]) await subscribe(name);
				target.answer = (count, at) => {
					if (at === `/${GONE}` && count > 20) return 410;
					// Attempts behind the queue wait in the time of this machine: none fails.
					return 200;
				};
				await run();
				await later(MINUTE_MS);
				add();
				const begun = performance.now();
				await run();
				const usual = performance.now() - begun;
				let [killed, runs] = [0, 0];
				for (; killed < kills; runs++) {
					await later(MINUTE_MS);
					add();
					if ((await killedAfter(random.next() * usual, killAll, run)).killed) killed++;
				}
				const receivedBy = (name: string) =>
					target.accepted().filter(({ path: at }) => at === `/${name}`);
				const lostOf = (name: string) => {
					const bodies = receivedBy(name).map(({ body }) => body);
					return expected.filter((hash) => !bodies.some((body) => body.includes(hash))).length;
				};
				const lost = () => ['own', ...STAY].reduce((sum, name) => sum + lostOf(name), 0);
				for (let quiet = 0; quiet < QUIET_RUNS && lost() > 0; quiet++) {
					await later(DAY_MS);
					await run();
				}
				const ids = new Map<string, Set<unknown>>();
				for (const { body, headers } of target.accepted()) {
					const { id } = JSON.parse(body) as { id?: string };
					if (id) ids.set(id, (ids.get(id) ?? new Set()).add(headers['webhook-id']));
				}
				const renamed = [...ids.values()].filter((one) => one.size > 1).length;
				const sent = target.accepted().length;
				printRows(say, 'subscriptions under the runtime client, killed at random', {
					'runs that were killed': killed,
					'total runs': runs,
					events: expected.length,
					'messages accepted': sent,
					'deliveries lost': lost(),
					'events under several message ids': renamed,
				});
				return lost() === 0 && renamed === 0;
			} finally {
				await lambda.close();
				queues.close();
				await Promise.all([emulator.close(), target.close(), kms.close(), subscribed.close()]);
				await Promise.all([table.close(), server.close()]);
			}
		},
		[localReceiver],
	);
