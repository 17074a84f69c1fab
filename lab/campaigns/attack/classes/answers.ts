import { giants } from '../giants';
import { reply } from '../hostile';
import {
	type Body,
	duplicateKeys,
	noise,
	numbers,
	prototypeKeys,
	strangers,
	truncations,
	wrongTypes,
} from '../mutations';
import type { Target } from '../samples';
import type { AttackClass, Stage } from '../stage';
import type { Watch } from '../watch';

/** Every operation meets an answer, spoilt in one way; over both transports. */
function over(
	name: string,
	about: string,
	bodies: (target: Target, stage: Stage) => Body[],
	few: number,
): AttackClass {
	return {
		name,
		about,
		async run(stage, watch) {
			for (const target of stage.targets) {
				for (const spoilt of stage.some(bodies(target, stage), few)) {
					await send(stage, watch, target, spoilt);
				}
			}
		},
	};
}

async function send(stage: Stage, watch: Watch, target: Target, { name, body }: Body) {
	const { hostile, faces } = stage;
	hostile.answer = reply(body);
	for (const face of faces) {
		const title = `${face.name} ${target.operation.id}: ${name}`;
		await watch.attack(title, () => face.call(target));
	}
}

const GIANT = 256 * 1024;
const SMALL_GIANT = 64 * 1024;

export const answers: readonly AttackClass[] = [
	{
		name: 'samples',
		about: 'true answers, as a control',
		async run({ hostile, faces, targets }, watch) {
			for (const target of targets) {
				hostile.answer = reply(target.sample);
				for (const face of faces) {
					const title = `${face.name} ${target.operation.id}: its sample`;
					await watch.attack(title, () => face.call(target), { kind: 'answered' });
				}
			}
		},
	},
	over('no-json', 'what is not an answer at all', ({ sample }) => strangers(sample), 2),
	over(
		'bytes',
		'random bytes, and random bytes in a true answer',
		({ sample }, { random, full }) => noise(sample, random, full ? 100 : 2),
		2,
	),
	over('truncated', 'cut off after every byte', ({ sample }) => truncations(sample), 2),
	over('types', 'a wrong type in every field', ({ sample }) => wrongTypes(sample), 4),
	over('numbers', 'a number at a boundary in every field', ({ sample }) => numbers(sample), 2),
	over('prototypes', 'prototype keys in every object', ({ sample }) => prototypeKeys(sample), 2),
	over('duplicates', 'every key twice', ({ sample }) => duplicateKeys(sample), 1),
	over(
		'giants',
		'deep nesting, huge texts, keys, numbers and lists',
		({ sample }, { full }) => giants(sample, full ? GIANT : SMALL_GIANT),
		1,
	),
];
