import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { NodeParameterValueType } from 'n8n-workflow';
import { CREDENTIAL, type WorkflowFile } from '../../../lab/kit/n8n/import';
import { executionsOf, itemsOf } from './executions';
import { type OwnHost, publish, startHost, until } from './host';
import { afterBaseline } from './polling';

/** A published workflow with the trigger, through events, a hard kill and a restart. */

const TRIGGER = 'Avalanche Trigger';
const ID = 'triggerWorkflow';
const STAKING = /transactions:listStaking/;

const workflow = (pollTimes: NodeParameterValueType): WorkflowFile => ({
	id: ID,
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
				pollTimes,
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
});

/** Longer than it takes to end a process. */
const HELD_MS = 30_000;

/** The staking queries that the service has received. */
const polls = ({ emulator }: OwnHost) =>
	emulator.control.requests().filter(({ path }) => STAKING.test(path)).length;

/** Adds transactions that happen at a time, by default now. Gives their hashes. */
function happen(
	{ emulator }: OwnHost,
	count: number,
	timestamp = emulator.world.clock.seconds(),
): string[] {
	const transactions = Array.from({ length: count }, (_, i) => ({
		timestamp,
		txType: 'AddPermissionlessDelegatorTx',
		amount: BigInt(25 + i) * 1_000_000_000n,
	}));
	return emulator.control.addTransactions({ transactions: transactions as never });
}

/** The hashes that executions have handed on so far, in their order. */
async function handedOn({ session }: OwnHost): Promise<string[]> {
	const executions = await executionsOf(session, ID);
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

const handedOnBy = (host: OwnHost) => async () => await handedOn(host);

/** Publishes the workflow, and lets events happen until one belongs to no baseline. Gives those from then on. */
async function startPolling(host: OwnHost): Promise<string[]> {
	await publish(host, ID);
	return await afterBaseline(
		() => polls(host),
		() => happen(host, 1)[0],
		handedOnBy(host),
	);
}

/** Makes each poll of the installed node last too long while a file is there, after all that it does. */
function hinder({ n8n }: OwnHost): { begin(): void; end(): void } {
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

/**
 * Publishes the workflow and lets n8n's scheduler abandon a poll that has read events and lasts longer than its
 * time. Gives what happened and what was handed on.
 */
export async function throughAbandonedPoll(
	env: Record<string, string>,
	pollTimes: NodeParameterValueType,
) {
	const variables = { ...env, N8N_SCHEDULER_POLL_TIMEOUT: '20' };
	const host = await startHost({ workflows: [workflow(pollTimes)] }, variables);
	try {
		const polling = hinder(host);
		const happened = await startPolling(host);
		happened.push(...happen(host, 3));
		await until('the first events', handedOnBy(host), all(happened));
		const early = happened.length;
		polling.begin();
		happened.push(...happen(host, 2));
		const log = () => host.n8n.log();
		await until('the end of its time', () =>
			/Poll exceeded its timeout and was abandoned/.test(log()),
		);
		expect(await handedOn(host)).toHaveLength(early);
		polling.end();
		happened.push(...happen(host, 2));
		await until('what the abandoned poll had read', handedOnBy(host), all(happened), 600_000);
		const before = polls(host);
		await until('one more poll', () => polls(host) > before);
		happened.push(...happen(host, 1));
		await until('the last event', handedOnBy(host), all(happened));
		return { happened, handedOn: await handedOn(host) };
	} finally {
		await host.close();
	}
}

/**
 * Publishes the workflow and lets events happen before, during and after a hard kill. Gives what
 * happened and what was handed on.
 * @param killInPoll end n8n in the very moment in which it asks for events that have happened
 */
export async function throughHardKill(
	env: Record<string, string>,
	pollTimes: NodeParameterValueType,
	killInPoll: boolean,
) {
	const host = await startHost({ workflows: [workflow(pollTimes)] }, env);
	try {
		const { n8n, emulator } = host;
		const happened = await startPolling(host);
		const early = emulator.world.clock.seconds();
		happened.push(...happen(host, 3, early));
		await until('the first events', handedOnBy(host), all(happened));

		if (killInPoll) {
			// Answers are held back: however slow the machine, no execution has begun.
			const held = { kind: 'delay', delayMs: HELD_MS, service: 'data' } as const;
			emulator.control.addFaults({ faults: [held] });
		}
		happened.push(...happen(host, 2));
		if (killInPoll) {
			const before = polls(host);
			await until('the next poll', () => polls(host) > before);
		}
		await n8n.kill();
		emulator.control.clearFaults();
		happened.push(...happen(host, 2));

		await n8n.start();
		await until('events around the kill', handedOnBy(host), all(happened));
		// Indexed late: it happened before events that were handed on already.
		happened.push(...happen(host, 1, early));
		await until('the late event', handedOnBy(host), all(happened));
		// Were anything to come twice, the poll after it would bring it.
		const before = polls(host);
		await until('one more poll', () => polls(host) > before);
		happened.push(...happen(host, 1));
		await until('the last event', handedOnBy(host), all(happened));
		return { happened, handedOn: await handedOn(host) };
	} finally {
		await host.close();
	}
}
