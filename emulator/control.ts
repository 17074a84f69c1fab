import { createServer } from 'node:http';
import { decodeValues } from './controlValues';
import type { AccessOptions, KeyRight, RateLimits } from './rest/access';
import type { ExportSettings } from './data/exportJobs';
import type { Fault } from './http/faults';
import type { LogEntry } from './http/requestLog';
import { listen, type RunningServer, type Surroundings } from './http/server';
import { stringify } from './service';
import type { L1Validator, StakingTx, Validation, World } from './world';
import { keyOfPoint, stakingOf } from './world/conditions';
import { type NewIcmMessage, addIcmMessage, deliverIcmMessage } from './world/icmMessages';
import { type NewTransfer, tokensOf } from './world/tokens';

/** A staking transaction to add: what is left out is made up. */
export type NewTransaction = Partial<StakingTx> & { address?: string };

/** Which validator set a change is about: the primary network where no subnet is given. */
export interface SetChoice {
	network?: string;
	subnetId?: string;
}

/** What of a validator can be changed. */
export interface ValidatorView {
	nodeId?: string;
	validationId?: string;
	/** Percent. */
	uptime?: number;
	connected?: boolean;
	endTime?: number;
}

/** What tests and the control endpoint can do to a running emulator. */
export interface Control {
	/** Adds transactions; an old `timestamp` makes one that was indexed late. Gives their hashes. */
	addTransactions(given: { network?: string; transactions: NewTransaction[] }): string[];
	/**
	 * Adds transactions to an EVM chain (by default the C-Chain) that do one thing each: by default in a
	 * block of their own, where the chain makes blocks; an old `blockNumber` makes one that was indexed
	 * late. Gives their hashes.
	 */
	addTransfers(given: { chainId?: string; transfers: Array<Partial<NewTransfer>> }): string[];
	/** Adds a validator to the primary network, a permissioned subnet or an L1. */
	addValidator(given: SetChoice & Partial<Validation> & Partial<L1Validator>): {
		nodeId: string;
		txId?: string;
		validationId?: string;
	};
	/** By node id; on L1s also by validation id. False where there is none. */
	removeValidator(given: SetChoice & { nodeId?: string; validationId?: string }): boolean;
	/** nAVAX; 0 makes an L1 validator inactive. */
	setL1Balance(given: { network?: string; validationId: string; balance: bigint }): boolean;
	/**
	 * How a validator is seen, and until when it stakes (Unix seconds): by node id; on L1s also by
	 * validation id. False where there is none.
	 */
	setValidator(given: SetChoice & ValidatorView): boolean;
	/** Versions of the node and its peers (by node id), and the time of the next upgrade (Unix seconds). */
	setVersions(given: { version?: string; peers?: Record<string, string>; helicon?: number }): void;
	/** The uptime of the node in percent as peers observe it (by node id); 0 of one that does not report. */
	setObservedUptimes(given: { peers: Record<string, number> }): void;
	/** Starts the node now: its peers report its uptime with their next ping, 22.5 seconds later. */
	restartNode(): void;
	/** nAVAX a second for the validation of an L1; wei for a unit of gas. */
	setFees(given: { validatorFee?: number; baseFee?: bigint }): void;
	/** Wei of an address on every EVM chain. */
	setEvmBalance(given: { address: string; balance: bigint }): void;
	/** Blocks that the data service is behind the node. */
	setIndexerLag(given: { blocks: number }): void;
	/** Sends messages between chains (by default from the C-Chain). Gives their ids. */
	addIcmMessages(given: { messages: NewIcmMessage[] }): string[];
	/** Delivers an added message, by default executed and now (Unix seconds). False where there is none. */
	deliverIcmMessage(given: { messageId: string; executed?: boolean; timestamp?: number }): boolean;
	/**
	 * The value of the point of a metric that begins at a time (Unix seconds): of a chain, or of the
	 * staking of a subnet (of the primary network of Mainnet if none is given).
	 */
	setMetric(
		given: { chainId?: string; metric: string; start: number; reading: number } & SetChoice,
	): void;
	/** Lets a check fail with an error, or mends it (every check where none is named). */
	setHealth(given: {
		healthy: boolean;
		check?: string;
		error?: string;
		tags?: string[];
		/** Answer unhealthy GETs without a body. */
		withoutBody?: boolean;
	}): void;
	/** Lets a chain of the node (by default the P-Chain; alias or blockchain id) bootstrap, or end it. */
	setBootstrapping(given: { bootstrapping: boolean; chain?: string }): void;
	/** Accepts blocks without transactions. Gives the height. */
	acceptBlocks(given: { network?: string; chain: 'P' | 'X' | 'C'; count?: number }): number;
	/** By milliseconds, or to a moment in Unix ms. Gives the time. */
	moveClock(given: { ms?: number; to?: number }): number;
	/** Compute units a minute; what is left out has no limit. */
	setRateLimits(given: RateLimits): void;
	/**
	 * Which keys the data service accepts, what they are for, and whether one is
	 * asked for. What is left out stays as it is.
	 */
	setKeys(given: { apiKeys?: string[]; keyRights?: KeyRight[]; keyRequired?: boolean }): void;
	setExports(given: Partial<ExportSettings>): void;
	setEcho(given: { echo: boolean }): void;
	addFaults(given: { faults: Fault[] }): void;
	clearFaults(): void;
	faults(): Fault[];
	requests(): LogEntry[];
	requestCount(): number;
	clearRequests(): void;
	/** Back to the state at the start: world, clock, faults, log and settings. */
	reset(): void;
}

