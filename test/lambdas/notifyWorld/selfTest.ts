import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Plugin, build } from 'esbuild';
import type { ClassName, Finding, runClass } from './classes';

/**
 * The classes against a notify whose defences are taken out, one at a time: each must show as a
 * finding. The sources are changed while they are bundled; nothing on the disk is touched.
 */

const ROOT = path.resolve(__dirname, '../../..');
/** Within the project, so that bundles find its packages. */
const CACHE = path.join(ROOT, '.cache');

export interface Weakening {
	name: string;
	/** The class that must notice. */
	finds: ClassName;
	file: string;
	/** What stands in the file, once, and what is put in its place. */
	from: string;
	to: string;
	/** A second change of the same file, where two defences stand behind each other. */
	also?: { from: string; to: string };
}

const notify = (file: string) => `lambdas/notify/${file}.ts`;

export const WEAKENINGS: readonly Weakening[] = [
	{
		name: 'the fan-out ignores the deadline',
		finds: 'large fan-out',
		file: notify('fanOut'),
		from: 'late ||= clock.now() >= deadline;',
		to: '',
		also: { from: 'if (clock.now() >= deadline) return false;', to: '' },
	},
	{
		name: 'a fan-out begins again in every run',
		finds: 'large fan-out',
		file: notify('fanOut'),
		from: 'await store.saveFanOutPosition(source.name, version, last.at);',
		to: '',
	},
	{
		name: 'the queue of every target is read by every run',
		finds: 'idle run',
		file: notify('queue'),
		from: 'if (clock.now() - emptyAt < FORGET_MS) {',
		to: 'if (true) {',
	},
	{
		name: 'large events are put as they are',
		finds: 'poison event',
		file: notify('eventSize'),
		from: 'return sizeOf(event) > MAX_EVENT_BYTES ? cut(source, event) : event;',
		to: 'return event;',
	},
	{
		name: 'one target is sent to after the other',
		finds: 'slow target',
		file: notify('deliver'),
		from: 'const PARALLEL_TARGETS = 32;',
		to: 'const PARALLEL_TARGETS = 1;',
	},
	{
		name: 'a target is sent all that it has before its turn ends',
		finds: 'slow target',
		file: notify('queue'),
		from: 'const SLICE_MS = 5_000;',
		to: 'const SLICE_MS = Infinity;',
	},
	{
		name: 'a target that does not answer is tried all the same',
		finds: 'hanging targets',
		file: notify('queue'),
		from: 'const MAX_SILENT = 3;',
		to: 'const MAX_SILENT = Infinity;',
	},
	{
		name: 'a request to a service may take longer than a run has time for sources',
		finds: 'hanging source',
		file: notify('create'),
		from: 'timeoutMs: Math.min(request.timeoutMs, left)',
		to: 'timeoutMs: request.timeoutMs',
	},
	{
		name: 'no rate is kept',
		finds: 'limited target',
		file: notify('queue'),
		from: 'turn = begins + interval;',
		to: 'turn = begins;',
	},
	{
		name: 'requests at once are not limited by the target',
		finds: 'limited target',
		file: notify('queue'),
		from: 'target?.concurrency ?? WIDTH_WITHOUT_TARGET',
		to: 'WIDTH_WITHOUT_TARGET',
	},
	{
		name: 'an empty page is an empty queue',
		finds: 'index lag',
		file: notify('queue'),
		from: 'if (awaited.size === 0) return false;',
		to: 'return false;',
	},
	{
		name: 'a throttled call is an error',
		finds: 'throttled table',
		file: notify('patience'),
		from: 'if (!isPassing(error)) throw error;',
		to: 'throw error;',
	},
	{
		name: 'a table that is throttled for sources ends the run',
		finds: 'throttled table',
		file: notify('run'),
		from: '(told as HandlerError).name === THROTTLED',
		to: 'false',
	},
	{
		name: 'a state that is too large is read again with fewer events',
		finds: 'oversized cursor',
		file: notify('collect'),
		from: 'if (batch && size <= MAX_CURSOR_BYTES) {',
		to: 'if (maxEvents > 1) continue;\n\t\tif (batch) {',
	},
];

function weakened({ file, from, to, also }: Weakening): Plugin {
	return {
		name: 'weakened',
		setup(builder) {
			builder.onLoad({ filter: /\.ts$/ }, ({ path: place }) => {
				if (place !== path.join(ROOT, file)) return undefined;
				let contents = readFileSync(place, 'utf8');
				for (const change of [{ from, to }, ...(also ? [also] : [])]) {
					const parts = contents.split(change.from);
					if (parts.length !== 2) throw new Error(`${file} has not once: ${change.from}`);
					contents = parts.join(change.to);
				}
				return { contents, loader: 'ts' };
			});
		},
	};
}

/** Runs classes over sources that are bundled, weakened or as they are. */
async function bundled(names: readonly ClassName[], plugins: Plugin[]): Promise<Finding[]> {
	mkdirSync(CACHE, { recursive: true });
	const folder = mkdtempSync(path.join(CACHE, 'notify-'));
	const outfile = path.join(folder, 'classes.cjs');
	try {
		await build({
			absWorkingDir: ROOT,
			entryPoints: [path.join(__dirname, 'classes.ts')],
			outfile,
			bundle: true,
			platform: 'node',
			format: 'cjs',
			target: 'node24',
			packages: 'external',
			logLevel: 'error',
			plugins,
		});
		const bundle = createRequire(outfile)(outfile) as { runClass: typeof runClass };
		const findings: Finding[] = [];
		for (const name of names) findings.push(...(await bundle.runClass(name)));
		return findings;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Runs the class that must notice over the weakened sources. */
export function findingsOf(weakening: Weakening): Promise<Finding[]> {
	return bundled([weakening.finds], [weakened(weakening)]);
}

/** Runs these classes over the sources as they are, bundled in the same way. */
export function findingsUnweakened(names: readonly ClassName[]): Promise<Finding[]> {
	return bundled(names, []);
}
