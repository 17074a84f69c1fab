import type { World } from '../../emulator';
import type { LevelScenario } from './levelStream';
import type { Plan } from './streams';

/** What crosses lines in the soak, one scenario an event: its settings, and how it is brought to a level. */

/** Uptimes in percent: as it should be, below the margin, below what rewards need. */
const UPTIMES = [99, 84, 79];

/** The uptime of a validator. */
function uptimeScenario({ emulator: { control, world } }: Plan): LevelScenario {
	const { nodeId } = world.node.primary.current()[5];
	return {
		event: 'Validator uptime low',
		parameters: { event: 'validatorUptime', observer: 'node', nodeIds: nodeId },
		lines: 2,
		set: (level, within) => control.setValidator({ nodeId, uptime: UPTIMES[level] + within * 0.4 }),
	};
}

const GWEI = 10n ** 9n;
/** nAVAX a unit of gas, on each side of the lines 30 and 100. */
const FEES = [25n, 60n, 120n];

/** The base fee of the C-Chain. */
function feeScenario({ emulator: { control } }: Plan): LevelScenario {
	return {
		event: 'Fee level',
		parameters: { event: 'feeLevel', fee: 'baseFee', above: '30, 100' },
		lines: 2,
		set: (level, within) =>
			control.setFees({ baseFee: FEES[level] * GWEI - BigInt(Math.floor(within * 1000)) }),
	};
}

const RELAYER = '0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7';
/** Thousandths of AVAX, on each side of the lines 1 and 0.1. */
const HOLDINGS = [5000n, 420n, 10n];

/** The balance of a relayer. */
function balanceScenario({ emulator: { control } }: Plan): LevelScenario {
	return {
		event: 'Balance crossed',
		parameters: {
			event: 'balanceCrossed',
			asset: 'native',
			addresses: RELAYER,
			below: '1, 0.1',
		},
		lines: 2,
		set: (level, within) =>
			control.setEvmBalance({
				address: RELAYER,
				balance: HOLDINGS[level] * 10n ** 15n + BigInt(Math.floor(within * 1000)),
			}),
	};
}

/** The second L1, which the events about L1s watch. */
const l1Of = ({ node }: World) => node.subnets.filter(({ kind }) => kind === 'l1')[1];

/** The connection of a validator of an L1. */
function connectionScenario({ emulator: { control, world } }: Plan): LevelScenario {
	const { id: subnetId, blockchains } = l1Of(world);
	for (const { validationId } of world.node.l1.of(subnetId)) {
		control.setValidator({ subnetId, validationId, connected: true });
	}
	const [{ validationId }] = world.node.l1.of(subnetId);
	return {
		event: 'Validator disconnected',
		parameters: {
			event: 'validatorDisconnected',
			observer: 'evm',
			blockchainId: blockchains[0].id,
		},
		lines: 1,
		set: (level) => control.setValidator({ subnetId, validationId, connected: level === 0 }),
	};
}

const HOUR = 3600;
const DAY = 24 * HOUR;
/** Seconds to the end, on each side of the lines 7 days, 1 day and 1 hour. */
const ENDS = [30 * DAY, 3 * DAY, 6 * HOUR, HOUR / 2];

/** The end of a stake. */
function stakeScenario({ emulator: { control, world } }: Plan): LevelScenario {
	const { nodeId } = world.node.primary.current()[7];
	return {
		event: 'Stake ending',
		parameters: { event: 'stakeEnding', nodeIds: nodeId },
		lines: 3,
		set: (level) => control.setValidator({ nodeId, endTime: world.clock.seconds() + ENDS[level] }),
	};
}

/** nAVAX a second. */
const FEE = 512n;
/** Days that a balance lasts, on each side of the lines 30, 7 and 1, and none. */
const LASTS = [60, 20, 3, 0.5, 0];
/** Days of the line that was crossed last. */
const LINE_OF = [60, 30, 7, 1, 0];