/** What control works on; `world` and settings are looked up anew, since a reset replaces them. */
export interface Controlled {
	world(): World;
	limits: RateLimits;
	access: AccessOptions;
	exports: ExportSettings;
	around: Surroundings;
	reset(): void;
}

const withoutUndefined = <T extends object>(value: T): T =>
	Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as T;

export function createControl(controlled: Controlled): Control {
	const { around, limits, access, exports } = controlled;
	const networkOf = (name = 'mainnet') => controlled.world().network(name);

	function storeOf({ network: name, subnetId }: SetChoice) {
		const network = networkOf(name);
		const subnet = subnetId === undefined ? network.subnets[0] : network.subnet(subnetId);
		if (!subnet) throw new Error(`${subnetId} is no subnet of ${network.name}`);
		if (subnet.kind === 'l1') return { kind: 'l1' as const, l1: network.l1, id: subnet.id };
		const store = subnet.kind === 'primary' ? network.primary : network.permissioned(subnet.id);
		return { kind: subnet.kind, store };
	}

	return {
		addTransactions: ({ network, transactions }) =>
			transactions.map(({ address, ...rest }) => {
				const addresses = rest.addresses ?? (address === undefined ? undefined : [address]);
				const bare = addresses?.map((one) => one.replace(/^[PX]-/, ''));
				return networkOf(network).staking.add({ ...rest, addresses: bare }).txHash;
			}),
		addTransfers({ chainId = '43114', transfers }) {
			const world = controlled.world();
			const chain = world.evmChain(chainId);
			if (!chain) throw new Error(`${chainId} is no EVM chain`);
			const log = world.network(chain.network).chain('C');
			const isPrimary = chain.blockchainId === world.network(chain.network).chains.C;
			return transfers.map(({ blockNumber, ...given }) => {
				if (blockNumber === undefined && isPrimary) log.accept();
				const place = { ...withoutUndefined(given), blockNumber: blockNumber ?? chain.height };
				return tokensOf(world, chain).add(place).txHash;
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
			return id !== undefined && found.l1.remove(id);
		},
		setValidator({ nodeId, validationId, uptime, connected, endTime, ...choice }) {
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
		setIndexerLag({ blocks }) {
			controlled.world().conditions.indexerLag = blocks;
		},
		addIcmMessages: ({ messages }) =>
			messages.map((one) => addIcmMessage(controlled.world(), one).id),
		deliverIcmMessage: ({ messageId, ...how }) =>
			deliverIcmMessage(controlled.world(), messageId, how),
		setMetric({ chainId, network, subnetId, metric, start, reading }) {
			const { name, subnets } = networkOf(network);
			const place = chainId ?? stakingOf(name, subnetId ?? subnets[0].id);
			controlled.world().conditions.metricPoints.set(keyOfPoint(place, metric, start), reading);
		},
		setL1Balance: ({ network, validationId, balance }) =>
			networkOf(network).l1.setBalance(validationId, balance),
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
				throw new Error(`${chain} is no chain of ${node.name}`);
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
		setExports(given) {
			Object.assign(exports, given);
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
}

/** What `GET /<name>` reads. */
const READABLE = new Set(['requests', 'requestCount', 'faults']);

/**
 * The control endpoint: `POST /<method>` with the argument as JSON, `GET /requests`,
 * `GET /requestCount` and `GET /faults`. Answers `{ result }` or `{ error }`.
 */
export function serveControl(control: Control, port: number): Promise<RunningServer> {
	const methods = new Map(Object.entries(control) as [string, (given: unknown) => unknown][]);
	const server = createServer((incoming, outgoing) => {
		const chunks: Buffer[] = [];
		incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
		incoming.on('end', () => {
			const name = (incoming.url ?? '/').slice(1).split('?')[0];
			const method = methods.get(name);
			const allowed =
				incoming.method === 'POST' || (incoming.method === 'GET' && READABLE.has(name));
			let status = 200;
			let answer: object;
			try {
				if (!method || !allowed) {
					status = 404;
					answer = {
						error: `There is ${[...methods.keys()].map((key) => `POST /${key}`).join(', ')}`,
					};
				} else {
					const text = Buffer.concat(chunks).toString('utf8');
					answer = { result: method(decodeValues(text === '' ? {} : JSON.parse(text))) ?? null };
				}
			} catch (error) {
				status = 400;
				answer = { error: error instanceof Error ? error.message : String(error) };
			}
			outgoing.writeHead(status, { 'content-type': 'application/json' });
			outgoing.end(stringify(answer));
		});
	});
	return listen(server, port);
}
