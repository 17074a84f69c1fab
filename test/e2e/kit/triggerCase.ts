import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CREDENTIAL, type WorkflowFile } from '../../../lab/kit/n8n/import';
import type { Session } from '../../../lab/kit/n8n/instance';
import { hasPolledAgain } from '../../../lab/kit/n8n/polls';
import { executionsOf, itemsOf } from './executions';
import { type Host, prepareHost, until } from './host';

/** A published workflow with the trigger, through events, a hard kill and a restart. */

const TRIGGER = 'Avalanche Trigger';
const STAKING = /transactions:listStaking/;

const workflow: WorkflowFile = {
	id: 'triggerWorkflow',
	name: 'New Staking Transactions',
	active: false,
	nodes: [
		{
			id: '1f0d2c60-5f0e-4f6e-9a52-0b6f35c6d001',
			name: TRIGGER,
			type: 'n8n-nodes-avalanche-network.avalancheTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: {
				pollTimes: { item: [{ mode: 'everyMinute' }] },
				event: 'stakingTransaction',
				network: 'mainnet',
			},
			credentials: { avalancheApi: { ...CREDENTIAL } },
		},
		{
			id: '1f0d2c60-5f0e-4f6e-9a52-0b6f35c6d002',
			name: 'Handed On',
			type: 'n8n-nodes-base.noOp',
			typeVersion: 1,
			position: [220, 0],
			parameters: {},
		},
	],
	connections: { [TRIGGER]: { main: [[{ node: 'Handed On', type: 'main', index: 0 }]] } },
	settings: { executionOrder: 'v1' },
};

/** Longer than it takes to end a process. */
const HELD_MS = 30_000;

/** The staking queries that the service has received. */
const queries = ({ emulator }: Host) =>
	emulator.control.requests().filter(({ path }) => STAKING.test(path));
const polls = (host: Host) => queries(host).length;

/** Adds transactions that happen now, or as many seconds ago. Gives their hashes. */
function happen({ emulator }: Host, count: number, secondsAgo = 0): string[] {
	const timestamp = emulator.world.clock.seconds() - secondsAgo;
	const transactions = Array.from({ length: count }, (_, i) => ({
		timestamp,
		txType: 'AddPermissionlessDelegatorTx',
		amount: BigInt(25 + i) * 1_000_000_000n,
	}));
	return emulator.control.addTransactions({ transactions: transactions as never });
}

/** The hashes that executions have handed on so far, in their order. */
async function handedOn(session: Session): Promise<string[]> {
	const executions = await executionsOf(session, workflow.id);
	for (const { id, status } of executions) {
		if (status === 'error' || status === 'crashed') throw new Error(`Execution ${id}: ${status}`);
	}
	return executions
		.filter(({ status }) => status === 'success')
		.flatMap(({ runData }) => itemsOf(runData, 'Handed On'))
		.map(({ json }) => String(json.txHash));
}

const all = (happened: string[]) => (hashes: string[]) =>
	happened.every((hash) => hashes.includes(hash));

/** Publishes the workflow, starts n8n and waits until what happens now belongs to no baseline. */
async function startPolling(host: Host, env: Record<string, string>): Promise<Session> {
	await host.n8n.command('publish:workflow', `--id=${workflow.id}`);
	await host.n8n.start(env);
	const session = await host.n8n.login();
	await until('the poll after the one at activation', () => hasPolledAgain(queries(host)));
	// Events of the second of a poll can be in its answer.
	const baseline = host.emulator.world.clock.seconds();
	await until('the next second', () => host.emulator.world.clock.seconds() > baseline + 1);
	return session;
}

/** Makes each poll of the installed node last too long while a file is there, after all that it does. */
function hinder({ n8n }: Host): { begin(): void; end(): void } {
	const node = 'AvalancheTrigger';
	const installed = path.join(n8n.folder, '.n8n/nodes/node_modules/n8n-nodes-avalanche-network');
	const mark = path.join(n8n.folder, 'hindered');
	appendFileSync(
		path.join(installed, `dist/nodes/${node}/${node}.node.js`),
		`;{
			const type = exports.${node}.prototype;
			const { poll } = type;
			type.poll = async function () {
				const items = await poll.call(this);
				if (require('node:fs').existsSync(${JSON.stringify(mark)}))
					await new Promise((resolve) => setTimeout(resolve, ${HELD_MS}));
				return items;
			};
		}`,
	);
	return { begin: () => writeFileSync(mark, ''), end: () => rmSync(mark) };
}

const seenIn = (session: Session) => async () => await handedOn(session);

/**
 * Publishes the workflow and lets n8n's scheduler abandon a poll that has read events and lasts longer than its
 * time. Gives what happened and what was handed on.
 */
export async function throughAbandonedPoll(env: Record<string, string>) {
	const host = await prepareHost({ workflows: [workflow] });
	try {
		const polling = hinder(host);
		const session = await startPolling(host, { ...env, N8N_SCHEDULER_POLL_TIMEOUT: '20' });
		const happened = happen(host, 3);
		await until('the first events', seenIn(session), all(happened));
		polling.begin();
		happened.push(...happen(host, 2));
		const log = () => host.n8n.log();
		await until('the end of its time', () =>
			/Poll exceeded its timeout and was abandoned/.test(log()),
		);
		expect(await handedOn(session)).toHaveLength(3);
		polling.end();
		happened.push(...happen(host, 2));
		await until('what the abandoned poll had read', seenIn(session), all(happened), 600_000);
		const before = polls(host);
		await until('one more poll', () => polls(host) > before);
		happened.push(...happen(host, 1));
		await until('the last event', seenIn(session), all(happened));
		return { happened, handedOn: await handedOn(session) };
	} finally {
		await host.close();
	}
}

/**
 * Publishes the workflow and lets events happen before, during and after a hard kill. Gives what
 * happened and what was handed on.
 * @param killInPoll end n8n in the very moment in which it asks for events that have happened
 */
export async function throughHardKill(env: Record<string, string>, killInPoll: boolean) {
	const host = await prepareHost({ workflows: [workflow] });
	try {
		const { n8n } = host;
		const first = await startPolling(host, env);

		const happened = happen(host, 3);
		const early = await until('the first events', seenIn(first), all(happened));

		if (killInPoll) {
			// Answers are held back: however slow the machine, no execution has begun.
			const held = { kind: 'delay', delayMs: HELD_MS, service: 'data' } as const;
			host.emulator.control.addFaults({ faults: [held] });
		}
		happened.push(...happen(host, 2));
		if (killInPoll) {
			const before = polls(host);
			await until('the next poll', () => polls(host) > before);
		}
		await n8n.kill();
		host.emulator.control.clearFaults();
		happened.push(...happen(host, 2));

		await n8n.start(env);
		const second = await n8n.login();
		await until('events around the kill', seenIn(second), all(happened));
		// Indexed late: it happened before events that were handed on already.
		happened.push(...happen(host, 1, 60));
		await until('the late event', seenIn(second), all(happened));
		// Were anything to come twice, the poll after it would bring it.
		const before = polls(host);
		await until('one more poll', () => polls(host) > before);
		happened.push(...happen(host, 1));
		await until('the last event', seenIn(second), all(happened));
		return { happened, early, handedOn: await handedOn(second) };
	} finally {
		await host.close();
	}
}
