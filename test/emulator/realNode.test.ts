import { type RecordedCall, recordedCalls } from './realNode/calls';
import { type Difference, differences } from './realNode/compare';
import {
	DATA_DIFFERENCES,
	type DataDifference,
	NOT_REPLAYED,
	reasonOf,
} from './realNode/exceptions';
import { comparableFamilies } from './realNode/metricsText';
import { arrange, putBack } from './realNode/situations';
import { createTranslation, withoutHeights } from './realNode/translate';
import { UNSCHEDULED } from '../../emulator/world/upgrades';
import { useEmulator } from './emulatorKit';

/**
 * Sends what was asked of a real node to the emulator, worded for its network, and compares the
 * answers: status, content type, keys, types, forms of texts, error texts.
 */

const running = useEmulator({ dialect: 'live', version: '1.14.2', helicon: UNSCHEDULED });
const all = recordedCalls();
const replayed = all.filter(({ name }) => !NOT_REPLAYED.some(({ calls }) => calls.test(name)));
const used = new Set<DataDifference>();
let translate: (call: RecordedCall) => RecordedCall;

beforeAll(() => {
	translate = createTranslation(running);
});
afterEach(() => putBack(running));

/** JSON as its value, any other text as it is. */
function valueOf(text: string): unknown {
	try {
		return JSON.parse(withoutHeights(text));
	} catch {
		return text;
	}
}

async function compared(call: RecordedCall): Promise<Difference[]> {
	const { status, contentType } = call;
	const json = { 'content-type': 'application/json' };
	const response = await fetch(running.nodeUrl + call.path, {
		method: call.method,
		...(call.body ? { headers: json, body: JSON.stringify(call.body) } : {}),
	});
	const emulated = {
		status: response.status,
		contentType: response.headers.get('content-type'),
	};
	expect(emulated).toEqual({ status, contentType });
	const text = await response.text();
	if (call.path === '/ext/metrics') return differences(...comparableFamilies(call.text, text));
	return differences(valueOf(call.text), valueOf(text));
}

test.each(replayed.map((call) => [call.name, call] as const))('%s', async (name, call) => {
	arrange(running, call);
	const found = await compared(translate(call));
	const unexplained = found.filter((one) => {
		const reason = reasonOf(DATA_DIFFERENCES, name, one);
		if (reason) used.add(reason);
		return !reason;
	});
	expect(unexplained).toEqual([]);
});

test('every exception is needed', () => {
	expect(DATA_DIFFERENCES.filter((one) => !used.has(one))).toEqual([]);
	const skipped = NOT_REPLAYED.filter(({ calls }) => all.some(({ name }) => calls.test(name)));
	expect(skipped).toEqual(NOT_REPLAYED);
	expect(replayed.length + all.filter((call) => !replayed.includes(call)).length).toBe(474);
});
