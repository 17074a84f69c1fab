import type { INodeExecutionData } from 'n8n-workflow';
import { type Emulator, LOCAL_KEY, startEmulator } from '../emulator';
import { createEngine, type Engine, type WorkflowJson } from '../lab/kit/engine';
import { ensureBuilt } from './build/freshness';
import { sentencesAndTable } from '../lab/kit/text/table';
import { fireTriggers } from '../lab/kit/triggerDemo';
import { exampleNames, exampleWorkflow } from '../lab/kit/n8n/import';

/**
 * Runs the example workflows through n8n's engine against services on this machine, and shows the
 * trigger firing. Ends with 0 where everything succeeded.
 */

const WIDTH = Math.max(60, Math.min(process.stdout.columns ?? 120, 160));
const ROWS = 6;

function say(line = ''): void {
	process.stdout.write(`${line}\n`);
}

/** An item with its files named beside its fields. */
function row({ json, binary = {} }: INodeExecutionData): Record<string, unknown> {
	const files = Object.entries(binary).map(([field, file]) => [
		`file ${field}`,
		`${file.fileSize ?? '?'} ${file.fileName ?? 'unnamed'}`,
	]);
	return { ...(Object.fromEntries(files) as Record<string, unknown>), ...json };
}

function show(items: INodeExecutionData[]): void {
	const size = { width: WIDTH - 2, rows: ROWS };
	for (const line of sentencesAndTable(items.map(row), size)) say(`  ${line}`);
	say();
}

/** The nodes of a workflow that are this package's own, in the order of the file. */
function ownNodes({ nodes }: WorkflowJson): string[] {
	return nodes.filter(({ type }) => !type.startsWith('n8n-nodes-base.')).map(({ name }) => name);
}

/** The example workflows by their files. */
function readWorkflows(): Array<{ file: string; workflow: WorkflowJson }> {
	return exampleNames().map((name) => ({
		file: `${name}.json`,
		workflow: exampleWorkflow(name) as unknown as WorkflowJson,
	}));
}

/** Runs one workflow and prints its items. True where every node ran and gave items. */
async function runWorkflow(engine: Engine, file: string, workflow: WorkflowJson): Promise<boolean> {
	say(`== ${workflow.name ?? file}`);
	say(`   examples/workflows/${file}`);
	say();
	const began = performance.now();
	const { items, error, status } = await engine.run(workflow);
	let sound = status === 'success';
	for (const name of ownNodes(workflow)) {
		const own = items[name] ?? [];
		say(`  ${name}: ${own.length} item${own.length === 1 ? '' : 's'}`);
		show(own);
		if (own.length === 0) sound = false;
	}
	if (error) say(`  Failed in "${error.node?.name ?? '?'}": ${error.message}`);
	const seconds = ((performance.now() - began) / 1000).toFixed(1);
	say(`  ${sound ? 'Succeeded' : 'Failed'} after ${seconds} s`);
	say();
	return sound;
}

async function runTriggers(engine: Engine, emulator: Emulator): Promise<boolean> {
	say('== Avalanche Trigger: some of its events');
	say();
	let sound = true;
	for await (const { title, happens, items } of fireTriggers(engine, emulator)) {
		say(
			`  ${title}: ${happens}; the next poll returns ${items.length} item${items.length === 1 ? '' : 's'}`,
		);
		show(items);
		if (items.length === 0) sound = false;
	}
	return sound;
}

async function main(): Promise<boolean> {
	await ensureBuilt(say);
	say('Starting the local services');
	const emulator = await startEmulator();
	try {
		const { dataUrl, metricsUrl, nodeUrl } = emulator;
		say(`  data ${dataUrl}, metrics ${metricsUrl}, node ${nodeUrl}`);
		say('Loading the package into the engine of n8n');
		const engine = await createEngine({ apiKey: LOCAL_KEY, dataUrl, metricsUrl, nodeUrl });
		const nodes = Object.keys(engine.loader.nodeTypes).sort().join(', ');
		say(`  nodes: ${nodes}`);
		say();
		const results: boolean[] = [];
		const all = readWorkflows();
		const runnable = all.filter(({ workflow }) => engine.canRun(workflow));
		for (const { file, workflow } of runnable) {
			results.push(await runWorkflow(engine, file, workflow));
		}
		results.push(await runTriggers(engine, emulator));
		const failed = results.filter((sound) => !sound).length;
		const others = all.length - runnable.length;
		if (others > 0)
			say(`${others} more examples use nodes that only the real n8n has: npm run n8n`);
		say(
			failed === 0
				? `All ${runnable.length} workflows and the trigger succeeded.`
				: `${failed} of ${results.length} parts failed.`,
		);
		return failed === 0;
	} finally {
		await emulator.close();
	}
}

main().then(
	(sound) => {
		process.exitCode = sound ? 0 : 1;
	},
	(error: unknown) => {
		process.stderr.write(
			`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
		);
		process.exitCode = 1;
	},
);
