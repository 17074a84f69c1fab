import type { INodeParameters } from 'n8n-workflow';
import { endOf, kindOf } from '../faces';
import { everythingIn } from '../../../kit/everything';
import { giants } from '../giants';
import { type Body, numbers, prototypeKeys, strangers, wrongTypes } from '../mutations';
import { proxyTo } from '../samples';
import type { AttackClass, Stage } from '../stage';
import type { End } from '../watch';

/** Runs of several requests, of which one is answered wrongly: polls of the trigger, and more. */

interface Flow {
	name: string;
	run(stage: Stage): Promise<End>;
}

const OPTIONS = { retries: 0, timeoutSeconds: 5 };

function poll(name: string, parameters: INodeParameters): Flow {
	return {
		name: `poll ${name}`,
		async run({ engine }) {
			try {
				const given = { ...parameters, options: OPTIONS };
				const items = await engine.pollOnce({ parameters: given, mode: 'manual' });
				const { text, keys } = everythingIn(items);
				const wrong = keys.has('__proto__') ? 'an item has a key __proto__' : undefined;
				return { kind: 'answered', text, ...(wrong && { wrong }) };
			} catch (error) {
				const { message, stack } = error as Error;
				return { kind: kindOf(error as Error), text: `${message} ${stack}` };
			}
		},
	};
}

const FLOWS: readonly Flow[] = [
	poll('staking', { event: 'stakingTransaction' }),
	poll('validators', { event: 'validator', source: 'primary' }),
	poll('L1 validators', { event: 'validator', source: 'l1' }),
	poll('health', { event: 'health' }),
	{
		name: 'the credential test',
		async run({ engine }) {
			const { status, message } = await engine.testCredential(engine.credential);
			return { kind: 'answered', text: `${status} ${message}` };
		},
	},
	{
		name: 'the list of chains',
		async run({ engine }) {
			try {
				return {
					kind: 'answered',
					text: everythingIn(await engine.search('searchChains', 'a')).text,
				};
			} catch (error) {
				return { kind: kindOf(error as Error), text: String((error as Error).stack) };
			}
		},
	},
	{
		name: 'verify',
		async run({ engine, emulator }) {
			const { chains } = emulator.world.node;
			const signedMessage = `0000${'00000001'}${'00'.repeat(32)}00000000${'00'.repeat(110)}`;
			const outcome = await engine.execute({
				node: 'avalanche',
				parameters: {
					resource: 'icmMessage',
					operation: 'verifySignedMessage',
					signedMessage,
					validatorSource: 'node',
					height: 'proposed',
					options: { ...OPTIONS, failWhenNotVerified: Boolean(chains.C) },
				},
			});
			return endOf(outcome);
		},
	},
];

export const flowClass: AttackClass = {
	name: 'flows',
	about: 'one wrong answer in a poll of the trigger, a credential test, a list of chains',
	async run(stage, watch) {
		const { hostile, emulator, some } = stage;
		for (const flow of FLOWS) {
			const answers: string[] = [];
			hostile.answer = proxyTo(emulator, (body) => {
				answers.push(body);
				return body;
			});
			await watch.attack(`${flow.name}: as it is`, () => flow.run(stage));
			for (const [order, answer] of answers.slice(0, stage.full ? 4 : 2).entries()) {
				for (const { name, body } of some(spoilt(answer), 12)) {
					hostile.answer = proxyTo(emulator, (text, count) => (count === order ? body : text));
					await watch.attack(`${flow.name}, answer ${order}: ${name}`, () => flow.run(stage));
				}
			}
		}
	},
};

const LARGEST = 20_000;
const MANY = 300;

function spoilt(answer: string): Body[] {
	if (answer.length > LARGEST) return strangers(answer);
	const all = [
		...strangers(answer),
		...wrongTypes(answer),
		...prototypeKeys(answer),
		...numbers(answer),
		...giants(answer, 20_000),
	];
	const step = Math.ceil(all.length / MANY);
	return all.filter((_, index) => index % step === 0);
}
