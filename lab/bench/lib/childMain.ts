import './loopbackOnly';
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';

/** The main module of the processes that `startChild` starts. */

interface Contestant {
	prepare(setup: unknown): Promise<(input: unknown) => Promise<unknown>>;
}

/** Forgets the peak of resident memory where the system can do that; otherwise it is the process's. */
function resetPeak(): void {
	try {
		writeFileSync('/proc/self/clear_refs', '5');
	} catch {
		// Not Linux: the peak of the whole process stands in.
	}
}

function peakBytes(): number {
	try {
		const status = readFileSync('/proc/self/status', 'utf8');
		return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
	} catch {
		return process.resourceUsage().maxRSS * 1024;
	}
}

async function main(): Promise<void> {
	const [module, setup] = process.argv.slice(2);
	const url = pathToFileURL(`${module}.ts`).href;
	const { prepare } = (await import(url)) as Contestant;
	const run = await prepare(JSON.parse(setup));
	const tell = (message: unknown) => process.send?.(message);
	process.on('message', ({ input }: { input: unknown }) => {
		void (async () => {
			try {
				global.gc?.();
				resetPeak();
				const begun = performance.now();
				const result = await run(input);
				const ms = performance.now() - begun;
				tell({ taken: { ms, peakBytes: peakBytes(), result } });
			} catch (error) {
				tell({ error: inspect(error) });
			}
		})();
	});
	process.on('disconnect', () => process.exit(0));
	tell({ ready: true });
}

main().catch((error: unknown) => {
	process.stderr.write(`${inspect(error)}\n`);
	process.exit(1);
});
