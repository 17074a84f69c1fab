import type { SourceState } from '../../../../core/events/event';
import { type EventCase, eventCases } from '../../../kit/events/case';
import { pollContext } from '../../../kit/events/run';
import { everythingIn } from '../../../kit/everything';
import { endOfError } from '../faces';
import { type Body, numbers, prototypeKeys, strangers, wrongTypes } from '../mutations';
import { proxyTo, servicesAt } from '../samples';
import type { AttackClass, Stage } from '../stage';
import type { End } from '../watch';

/** Polls of every event, of which one answer is wrong: no error of another kind comes of it. */

type Poll = (state?: SourceState) => Promise<{ state: SourceState; end: End }>;

function pollOf({ hostile, emulator: { world } }: Stage, { event, parsed }: EventCase): Poll {
	const services = { ...servicesAt(hostile.url), world };
	const context = pollContext(services, { maxEvents: 50, maxPages: 3 });
	const given = parsed(world) as never;
	return async (state) => {
		const polled = await event.source.poll(given, state, context);
		const { text, keys } = everythingIn(polled);
		const wrong = keys.has('__proto__') ? 'an event has a key __proto__' : undefined;
		return { state: polled.state, end: { kind: 'answered', text, ...(wrong && { wrong }) } };
	};
}

export const pollClass: AttackClass = {
	name: 'polls',
	about: 'one wrong answer in a poll of each event, from a true state',
	async run(stage, watch) {
		const { hostile, emulator, some, full } = stage;
		for (const event of eventCases) {
			const { name, prepare, steps } = event;
			emulator.control.reset();
			prepare?.(emulator.control, emulator.world);
			const poll = pollOf(stage, event);
			hostile.answer = proxyTo(emulator);
			const { state } = await poll();
			steps[0]?.act(emulator.control, emulator.world);
			const answers: string[] = [];
			hostile.answer = proxyTo(emulator, (body) => {
				answers.push(body);
				return body;
			});
			await watch.attack(`${name}: as it is`, async () => (await poll(state)).end);
			for (const [order, answer] of answers.slice(0, full ? 8 : 3).entries()) {
				for (const { name: what, body } of some(spoilt(answer), 12)) {
					hostile.answer = proxyTo(emulator, (text, count) => (count === order ? body : text));
					await watch.attack(`${name}, answer ${order}: ${what}`, async () => {
						try {
							return (await poll(state)).end;
						} catch (error) {
							return endOfError(error);
						}
					});
				}
			}
		}
		emulator.control.reset();
	},
};

const LARGEST = 20_000;
const MANY = 300;

function spoilt(answer: string): Body[] {
	if (answer.length > LARGEST || !answer.startsWith('{')) return strangers(answer);
	const all = [...wrongTypes(answer), ...numbers(answer), ...prototypeKeys(answer)];
	const step = Math.ceil(all.length / MANY);
	return [...strangers(answer), ...all.filter((_, index) => index % step === 0)];
}
