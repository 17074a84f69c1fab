import {
	type AnyOperation,
	catalogue,
	type Clock,
	type ServiceAccess,
	type Transport,
} from '../../../core';
import { questionOf, type Question } from '../live/questions';
import { createAsker } from '../../kit/operations/ask';
import { type Cases, runCases } from '../../kit/operations/run';
import { askContracts } from './contracts/contracts';
import type { ContractsAsked } from './contracts/types';
import { drawFacts } from './facts';
import type { Facts } from './drawing';
import { pollEvents, type PolledEvent } from './events';
import type { SeededFault } from './seeded';
import { askOperation, type Asked } from './operations';
import { askNode } from './raw';
import { makeTraffic } from './traffic';

/** Asks a node every operation of the catalogue that a node serves. */

export interface NodeOptions {
	node: ServiceAccess;
	/** An EVM chain beside the C-Chain: its blockchain id or an alias of the node. */
	l1?: string;
	transport: Transport;
	clock: Clock;
	seed: number;
	/** Only operations with this text in their id, and events with it in theirs. */
	only?: string;
	/** Values that were drawn before. */
	facts?: Facts;
	/** A fault that is put into the package, to see that the run finds it. */
	fault?: SeededFault;
	/** For how long (seconds) an event that is not ready yet is waited for. */
	patience?: number;
	/** True: contracts are deployed on the C-Chain of a local network, and asked. */
	contracts?: boolean;
	/** True: first makes transactions of every kind, on a local network. */
	traffic?: boolean;
	say?: (line: string) => void;
}

export interface NodeResult {
	facts: Facts;
	operations: Asked[];
	events: PolledEvent[];
	contracts?: ContractsAsked;
}

/** Draws the inputs and asks every operation. Throws where the node cannot be asked at all. */
export async function runNode(options: NodeOptions): Promise<NodeResult> {
	const { node, l1, transport, clock, seed, only = '', fault, say = () => {} } = options;
	const ask = askNode(node);
	const asker = createAsker({ services: { node }, transport, clock, read: fault?.read });
	// Before the values are drawn: its transactions are values for the operations.
	const contracts = options.contracts
		? await askContracts({ ask, asker, clock, seed, say })
		: undefined;
	if (options.traffic) await makeTraffic({ url: node.url, ask, clock, say, ...(l1 && { l1 }) });
	const facts = options.facts ?? (await drawFacts(ask, seed, l1));
	const operations: Asked[] = [];
	const chosen = catalogue
		.filter(({ service, id }) => service === 'node' && id.includes(only))
		.map((operation) => fault?.operation?.(operation) ?? operation);
	const chainsOf = ({ fields }: Question): Array<'C' | 'l1' | undefined> => {
		if (!fields.some(({ key }) => key === 'blockchainId')) return [undefined];
		return l1 === undefined ? ['C'] : ['C', 'l1'];
	};
	async function* casesOf(operation: AnyOperation): Cases {
		const question = questionOf(operation);
		for (const evm of chainsOf(question))
			operations.push(yield* askOperation(question, { asker, facts, ...(evm && { evm }) }));
	}
	await runCases({ casesOf, call: asker.call }, chosen, { say });
	const polling = { facts, asker, clock, say, only, patience: options.patience ?? 0 };
	const events = await pollEvents({ ...polling, ...(fault?.source && { change: fault.source }) });
	return { facts, operations, events, ...(contracts && { contracts }) };
}
