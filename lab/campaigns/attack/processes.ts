import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Figures, noFigures } from './watch';
import type { Message, Order } from './child';

/**
 * Processes of the campaign: each runs one class of attacks, with a heap of its own that is too small
 * for a class that keeps what its attacks allocate.
 */

const CHILD = path.join(__dirname, 'child.ts');
const HEAP_MB = 640;

/** Figures of a class whose process ended before it. */
function brokenOff({ name }: Order, how: string): Figures {
	const what = `the process of the class ended with ${how}`;
	return { ...noFigures(), findings: [{ attack: name, what }] };
}

/** Runs a class in a process of its own. A process that ends early is a finding. */
export async function runInProcess(order: Order, say: (line: string) => void): Promise<Figures> {
	const execArgv = [...process.execArgv, `--max-old-space-size=${HEAP_MB}`];
	const child = fork(CHILD, [JSON.stringify(order)], { execArgv });
	let figures: Figures | undefined;
	child.on('message', (message: Message) => {
		if ('figures' in message) figures = message.figures;
		else say(`${order.name}: ${message.progress}`);
	});
	return await new Promise((resolve, reject) => {
		child.on('error', reject);
		child.on('exit', (code, signal) =>
			resolve(figures ?? brokenOff(order, signal ?? `exit code ${code}`)),
		);
	});
}

/**
 * Runs the classes in several processes at a time; results in the order of `orders`. With a folder,
 * the figures of each class are kept there, and a class whose figures are there does not run again.
 */
export async function runAll(
	orders: readonly Order[],
	processes: number,
	say: (line: string) => void,
	folder?: string,
): Promise<Figures[]> {
	const results = new Array<Figures>(orders.length);
	const waiting = orders.map((order, at) => ({ order, at }));
	const worker = async () => {
		for (let next = waiting.shift(); next; next = waiting.shift()) {
			results[next.at] = await figuresOf(next.order, say, folder);
		}
	};
	await Promise.all(Array.from({ length: processes }, worker));
	return results;
}

async function figuresOf(order: Order, say: (line: string) => void, folder?: string) {
	if (!folder) return await runInProcess(order, say);
	const digest = createHash('sha256').update(JSON.stringify(order)).digest('hex').slice(0, 8);
	const file = path.join(folder, `${order.name}-${digest}.json`);
	if (existsSync(file)) {
		say(`${order.name}: figures of ${file}`);
		return JSON.parse(readFileSync(file, 'utf8')) as Figures;
	}
	const figures = await runInProcess(order, say);
	mkdirSync(folder, { recursive: true });
	writeFileSync(file, `${JSON.stringify(figures)}\n`);
	return figures;
}
