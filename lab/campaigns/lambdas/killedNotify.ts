import { startEmulator } from '../../../emulator';
import { createRandom } from '../../../core/testing/random';
import { invokeFunction } from '../../kit/lambda/invoke';
import { startReceivers } from '../../kit/channels/receivers';
import { startDeliveryQueues } from '../../kit/lambda/localQueues';
import { TABLE, startTable } from '../../kit/lambda/notifyKit';
import { startS3 } from '../../kit/lambda/s3';
import { formatRows, formatSettings, nodesOfFormats, tallyFormats } from './everyFormat';
import { type Killed, killedAfter, printRows, withBundles } from './kills';
import { startMovedLambda } from './movedLambda';
import { DAY_MS, MINUTE_MS } from '../../../core/formats/timeUnits';

const FUNCTIONS = ['notify', 'sender'];
/** Messages of a killed sender are visible again after this time (s). */
const VISIBILITY = 3;
const EVENTS = 17;
/** Runs of one day each without kills, until all events must be delivered. */
const QUIET_RUNS = 30;

/**
 * notify and sender under the runtime client, killed at random moments of their runs, over a table, queues and
 * receivers of every format. Returns false if an event is lost, invented or renamed.
 */
export const killedNotify: Killed = (settings) =>
	withBundles(FUNCTIONS, settings, async (folderOf) => {
		const { kills, seed, say } = settings;
		const random = createRandom(seed).stream('kills of notify');
		const emulator = await startEmulator({ realTime: false, transactions: 20 });
		// Attempts behind the queue wait in the time of this machine: none fails.
		const [table, target] = [await startTable(), await startReceivers(() => false)];
		const server = await startS3([]);
		const queues = await startDeliveryQueues(server.url, VISIBILITY);
		const nodes = nodesOfFormats(emulator.world);
		const environment = {
			AVALANCHE_DATA_URL: emulator.dataUrl,
			AVALANCHE_WITHOUT_API_KEY: 'true',
			AWS_ENDPOINT_URL_DYNAMODB: table.url,
			NOTIFY_TABLE: TABLE,
			NOTIFY_SETTINGS: JSON.stringify(formatSettings(target.url, nodes)),
			...target.environment,
			...queues.environment,
			AWS_REGION: queues.region,
			SENDER_CONCURRENCY: '1',
			AVALANCHE_SECRETS_IN_ENVIRONMENT: 'allow',
		};
		const { lambda, killAll, later } = await startMovedLambda({
			...{ functions: FUNCTIONS, folderOf, environment, emulator },
		});
		const run = async () => {
			const { failed, answer } = await invokeFunction(lambda, 'notify', {});
			await queues.drain(async (event) => {
				const sent = await invokeFunction(lambda, 'sender', event);
				if (sent.failed) throw new Error('sender failed');
				return sent.answer as unknown;
			});
			return failed ? JSON.stringify(answer) : undefined;
		};
		const whole = async () => {
			const failure = await run();
			if (failure !== undefined) throw new Error(`notify failed without a kill: ${failure}`);
		};
		const expected = new Set<string>();
		const add = () => {
			const transactions = Array.from({ length: EVENTS }, (_, at) => {
				return { nodeId: nodes[at % nodes.length] };
			});
			for (const hash of emulator.control.addTransactions({ transactions })) expected.add(hash);
		};
		try {
			await whole();
			await later(MINUTE_MS);
			add();
			const begun = performance.now();
			await whole();
			const usual = performance.now() - begun;
			let killed = 0;
			let runs = 0;
			for (; killed < kills; runs++) {
				await later(MINUTE_MS);
				add();
				const outcome = await killedAfter(random.next() * usual, killAll, run);
				if (outcome.killed) killed++;
			}
			for (let quiet = 0; quiet < QUIET_RUNS; quiet++) {
				await later(DAY_MS);
				await whole();
				if (tallyFormats(target.accepted(), expected).missing === 0) break;
			}
			const found = tallyFormats(target.accepted(), expected);
			const { missing: lost, strangers, renamed, repeats, astray } = found;
			printRows(say, `notify under the runtime client, killed at random, seed ${seed}`, {
				'runs that were killed': killed,
				'total runs': runs,
				events: expected.size,
				formats: nodes.length,
				'messages sent': target.received.length,
				'events lost': lost,
				'delivered events that never happened': strangers,
				'events under several message ids': renamed,
				'deliveries accepted more than once': repeats,
			});
			for (const row of formatRows(found.byFormat)) say?.(row);
			return lost === 0 && strangers === 0 && renamed === 0 && astray === 0;
		} finally {
			await lambda.close();
			queues.close();
			await Promise.all([emulator.close(), table.close(), target.close(), server.close()]);
		}
	});
