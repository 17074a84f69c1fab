import 'reflect-metadata';
import type { Emulator } from '../../../emulator';
import { createRandom } from '../../../core/testing/random';
import { ensureBuilt } from '../../../scripts/build/freshness';
import { type Engine, createEngine } from '../../kit/engine';
import { type Face, lambdaFace, n8nFace } from './faces';
import { KEY, NODE_SECRET } from './secrets';
import { type Hostile, startHostile } from './hostile';
import type { Random } from './mutations';
import { type Target, servicesAt, smallWorld, targetsOf } from './samples';
import type { Watch } from './watch';

/** All that a class of attacks works with. */
export interface Stage {
	hostile: Hostile;
	emulator: Emulator;
	engine: Engine;
	faces: readonly Face[];
	targets: readonly Target[];
	random: Random;
	/** True for the whole campaign, false for a part of some seconds. */
	full: boolean;
	/** All values, or `few` random ones in a short run. */
	some<T>(all: readonly T[], few: number): T[];
	close(): Promise<void>;
}

/** A class of attacks. */
export interface AttackClass {
	/** Name of the class, as the option `--only` has it. */
	name: string;
	about: string;
	run(stage: Stage, watch: Watch): Promise<void>;
}

/** Starts the services, n8n's engine and a hostile server, and takes a sample of every answer. */
export async function setStage(options: {
	seed: string;
	full: boolean;
	say?: (line: string) => void;
}): Promise<Stage> {
	await ensureBuilt(options.say);
	const [emulator, hostile] = await Promise.all([smallWorld(), startHostile()]);
	const close = async () => {
		await Promise.all([emulator.close(), hostile.close()]);
	};
	try {
		const engine = await createEngine({
			apiKey: KEY,
			...servicesAt(hostile.url),
			nodeHeaderName: 'x-gate',
			nodeHeaderSecret: NODE_SECRET,
		});
		const targets = await targetsOf(emulator, hostile, engine);
		const stream = createRandom(options.seed).stream('attack');
		const random = () => stream.next();
		return {
			hostile,
			emulator,
			engine,
			targets,
			random,
			full: options.full,
			faces: [n8nFace(engine), lambdaFace(hostile.url)],
			some: (all, few) => (options.full || all.length <= few ? [...all] : pick(all, few, random)),
			close,
		};
	} catch (error) {
		await close();
		throw error;
	}
}

/** A few at random, in their order. */
export function pick<T>(all: readonly T[], few: number, random: Random): T[] {
	const chosen = new Set<number>();
	while (chosen.size < few) chosen.add(Math.floor(random() * all.length));
	return [...chosen].sort((a, b) => a - b).map((index) => all[index]);
}