/** The balance of an L1 validator. */
function l1BalanceScenario({ emulator: { control, world } }: Plan): LevelScenario {
	const [, { validationId }] = world.node.l1.of(l1Of(world).id);
	return {
		event: 'L1 balance low',
		parameters: { event: 'l1BalanceLow', validationIds: validationId },
		lines: 4,
		set(level, within) {
			// Up to 4 % above the line: less than a recovery needs.
			const days = within > 0 ? LINE_OF[level] * (1 + within * 0.04) : LASTS[level];
			const balance = BigInt(Math.floor(days * DAY)) * FEE;
			control.setL1Balance({ validationId, balance });
		},
	};
}

/** Percent of the stake on a newer version, on each side of the lines 10 and 50. */
const NEWER = [0, 30, 80];

/** The versions of the peers. */
function versionScenario({ emulator: { control, world } }: Plan): LevelScenario {
	const { version } = world.conditions;
	const peers = world.node.primary.current().filter(({ connected }) => connected);
	const stake = peers.reduce((sum, { weight }) => sum + Number(weight), 0);
	return {
		event: 'Node version behind',
		parameters: { event: 'nodeVersionBehind' },
		lines: 2,
		set(level) {
			let newer = 0;
			const versions = peers.map(({ nodeId, weight }) => {
				const isNewer = (newer / stake) * 100 < NEWER[level];
				if (isNewer) newer += Number(weight);
				return [nodeId, isNewer ? '99.0.0' : version];
			});
			control.setVersions({ peers: Object.fromEntries(versions) });
		},
	};
}

/** How far the data service is behind the node. */
function indexerScenario({ emulator: { control } }: Plan): LevelScenario {
	return {
		event: 'Indexer behind',
		parameters: { event: 'indexerBehind', chainId: '43114', options: { behind: '5m' } },
		lines: 1,
		set: (level) => control.setIndexerLag({ blocks: level * 2000 }),
	};
}

/** Transactions a day, on each side of the lines 2 and 3 million. */
const READINGS = [1_500_000, 2_500_000, 3_500_000];

/** A metric of a chain: every day that may be the newest complete one. */
function metricScenario({ emulator: { control, world } }: Plan): LevelScenario {
	return {
		event: 'Metric crossed',
		parameters: {
			event: 'metricCrossed',
			chainId: '43114',
			metric: 'txCount',
			above: '2000000, 3000000',
		},
		lines: 2,
		set(level) {
			const today = Math.floor(world.clock.seconds() / DAY) * DAY;
			for (const start of [today - 2 * DAY, today - DAY, today]) {
				control.setMetric({
					chainId: '43114',
					metric: 'txCount',
					start,
					reading: READINGS[level],
				});
			}
		},
	};
}

/** A relayer that delivers in time, or leaves a message on its way. */
function relayScenario({ emulator: { control, world } }: Plan): LevelScenario {
	// Not the sender of the messages that another scenario sends.
	const from = '0x3b1a7e0c52f1e9c6d8a4b7f2c05d9e6a1f8c4d27';
	let waiting: string | undefined;
	const send = (seconds: number) =>
		control.addIcmMessages({ messages: [{ from, timestamp: world.clock.seconds() - seconds }] })[0];
	return {
		event: 'ICM message undelivered',
		parameters: {
			event: 'icmUndelivered',
			network: 'mainnet',
			sourceChain: '43114',
			filters: { from },
			options: { after: '10m' },
		},
		lines: 1,
		set(level, within) {
			if (level === 1) {
				waiting ??= send(HOUR / 4);
			} else if (waiting !== undefined) {
				control.deliverIcmMessage({ messageId: waiting });
				waiting = undefined;
			}
			if (within > 0) control.deliverIcmMessage({ messageId: send(HOUR / 10) });
		},
	};
}

export const LEVELS = [
	uptimeScenario,
	feeScenario,
	balanceScenario,
	connectionScenario,
	stakeScenario,
	l1BalanceScenario,
	versionScenario,
	indexerScenario,
	metricScenario,
	relayScenario,
];
