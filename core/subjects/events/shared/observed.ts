import { network } from '../../shared/data/fields';
import * as staking from '../../staking/validator';
import * as evmSubnet from '../../evmSubnet/evmSubnet';
import * as info from '../../info/infoNetwork';
import * as pChainStaking from '../../pChainStaking/pChainStaking';
import { NETWORKS, NETWORK_CHOICES } from '../../../operations/shared';
import type { Rule } from '../../../fields/fieldSet';
import { field } from '../../../fields/field';
import { id, nodeIds } from '../../../fields/identifiers';
import { choice } from '../../../fields/inputs';
import { broken } from '../../../fields/rules';
import { requireOwnNode } from '../../../protocol/ownNode';
import type { PollContext } from '../../../events/event';
import { validatorPage } from '../../../events/explorer';
import { aboutNodes } from '../../../events/fields';
import { nothingYet } from '../../../events/notReady';
import { type PeersView, readOwnNode } from './ownUptime';

/** Validators as an observer sees them: with uptime and connection. */

/** Maximum number of nodes that are requested one by one. */
const MOST_NODES = 50;

export interface ObserverSettings {
	observer: string;
	nodeIds?: string[];
	blockchainId?: string;
	network?: string;
}

/** A validator as the observer sees it. The view of the peers is set for the own node only. */
export interface Observed extends Partial<Omit<PeersView, 'uptime'>> {
	nodeId: string;
	validationId?: string;
	/** Percent; absent if the observer does not report it. */
	uptime?: number;
	connected?: boolean;
	/** Unix seconds. */
	startTime: number;
	/** The uptime in percent that rewards of this validation require. */
	required: number;
	url?: string;
}

type Observer = 'node' | 'peers' | 'evm' | 'data';

/** Observers that are a single node: a public endpoint is rejected for them. */
export const BY_OWN_NODE = { field: 'observer', values: ['node', 'peers', 'evm'] } as const;

/** Form fields for the observer of the validators, and for the validators observed. */
export function observerFields(observers: readonly Observer[]) {
	const choices = [
		{
			value: 'node',
			name: 'My Node',
			description: 'Primary network validators as your own node sees them',
		},
		{
			value: 'peers',
			name: 'Peers of My Node',
			description:
				'Your own node as the peers that report its uptime see it, weighted by stake (info.peers)',
		},
		{
			value: 'evm',
			name: 'My Node, on an EVM L1',
			description: 'L1 validators as your own node sees them',
		},
		{
			value: 'data',
			name: 'Data Service',
			description: 'Primary network validators by their details from the data service',
		},
	].filter(({ value }) => (observers as readonly string[]).includes(value));
	return {
		observer: field(choice(observers, choices), {
			in: 'form',
			label: 'Seen By',
			description: 'Which view of the validators to use',
			default: 'data',
		}),
		nodeIds: field(nodeIds().optional(), {
			...aboutNodes(
				`The validators to watch, separated by commas; for an L1, all by default. From the data service, up to ${MOST_NODES} nodes; each poll makes one request per node.`,
			),
			shownFor: { field: 'observer', values: ['node', 'evm', 'data'] },
			requiredFor: ['node', 'data'],
		}),
		blockchainId: field(id('a blockchain id').optional(), {
			in: 'form',
			names: 'evmBlockchain',
			label: 'Blockchain ID',
			description: 'The blockchain of the EVM L1 (cb58)',
			placeholder: 'q2aTwKuyzgs8pynF7UXBZCU7DejbZbZ6EUyHr3JQzYgwNPUPi',
			show: 'main',
			shownFor: { field: 'observer', values: ['evm'] },
			requiredFor: ['evm'],
		}),
		network: field(choice(NETWORKS, NETWORK_CHOICES).optional(), {
			...network('form').info,
			shownFor: { field: 'observer', values: ['data'] },
		}),
	};
}

/** The required settings of each observer. */
export const observerRule: Rule<ObserverSettings> = (settings, context) => {
	const { observer, nodeIds: nodes } = settings;
	if (observer === 'data' && nodes && nodes.length > MOST_NODES)
		broken(
			context,
			'nodeIds',
			`must be at most ${MOST_NODES} node ids, which are requested one by one`,
		);
};

const REQUIRED = 80;
const REQUIRED_AFTER_HELICON = 90;
/**
 * Helicon's activation by network, Unix seconds. Source: avalanchego, RELEASES.md (1.15.0); a node says
 * its own by info.upgrades.
 */
