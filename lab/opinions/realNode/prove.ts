import { findingsOf } from './report';
import { type NodeOptions, type NodeResult, runNode } from './run';
import { SEEDED_FAULTS, type SeededFault } from './seeded';

/**
 * Puts each seeded fault into the package, and runs the operations and events that it concerns again.
 * Returns the faults that no run reported; faults of what the node does not have are left out.
 */
export async function missedFaults(
	options: NodeOptions,
	{ facts, operations, events }: NodeResult,
): Promise<{ tried: number; missed: string[] }> {
	const wasAsked = ({ of }: SeededFault) =>
		operations.some(({ operation, skipped }) => operation === of && skipped === undefined) ||
		events.some(({ event, notReady }) => event === of && notReady === undefined);
	const faults = SEEDED_FAULTS.filter(wasAsked);
	const missed: string[] = [];
	for (const fault of faults) {
		options.say?.(`fault: ${fault.what}`);
		const without = { ...options, traffic: false, contracts: false, patience: 0 };
		const result = await runNode({ ...without, facts, fault, only: fault.of });
		const mine = {
			...result,
			operations: result.operations.filter(({ operation }) => operation === fault.of),
		};
		if (findingsOf(mine) === 0) missed.push(`${fault.of}: ${fault.what}`);
	}
	return { tried: faults.length, missed };
}
