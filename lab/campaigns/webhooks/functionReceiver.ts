import type { Emulator } from '../../../emulator';
import { SIDES } from '../../../core/testing/deaths';
import type { Random } from '../../../core/testing/random';
import { HOOK, startReceiveBench } from '../../kit/lambda/receiveKit';
import { type Kind, KINDS } from './kinds';
import { ACCIDENTS, type HandedOn, type Receiver } from './receiver';
import { startWire } from './wire';

/** The function receive, in this process, over a table. */
export async function functionReceiver(random: Random): Promise<Receiver> {
	const bench = await startReceiveBench();
	const { emulator } = bench;
	const chance = random.stream('crashes');
	const wire = await startWire(
		() => bench.url,
		random,
		() => bench.newProcess(),
	);
	bench.settings = settingsFor(emulator);
	const check = async () => void (await bench.invoke({ action: 'check', url: `${wire.url}/` }));
	await check();
	return {
		name: 'receive',
		emulator,
		wire,
		kinds: KINDS,
		target: () => bench.url,
		accidents: [...ACCIDENTS, 'receiver killed', 'receiver killed'],
		losesAnswered: false,
		async kill(happen) {
			bench.newProcess({ at: chance.whole(1, 4), side: chance.pick(SIDES) });
			await happen();
			bench.newProcess();
		},
		check,
		restart: async () => bench.newProcess(),
		items: async () => (await bench.outbox()).flatMap(({ event }) => handedOn(event)),
		settled: async () => await emulator.webhooksSettled(),
		async close() {
			await bench.close();
			await wire.close();
		},
	};
}

/** The settings of the function: one webhook for each kind of event. */
function settingsFor(emulator: Emulator) {
	const webhooks = KINDS.map((kind) => {
		return { name: kind.event, event: kind.event, ...kind.settings(emulator) };
	});
	return { webhooks, targets: [HOOK] };
}

/** An event of the outbox. */
function handedOn(event: object): HandedOn[] {
	const { id, type, data } = event as { id: string; type: string; data: Record<string, unknown> };
	const kind = kindOf(type);
	return kind ? [{ kind, key: kind.itemKey(data), id }] : [];
}

const TYPES: Readonly<Record<string, string>> = {
	'token.transfer': 'transfer',
	'delegation.added': 'delegation',
	'l1.validator': 'l1Validator',
};

const kindOf = (type: string): Kind | undefined => KINDS.find(({ event }) => event === TYPES[type]);
