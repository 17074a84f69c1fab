import { startEmulator } from '../../emulator';
import { createRandom } from '../../emulator/world/random';
import { invokeFunction } from '../../kit/lambda/invoke';
import { startReceivers } from '../../kit/channels/receivers';
import { TABLE, startTable } from '../../kit/lambda/notifyKit';
import { formatRows, formatSettings, nodesOfFormats, tallyFormats } from './everyFormat';
import { type Killed, killedAfter, printRows, withBundles } from './kills';
import { startMovedLambda } from './movedLambda';

const EVENTS = 17;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Runs of one day each without kills, until all events must be delivered. */
const QUIET_RUNS = 30;

/**
 * notify under the runtime client, killed at random moments of its runs, over a table and receivers of
 * every format, of which every fifth request gets status 500. Returns false if an event is lost, invented or renamed.
 */
export const killedNotify: Killed = (settings) =>
	withBundles(['notify'], settings, async (folderOf) => {
		const { kills, seed, say } = settings;
		const random = createRandom(seed).stream('kills of notify');
		const emulator = await startEmulator({ realTime: false, transactions: 20 });
		const [table, target] = [await startTable(), await startReceivers((count) => count % 5 === 4)];
		const nodes = nodesOfFormats(emulator.world);
		const environment = {
			AVALANCHE_DATA_URL: emulator.dataUrl,
			AVALANCHE_WITHOUT_API_KEY: 'true',
			AWS_ENDPOINT_URL_DYNAMODB: table.url,
			NOTIFY_TABLE: TABLE,
			NOTIFY_SETTINGS: JSON.stringify(formatSettings(target.url, nodes)),
			...target.environment,
			AVALANCHE_SECRETS_IN_ENVIRONMENT: 'allow',
		};
		const functions = ['notify'];
		const { lambda, killAll, later } = await startMovedLambda({
			...{ functions, folderOf, environment, emulator },
		});
		const run = () => invokeFunction(lambda, 'notify', {});
		const expected = new Set<string>();
		const add = () => {
			const transactions = Array.from({ length: EVENTS }, (_, at) => {
				return { nodeId: nodes[at % nodes.length] };
			});
			for (const hash of emulator.control.addTransactions({ transactions })) expected.add(hash);
		};
		try {
			await run();
			await later(MINUTE);
			add();
			const begun = performance.now();
			await run();
			const usual = performance.now() - begun;
			let killed = 0;
			let runs = 0;
			for (; killed < kills; runs++) {
				await later(MINUTE);
				add();
				const outcome = await killedAfter(random.next() * usual, killAll, run);
				if (outcome.killed) killed++;
			}
			const waiting = async () =>
				(await table.items()).filter(({ queue }) => String(queue).startsWith('pending')).length;
			for (let quiet = 0; quiet < QUIET_RUNS; quiet++) {
				await later(DAY);
				const { answer } = await run();
				const { sources } = answer as { sources: Array<{ unfinished: boolean }> };
				if (!sources.some(({ unfinished }) => unfinished) && (await waiting()) === 0) break;
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
			await Promise.all([emulator.close(), table.close(), target.close()]);
		}
	});
