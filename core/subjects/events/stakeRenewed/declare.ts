import * as out from '../../../fields/outputs';
import { field } from '../../../fields/field';
import { fieldSet } from '../../../fields/fieldSet';
import { nodeIds } from '../../../fields/identifiers';
import { broken } from '../../../fields/rules';
import { type EventDeclaration, headOf } from '../../../events/declare';
import { settingsKey } from '../../../events/event';
import { aboutNodes, rewardAddresses } from '../../../events/fields';
import { HEADLINE, LEVEL_COLUMNS } from '../../../events/item';
import { asSample, EXAMPLE_NODE, EXAMPLE_TX } from '../../../events/sample';
import { lenient, maybeIn, reported } from '../../../events/unreadable';
import { type Changes, changesOf } from './changes';
import { itemOf } from './items';
import { pollOf } from './poll';
import { type Renewed, type Settings, readRenewed } from './renewed';
import { DAY } from '../../../formats/timeUnits';

const FIELDS = {
	nodeIds: field(
		nodeIds().optional(),
		aboutNodes('Auto-renewed stakes of these validators, separated by commas', 'Reward Addresses'),
	),
	rewardAddresses: rewardAddresses(
		'Auto-renewed stakes whose rewards go to these P-Chain addresses, separated by commas; node IDs or reward addresses are required',
	),
};

const keyFor = (settings: Settings) => settingsKey({ event: 'stakeRenewed', ...settings });

/** Auto-renewed stakes: the ends of their periods with the restaked rewards, and their configuration. */
export const stakeRenewed: EventDeclaration = {
	...headOf({
		value: 'stakeRenewed',
		type: 'stake.renewed',
		otherTypes: ['stake.configured', 'stake.ended'],
		name: 'Auto-Renewed Stake Changed',
		description:
			'A period of an auto-renewed stake has ended and added rewards to the stake, its configuration was changed, or it has ended',
		what: 'auto-renewed stake',
		reads: 'the node: `platform.getCurrentValidators`',
		remembers: 'each auto-renewed stake, about 300 bytes',
	}),
	fields: fieldSet(FIELDS, ({ nodeIds: nodes, rewardAddresses: addresses }, context) => {
		if (nodes || addresses) return;
		broken(context, 'nodeIds', 'or reward addresses are required: the stakes to watch');
	}),
	output: out.object({
		...HEADLINE,
		...out.optionalParts({
			change: out.essential(
				out.choice(['renewed', 'configured', 'ended'], 'What happened to the stake'),
			),
			nodeId: out.nodeId(),
			restaked: out.nAvax('added to the stake since the period that was known before'),
			restakedValidation: out.nAvax(
				'Part of it from the validation reward; null if the node does not have it (before version 1.15.2)',
			),
			restakedDelegatee: out.nAvax(
				"Part of it from the share in delegators' rewards; null likewise",
			),
			restakedTotal: out.nAvax('added since the stake began, paid when it ends; null likewise'),
			stake: out.nAvax(),
			periodStart: out.seconds('Start of the period that has ended'),
			startTime: out.seconds('Start of the present period; after the end, of the last one'),
			endTime: out.seconds('End of that period'),
			nextPeriod: out.duration('s', 'Length of the next period; 0 if the stake ends with this one'),
			rewardShares: out.count({
				unit: 'millionths',
				note: 'Share of the rewards that is added to the stake',
			}),
			authority: out.list(out.address(), 'Addresses that may change the configuration'),
			previousNextPeriod: out.duration('s', 'Of a changed configuration: before'),
			previousRewardShares: out.count({ unit: 'millionths', note: 'Likewise' }),
			previousAuthority: out.list(out.address(), 'Likewise'),
			txId: out.id('Transaction of the stake, cb58; the same in all periods'),
		}),
		sample: LEVEL_COLUMNS.sample,
	}),
	source: {
		key: keyFor,
		async poll(settings: Settings, previous, given) {
			const context = lenient(given);
			const found = await readRenewed(settings, context);
			const maybe = maybeIn(context.skipped);
			const changes: Changes = (before) => {
				const now = found.get(before.txId);
				return now || !maybe(before.nodeId) ? changesOf(before, now) : [];
			};
			const result = pollOf(keyFor(settings), previous, found, changes, context);
			return reported(result, context.skipped);
		},
		async sample(settings: Settings, context) {
			const [read] = (await readRenewed(settings, lenient(context))).values();
			const at = Math.floor(context.clock.now() / 1000);
			const nodeId = settings.nodeIds?.[0] ?? EXAMPLE_NODE;
			const before: Renewed = {
				...(read ?? { ...EXAMPLE, nodeId }),
				startTime: at - 14 * DAY,
				endTime: at,
			};
			const now = {
				...before,
				startTime: at,
				endTime: at + 14 * DAY,
				stake: String(BigInt(before.stake) + 1_250_000_000n),
				restakedValidation: String(BigInt(before.restakedValidation ?? 0) + 1_250_000_000n),
			};
			const [change] = changesOf(before, now);
			return [asSample(itemOf(change, 'sample', context.clock.now()))];
		},
	},
};

const EXAMPLE: Omit<Renewed, 'startTime' | 'endTime'> = {
	txId: EXAMPLE_TX,
	nodeId: EXAMPLE_NODE,
	stake: '2000000000000',
	restakedValidation: '0',
	restakedDelegatee: '0',
	nextPeriod: 14 * DAY,
	rewardShares: 300_000,
	authority: [],
};