const HELICON: Readonly<Record<string, number>> = {
	mainnet: Date.UTC(2026, 8, 22, 15) / 1000,
	fuji: Date.UTC(2026, 6, 28, 15) / 1000,
};

/**
 * The uptime that rewards require: 90 % for validations that began since Helicon, otherwise 80 %. A
 * period of an auto-renewed stake has a start of its own.
 */
export function requiredUptime(startTime: number, helicon: number): number {
	return startTime >= helicon ? REQUIRED_AFTER_HELICON : REQUIRED;
}

/**
 * The current validators, as the observer sees them. Uptime and connection are those of the node
 * that responds, so a public endpoint is rejected. Throws `Failure`.
 */
export async function observed(
	settings: ObserverSettings,
	context: PollContext,
	what: string,
): Promise<Observed[]> {
	if (settings.observer === 'data') return await fromData(settings, context);
	const { url } = context.client.access('node');
	// The data service has no uptime of L1 validators.
	const instead =
		settings.observer === 'evm' ? undefined : 'or set Seen By (observer) to Data Service';
	requireOwnNode(url, what, { instead });
	if (settings.observer === 'evm') return await fromL1(settings, context);
	const helicon = await heliconTime(context);
	if (settings.observer === 'peers') return [await ownNode(context, helicon)];
	const { client } = context;
	const answer = await client.call(pChainStaking.getManyValidators, { nodeIDs: settings.nodeIds });
	return answer.validators.map(({ nodeID, uptime, connected, startTime }) => ({
		nodeId: nodeID,
		...(typeof uptime === 'number' && { uptime }),
		...(typeof connected === 'boolean' && { connected }),
		startTime: startTime ?? 0,
		required: requiredUptime(startTime ?? 0, helicon),
	}));
}

/** The activation time of Helicon according to the node; never if it has none. */
async function heliconTime({ client }: PollContext): Promise<number> {
	const { heliconTime: time } = (await client.call(info.getUpgrades, {})) as {
		heliconTime?: unknown;
	};
	const seconds = typeof time === 'string' ? Date.parse(time) / 1000 : NaN;
	return Number.isNaN(seconds) ? Infinity : seconds;
}

async function ownNode(context: PollContext, helicon: number): Promise<Observed> {
	const { nodeId, startTime, view } = await readOwnNode(context);
	const required = requiredUptime(startTime, helicon);
	return { nodeId, startTime, required, ...view(required) };
}

async function fromL1(
	{ blockchainId = '', nodeIds: nodes }: ObserverSettings,
	{ client }: PollContext,
): Promise<Observed[]> {
	const { validators } = await client.call(evmSubnet.getManyValidators, {
		blockchainId,
		nodeIDs: nodes,
	});
	if (validators.length === 0 && !nodes) throw nothingYet('The L1 has no validators');
	return validators.map((each) => ({
		nodeId: each.nodeID ?? '',
		...(each.validationID && { validationId: each.validationID }),
		...(typeof each.uptimePercentage === 'number' && { uptime: each.uptimePercentage }),
		...(typeof each.isConnected === 'boolean' && { connected: each.isConnected }),
		startTime: each.startTimestamp ?? 0,
		required: REQUIRED,
	}));
}

async function fromData(
	{ nodeIds: nodes = [], network = 'mainnet' }: ObserverSettings,
	{ client }: PollContext,
): Promise<Observed[]> {
	const found: Observed[] = [];
	for (const nodeId of nodes) {
		const input = { network: network as 'mainnet', nodeId, validationStatus: 'active' as const };
		const { validators } = await client.call(staking.getValidator, input);
		const [one] = validators;
		if (!one) continue;
		const { uptimePerformance, startTimestamp, validatorHealth } = one;
		const reachable = validatorHealth?.reachabilityPercent;
		found.push({
			nodeId,
			...(typeof uptimePerformance === 'number' && { uptime: uptimePerformance }),
			...(typeof reachable === 'number' && { connected: reachable > 0 }),
			startTime: startTimestamp ?? 0,
			required: requiredUptime(startTimestamp ?? 0, HELICON[network]),
			url: validatorPage(network, nodeId),
		});
	}
	return found;
}

/** The named nodes that are not among the validators. */
export function absentNodes(named: readonly string[] | undefined, there: readonly Observed[]) {
	const found = new Set(there.map(({ nodeId }) => nodeId));
	return (named ?? []).filter((nodeId) => !found.has(nodeId));
}
