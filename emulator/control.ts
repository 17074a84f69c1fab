import * as rooms from './rooms/all';
import type { Control, SharedControl } from './controlTypes';
import type { Surroundings } from './http/server';
import type { AccessOptions, RateLimits } from './rest/access';
import type { Changes, EmulatedRoom } from './room';
import type { L1Validator, SetChoice, Validation, World } from './world';
import { metricPointKey, stakingOf } from './world/conditions';
import { addIcmMessage, deliverIcmMessage } from './world/icmMessages';

const ROOMS: readonly EmulatedRoom[] = Object.values(rooms);

/**
 * Parts of the emulator that `Control` changes, read at each call: a reset replaces some of them.
 */
export interface Controlled {
	world(): World;
	limits: RateLimits;
	access: AccessOptions;
	around: Surroundings;
	reset(): void;
}

const withoutUndefined = <T extends object>(value: T): T =>
	Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as T;

/** The methods of a running emulator. */
export function createControl(controlled: Controlled): Control {
	const { around, limits, access } = controlled;
	const changed = ROOMS.flatMap(({ changes }) => changes ?? []);
	/** Tells the rooms of a change. */
	const tell = (change: (changes: Changes) => void) => {
		for (const changes of changed) change(changes(controlled.world()));
	};
	const networkOf = (name = 'mainnet') => controlled.world().network(name);

	function storeOf({ network: name, subnetId }: SetChoice) {
		const network = networkOf(name);
		const subnet = subnetId === undefined ? network.subnets[0] : network.subnet(subnetId);
		if (!subnet) throw new Error(`${subnetId} is not a subnet of ${network.name}`);
		if (subnet.kind === 'l1') return { kind: 'l1' as const, l1: network.l1, id: subnet.id };
		const store = subnet.kind === 'primary' ? network.primary : network.permissioned(subnet.id);
		return { kind: subnet.kind, store };
	}

	const shared: SharedControl = {
		addTransactions: ({ network, transactions }) =>
			transactions.map(({ address, ...rest }) => {
				const addresses = rest.addresses ?? (address === undefined ? undefined : [address]);
				const bare = addresses?.map((one) => one.replace(/^[PX]-/, ''));
				const added = networkOf(network).staking.add({ ...rest, addresses: bare });
				tell((changes) => changes.staked(networkOf(network), added));
				return added.txHash;
			}),
		addTransfers({ chainId = '43114', transfers }) {
			const world = controlled.world();
			const chain = world.evmChain(chainId);
			if (!chain) throw new Error(`${chainId} is not an EVM chain`);
			const log = world.network(chain.network).chain('C');
			const isPrimary = chain.blockchainId === world.network(chain.network).chains.C;
			return transfers.map(({ blockNumber, ...given }) => {
				if (blockNumber === undefined && isPrimary) log.accept();
				const transfer = { ...withoutUndefined(given), blockNumber: blockNumber ?? chain.height };
				const added = world.tokens(chain).add(transfer);
				tell((changes) => changes.transferred(chain, added));
				return added.txHash;
			});
		},
		addValidator({ network, subnetId, ...fields }) {
			const found = storeOf({ network, subnetId });
			const given = withoutUndefined(fields);
			if (found.kind === 'l1') {
				const { nodeId, validationId } = found.l1.add(found.id, given);
				return { nodeId, validationId };
			}
			const { nodeId, txId } = found.store.add(given);
			return { nodeId, txId };
		},
		removeValidator({ nodeId, validationId, ...choice }) {
			const found = storeOf(choice);
			if (found.kind !== 'l1') return nodeId !== undefined && found.store.remove(nodeId);
			const id =
				validationId ?? found.l1.of(found.id).find((one) => one.nodeId === nodeId)?.validationId;
			const one = id === undefined ? undefined : found.l1.find(id);
			const removed = id !== undefined && found.l1.remove(id);
			if (removed && one) tell((changes) => changes.l1Removed(networkOf(choice.network), one));
			return removed;
		},
		setValidator({ nodeId, validationId, uptime, connected, endTime, renewal, ...choice }) {
			const found = storeOf(choice);
			const all: Array<Validation | L1Validator> =
				found.kind === 'l1' ? found.l1.of(found.id) : found.store.current();
			const one = all.find((each) =>
				validationId !== undefined && 'validationId' in each
					? each.validationId === validationId
					: each.nodeId === nodeId,
			);
			if (!one) return false;
			const { conditions, clock } = controlled.world();
			if (connected && !one.connected) conditions.connectedSince.set(one.nodeId, clock.now());
			const view = 'endTime' in one ? { uptime, connected, endTime } : { uptime, connected };
			Object.assign(one, withoutUndefined(view));
			if ('renewal' in one && one.renewal) Object.assign(one.renewal, renewal);
			return true;
		},
		setVersions({ version, peers = {}, helicon }) {
			const { conditions } = controlled.world();
			Object.assign(conditions, withoutUndefined({ version, helicon }));
			for (const [nodeId, theirs] of Object.entries(peers)) {
				conditions.peerVersions.set(nodeId, theirs);
			}
		},
		setObservedUptimes({ peers }) {
			const { observedUptimes } = controlled.world().conditions;
			for (const [nodeId, percent] of Object.entries(peers)) observedUptimes.set(nodeId, percent);
		},
		restartNode() {
			const { nodeState, clock } = controlled.world();
			nodeState.startedAt = clock.now();
		},
		setFees({ validatorFee, baseFee }) {
			Object.assign(controlled.world().conditions, withoutUndefined({ validatorFee, baseFee }));
		},
		setEvmBalance({ address, balance }) {
			controlled.world().conditions.balances.set(address.toLowerCase(), balance);
		},
		setContractAnswer({ address, data, answer }) {
			const { contractAnswers } = controlled.world().conditions;
			const known = contractAnswers.get(address.toLowerCase()) ?? new Map<string, string | null>();
			contractAnswers.set(address.toLowerCase(), known.set(data, answer));
		},
		setRangeLimit({ blocks }) {
			controlled.world().conditions.rangeLimit = blocks;
		},
		setAnswerTime({ ms }) {
			controlled.world().conditions.answerMs = ms;
		},
		setExecution({ behind }) {
			controlled.world().conditions.unexecuted = behind;
		},
		setIndexerLag({ blocks }) {
			controlled.world().conditions.indexerLag = blocks;
		},
		addIcmMessages: ({ messages }) =>
			messages.map((one) => addIcmMessage(controlled.world(), one).id),
		deliverIcmMessage: ({ messageId, ...how }) =>
			deliverIcmMessage(controlled.world(), messageId, how),
		setMetric({ chainId, network, subnetId, metric, start, reading }) {
			const { name, subnets } = networkOf(network);
			const owner = chainId ?? stakingOf(name, subnetId ?? subnets[0].id);
			controlled.world().conditions.metricPoints.set(metricPointKey(owner, metric, start), reading);
		},
		setL1Balance({ network: name, validationId, balance }) {
			const network = networkOf(name);
			const before = network.l1.find(validationId)?.balance ?? 0n;
			const isSet = network.l1.setBalance(validationId, balance);
			const one = network.l1.find(validationId);
			if (isSet && one) tell((changes) => changes.l1Changed(network, one, before));
			return isSet;
		},
		configureL1({ subnetId, owner, weight, upgrade }) {
			const { conditions, node } = controlled.world();
			const subnet = node.subnet(subnetId);
			if (subnet && owner) subnet.owner = { addresses: [owner], threshold: 1 };
			const one = weight && node.l1.find(weight.validationId);
			if (one) Object.assign(one, { weight: weight.weight, minNonce: one.minNonce + 1 });
			const { precompileUpgrades: all } = conditions;
			if (upgrade) all.set(subnetId, [...(all.get(subnetId) ?? []), upgrade]);
		},
		setHealth({ healthy, check, error, tags, withoutBody }) {
			const { nodeState } = controlled.world();
			nodeState.unhealthyWithoutBody = withoutBody ?? false;
			const failing = nodeState.checks().filter((one) => one.error !== undefined);
			if (healthy) {
				const mended = check === undefined ? failing.map(({ name }) => name) : [check];
				for (const name of mended) nodeState.setHealth(name);
			} else {
				nodeState.setHealth(check ?? 'network', error ?? 'not connected to enough peers', tags);
			}
		},
		setBootstrapping({ bootstrapping, chain = 'P' }) {
			const { node, nodeState } = controlled.world();
			const id = (node.chains as Record<string, string | undefined>)[chain] ?? chain;
			if (id !== node.chains.P && !node.blockchain(id)) {
				throw new Error(`${chain} is not a chain of ${node.name}`);
			}
			nodeState.bootstrapping = bootstrapping ? id : undefined;
		},
		acceptBlocks({ network, chain, count = 1 }) {
			const log = networkOf(network).chain(chain);
			for (let i = 0; i < count; i++) log.accept();
			return log.height();
		},
		moveClock({ ms, to }) {
			const { clock } = controlled.world();
			if (to !== undefined) clock.set(to);
			if (ms !== undefined) clock.advance(ms);
			return clock.now();
		},
		setRateLimits({ withoutKey, withKey, metrics }) {
			Object.assign(limits, { withoutKey, withKey, metrics });
		},
		setKeys({ apiKeys, keyRights, keyRequired }) {
			Object.assign(access, withoutUndefined({ apiKeys, keyRights, keyRequired }));
		},
		setEcho({ echo }) {
			around.echo = echo;
		},
		addFaults({ faults }) {
			for (const fault of faults) around.faults.add(fault);
		},
		clearFaults: () => around.faults.clear(),
		faults: () => around.faults.list(),
		requests: () => around.log.entries(),
		requestCount: () => around.log.total(),
		clearRequests: () => around.log.clear(),
		reset: () => controlled.reset(),
	};
	const ofRooms = ROOMS.map(({ control }) => control?.(controlled.world));
	return Object.assign({}, ...ofRooms, shared) as Control;
}
