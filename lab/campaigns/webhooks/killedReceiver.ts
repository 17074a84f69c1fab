import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startEmulator } from '../../../emulator';
import type { Random } from '../../../core/testing/random';
import { startFunctionUrl } from '../../kit/lambda/functionUrl';
import { invokeFunction } from '../../kit/lambda/invoke';
import { startLambda } from '../../kit/lambda/lambda';
import { startDeliveryQueues } from '../../kit/lambda/localQueues';
import { TABLE, startTable } from '../../kit/lambda/notifyKit';
import { startS3 } from '../../kit/lambda/s3';
import { handedOn, settingsFor } from './functionReceiver';
import { KINDS } from './kinds';
import type { Receiver } from './receiver';
import { startWire } from './wire';

const CLOCK = path.join(__dirname, '../lambdas/movedTime.cjs');
/** Claims of a check that was killed have expired by then. */
const CHECK_MS = 11 * 60_000;
/** The longest time until a process is killed. */
const MOST_MS = 60;

/** The function receive under AWS's own runtime client; its processes are killed at random moments. */
export async function killedReceiver(folder: string, random: Random): Promise<Receiver> {
	const emulator = await startEmulator({ start: Date.now(), realTime: false, transactions: 20 });
	const [table, server] = [await startTable(), await startS3([])];
	// Messages are received once, and kept here.
	const queues = await startDeliveryQueues(server.url, 12 * 60 * 60);
	const queued: object[] = [];
	const chance = random.stream('kills');
	const environment: Record<string, string> = {
		AVALANCHE_DATA_URL: emulator.dataUrl,
		AVALANCHE_NODE_URL: emulator.nodeUrl,
		AVALANCHE_WITHOUT_API_KEY: 'true',
		AWS_ENDPOINT_URL_DYNAMODB: table.url,
		NOTIFY_TABLE: TABLE,
		...queues.environment,
		NOTIFY_SETTINGS: JSON.stringify(settingsFor(emulator)),
		AVALANCHE_SECRETS_IN_ENVIRONMENT: 'allow',
	};
	let moved = 0;
	const now = () => Date.now() + moved;
	const nodeOptions = `--require ${CLOCK}`;
	const lambda = await startLambda({
		functions: [{ name: 'receive', folder, environment, nodeOptions, now }],
	});
	const alive = () => lambda.environments('receive').filter((one) => one.alive);
	const killAll = async () => {
		const processes = alive();
		for (const one of processes) one.kill();
		await Promise.all(processes.map(({ exited }) => exited));
	};
	const url = await startFunctionUrl(lambda, 'receive', 'NONE');
	const wire = await startWire(() => url.url, random);
	const invoke = async () =>
		await invokeFunction(lambda, 'receive', { action: 'check', url: `${wire.url}/` });
	const { failed, answer } = await invoke();
	if (failed) throw new Error(`The first check failed: ${JSON.stringify(answer)}`);
	return {
		name: 'receive, killed',
		emulator,
		wire,
		kinds: KINDS,
		target: () => url.url,
		accidents: ['receiver killed', 'receiver killed', 'webhook deactivated'],
		losesAnswered: false,
		async kill(happen) {
			const happening = happen();
			await wait(chance.whole(0, MOST_MS));
			await killAll();
			await happening;
		},
		async check() {
			moved += CHECK_MS;
			environment.MOVED_TIME_MS = String(moved);
			await killAll();
			await invoke();
		},
		restart: killAll,
		async items() {
			const [main] = queues.polled;
			for (let some = await main.receive(10); some.length > 0; some = await main.receive(10)) {
				queued.push(...some.map(({ body }) => (JSON.parse(body) as { event: object }).event));
			}
			return queued.flatMap(handedOn);
		},
		settled: async () => await emulator.webhooksSettled(),
		async close() {
			await lambda.close();
			queues.close();
			await Promise.all([wire.close(), url.close(), emulator.close()]);
			await Promise.all([table.close(), server.close()]);
		},
	};
}
