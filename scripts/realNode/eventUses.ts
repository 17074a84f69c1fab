import type { Facts } from './facts';

/** Settings of events that a node alone serves, chosen so that the event fires. */
export interface EventUse {
	/** Value of the event in menus, or `health`. */
	event: string;
	note: string;
	settings: Record<string, unknown>;
	/** Where the first poll begins, in Unix seconds; at the end of the list by default. */
	from?: number;
	/** Columns whose values the node must have said. */
	said: readonly string[];
	/** True where the newest items are read as well, which then are real ones. */
	sampled?: boolean;
	/** True where the first poll, or the newest items, must hold an event. */
	fires: boolean;
}

type Make = (facts: Facts) => EventUse | undefined;

const fee = (note: string, settings: object): EventUse => ({
	event: 'feeLevel',
	note,
	settings: { above: '0', ...settings },
	said: ['price'],
	fires: true,
});

/** A use for each value that is there. */
function forEach(values: ReadonlyArray<string | undefined>, make: (value: string) => EventUse) {
	return values.map(
		(value): Make =>
			() =>
				value === undefined ? undefined : make(value),
	);
}

const HOUR = 3600;

const INDEXES = ['C/block', 'P/block', 'X/block', 'X/tx', 'X/vtx'];

/** The uses for what a node has. */
export function eventUses(facts: Facts): EventUse[] {
	const validators = facts['validator.id'];
	const makes: Make[] = [
		() => fee('base fee of the C-Chain', { fee: 'baseFee' }),
		...forEach([facts['chain.l1']], (chain) =>
			fee('base fee of an L1', { fee: 'baseFee', blockchainId: chain }),
		),
		() => fee('fee of L1 validators', { fee: 'validatorFee' }),
		...forEach([facts['C.from']], (address) => ({
			event: 'balanceCrossed',
			note: 'native',
			settings: { asset: 'native', addresses: address, above: '0' },
			said: ['balance'],
			fires: true,
		})),
		...forEach([facts['P.owner']], (address) => ({
			event: 'balanceCrossed',
			note: 'P-Chain',
			settings: { asset: 'pChain', addresses: `P-${address}`, above: '0' },
			said: ['balance'],
			fires: false,
		})),
		...forEach([facts['subnet.l1']], (subnet) => ({
			event: 'l1BalanceLow',
			note: 'a whole L1',
			settings: { subnetId: subnet, tiers: '999999d' },
			said: ['validationId', 'nodeId', 'balance', 'price'],
			fires: facts['l1.validationId'] !== undefined,
		})),
		...forEach([facts['l1.validationId']], (validation) => ({
			event: 'l1BalanceLow',
			note: 'one validation',
			settings: { validationIds: validation, tiers: '999999d' },
			said: ['validationId', 'nodeId', 'balance', 'price'],
			fires: true,
		})),
		...forEach([validators], (nodeIds) => ({
			event: 'stakeEnding',
			note: 'with delegations',
			settings: { nodeIds, delegations: true, tiers: '3650d' },
			said: ['txId', 'nodeId', 'stake', 'endTime'],
			fires: true,
		})),
		...['validatorUptime', 'validatorDisconnected'].flatMap((event) => [
			...forEach([validators], (nodeIds) => ({
				event,
				note: 'my node',
				settings: { observer: 'node', nodeIds },
				said: ['nodeId', 'uptime'],
				fires: false,
			})),
			...forEach([facts['chain.l1']], (blockchainId) => ({
				event,
				note: 'an EVM L1',
				settings: { observer: 'evm', blockchainId },
				said: ['nodeId', 'validationId', 'uptime'],
				fires: false,
			})),
		]),
		() => ({
			event: 'validatorUptime',
			note: 'peers of my node',
			settings: { observer: 'peers' },
			said: ['nodeId'],
			fires: false,
		}),
		() => ({
			event: 'nodeVersionBehind',
			note: '',
			settings: { shares: '0' },
			said: ['newerVersion'],
			fires: false,
		}),
		...forEach(
			INDEXES.filter((index) => facts[`index.${index}.id`]),
			(index) => ({
				event: 'newContainer',
				note: index,
				settings: { index, includeBytes: true },
				said: ['containerId', 'bytes'],
				sampled: true,
				fires: true,
			}),
		),
		...(['C', 'l1'] as const).flatMap((name) =>
			forEach([facts[`${name}.token`]], (contractAddresses) => ({
				event: 'transfer',
				note: name,
				settings: {
					readFrom: 'node',
					addresses: facts[`${name}.tokenHolder`],
					contractAddresses,
					...(name === 'l1' && { blockchainId: facts['chain.l1'] }),
				},
				said: ['txHash', 'blockNumber'],
				from: Number(facts[`${name}.time`]) - HOUR,
				fires: true,
			})),
		),
		...forEach(['health', 'readiness', 'liveness'], (path) => ({
			event: 'health',
			note: path,
			settings: { path, fireFirst: true },
			said: [],
			fires: true,
		})),
	];
	return makes.flatMap((make) => make(facts) ?? []);
}
