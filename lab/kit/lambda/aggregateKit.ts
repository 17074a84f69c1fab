import { type Emulator, type EmulatorOptions, startEmulator } from '../../../emulator';
import { cb58Decode } from '../../../core/formats/cb58';
import type { Clock } from '../../../core/protocol/ports';
import { createAggregateSignatures } from '../../../lambdas/aggregateSignatures/create';
import type { SendMessageResult } from '../../../lambdas/aggregateSignatures/messages';
import type { HttpAnswer } from '../../../lambdas/shared/http';
import { verifierWith } from '../../../lambdas/aggregateSignatures/verify';
import { blstBls } from '../../../lambdas/shared/blst';
import type { SecretReader } from '../../../lambdas/shared/secrets';
import { quietTelemetry } from './quietTelemetry';

export const KEY = 'ak_test_000011112222';
const NOON = 1_794_052_800_000;

export async function emulatorWithKey(options: EmulatorOptions = {}): Promise<Emulator> {
	const given = { start: NOON, realTime: false, apiKeys: [KEY], keyRequired: true };
	return await startEmulator({ ...given, ...options });
}

/** A clock that sleeps at once and remembers for how long it would have. */
export function quickClock(): Clock & { slept: number[] } {
	let time = 0;
	const slept: number[] = [];
	return {
		slept,
		now: () => time,
		sleep: async (ms) => {
			slept.push(ms);
			time += ms;
		},
		random: () => 0.5,
	};
}

export interface Measured {
	name: string;
	value: number;
}

/** The function over the services at these addresses, with everything it measured and logged. */
export function functionOver(
	urls: { dataUrl: string; nodeUrl?: string },
	environment: Record<string, string> = {},
	readSecret: SecretReader = async () => KEY,
	resultQueue?: (url: string) => Promise<SendMessageResult>,
) {
	const measured: Measured[] = [];
	const logged: unknown[] = [];
	const log = (...line: unknown[]) => void logged.push(line);
	const clock = quickClock();
	const handler = createAggregateSignatures({
		environment: {
			AVALANCHE_DATA_URL: urls.dataUrl,
			AVALANCHE_API_KEY_PARAMETER: '/avalanche/key',
			...(urls.nodeUrl && { AVALANCHE_NODE_URL: urls.nodeUrl }),
			...environment,
		},
		verifier: async () => verifierWith(blstBls),
		readSecret,
		resultQueue,
		clock,
		telemetry: {
			...quietTelemetry,
			logger: { debug: log, info: log, warn: log, error: log },
			measure: (name, value = 1) => void measured.push({ name, value }),
			onAttempt: () => measured.push({ name: 'Calls', value: 1 }),
		},
	});
	const call = (event: unknown, seconds = 90) =>
		handler(event, { getRemainingTimeInMillis: () => seconds * 1000 });
	return {
		clock,
		measured,
		logged,
		// Tests look into results of many shapes.
		// eslint-disable-next-line @typescript-eslint/no-explicit-any
		invoke: async (event: unknown, seconds?: number): Promise<any> => await call(event, seconds),
		async http(request: object, seconds?: number) {
			const answer = (await call(request, seconds)) as HttpAnswer;
			return { ...answer, json: JSON.parse(answer.body) as Record<string, unknown> };
		},
	};
}

/** An unsigned message by hand: version, network, source chain, payload with its length. */
export function unsignedHex(
	sourceChainId: string,
	payload = `000000000000${'ab'.repeat(32)}`,
	network = 1,
) {
	const chain = Buffer.from(cb58Decode(sourceChainId) ?? []).toString('hex');
	const u32 = (value: number) => value.toString(16).padStart(8, '0');
	return `0000${u32(network)}${chain}${u32(payload.length / 2)}${payload}`;
}
