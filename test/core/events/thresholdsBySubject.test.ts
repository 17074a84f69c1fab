import fc, { occurrences } from '../../../core/testing/properties';
import type { EventDeclaration } from '../../../core/events/declare';
import { balanceCrossed } from '../../../core/subjects/events/balanceCrossed/declare';
import { l1BalanceLow } from '../../../core/subjects/events/l1BalanceLow/declare';
import { stakeEnding } from '../../../core/subjects/events/stakeEnding/declare';
import { validatorUptime } from '../../../core/subjects/events/validatorUptime/declare';
import { parseFields } from '../../../core/fields/fieldSet';
import { nodeIdOf } from '../../../core/formats/ids';
import { answer, rpcAnswer } from '../protocol/fakes';
import { hostOf, polling } from './world';

/** Thresholds of single subjects, against events that have them as those of all. */

const nodeIds = [1, 2].map((byte) => nodeIdOf(new Uint8Array(20).fill(byte)));
const OTHER_NODE = nodeIdOf(new Uint8Array(20).fill(3));
const addresses = ['0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7', `0x${'ab'.repeat(20)}`];
const VALIDATION = 'Y39J1TC4gxBFAYtmBZGN3UaugxX9MEmsKLeMXsP11URnVbKJF';
const SUBNET = '2ebCneCbwthjQ1rYT41nhd7M76Hc6YmosMAQrTFhBq8qeqh6tt';

type Answers = Record<string, (params: never) => unknown>;

/** A node that answers methods, and an event that polls it. */
function watch(event: EventDeclaration, given: Record<string, unknown>, answers: Answers) {
	const host = hostOf(({ url, body }) => {
		if (url.endsWith('/ext/metrics')) return answer('', 404);
		return rpcAnswer(body, ({ method, params }) => ({ result: answers[method](params) }));
	});
	return polling(event, given, host).poll;
}

/**
 * The events of a subject, whatever else the source watches: an id and an alert key begin with the type and
 * a mark of the settings.
 */
function toldOf(subject: string, events: Array<Record<string, unknown>>) {
	return events
		.filter((event) => event.subject === subject)
		.map(({ id: _, alertKey, ...event }) => {
			expect(String(alertKey)).toMatch(/^[a-z.]+:[\w-]{12}:/);
			return JSON.stringify({ ...event, alertKey: String(alertKey).split(':').slice(2) });
		})
		.sort();
}

interface Kind {
	event: EventDeclaration;
	subjects: readonly string[];
	/** The settings for some subjects with thresholds for all. */
	settings(subjects: readonly string[], own: unknown): Record<string, unknown>;
	answers(values: ReadonlyMap<string, number>): Answers;
}

const bounds: Kind = {
	event: balanceCrossed,
	subjects: addresses,
	settings: (of, own) => ({ asset: 'native', addresses: of, ...(own as object) }),
	answers: (values) => ({
		eth_blockNumber: () => '0x1',
		eth_getBalance: ([address]: [string]) =>
			`0x${(BigInt(values.get(address) ?? 0) * 10n ** 16n).toString(16)}`,
	}),
};

const uptimes: Kind = {
	event: validatorUptime,
	subjects: nodeIds,
	settings: (of, own) => ({
		observer: 'node',
		nodeIds: of,
		...(own === undefined ? {} : { thresholds: own }),
	}),
	answers: (values) => ({
		'info.upgrades': () => ({}),
		'platform.getCurrentValidators': ({ nodeIDs = [] }: { nodeIDs?: string[] }) => ({
			validators: nodeIDs.map((nodeID) => ({
				nodeID,
				uptime: String(values.get(nodeID) ?? 0),
				startTime: '1700000000',
			})),
		}),
	}),
};

const percent = fc.integer({ min: 1, max: 99 });
const someOf = (least: number, most: number) =>
	fc.uniqueArray(fc.integer({ min: least, max: most }), { minLength: 1, maxLength: 4 });
const ofBounds = fc
	.record({ below: someOf(1, 40), above: someOf(41, 100) }, { requiredKeys: [] })
	.filter(({ below, above }) => Boolean(below ?? above))
	.map(({ below, above }) => ({
		...(below && { below: below.map((line) => line / 100).join(', ') }),
		...(above && { above: above.map((line) => line / 100) }),
	}));

test.each([
	['balances', bounds, ofBounds],
	['uptimes', uptimes, someOf(1, 99) as fc.Arbitrary<unknown>],
] as const)('%s: a subject is told as with its thresholds for all', async (_, kind, own) => {
	const { event, subjects, settings, answers } = kind;
	const tally = occurrences('crossed', 'improved', 'recovered', 'of both subjects');
	await fc.assert(
		fc.asyncProperty(
			own as fc.Arbitrary<unknown>,
			own as fc.Arbitrary<unknown>,
			fc.array(fc.tuple(percent, percent), { minLength: 2, maxLength: 15 }),
			async (common, single, history) => {
				const values = new Map<string, number>();
				const of = answers(values);
				const [first, second] = subjects;
				const both = watch(
					event,
					{ ...settings(subjects, common), thresholdsBySubject: { [second]: single } },
					of,
				);
				const alone = watch(event, settings([first], common), of);
				const other = watch(event, settings([second], single), of);
				for (const [a, b] of history) {
					values.set(first, a).set(second, b);
					const events = await both();
					expect(toldOf(first, events)).toEqual(toldOf(first, await alone()));
					expect(toldOf(second, events)).toEqual(toldOf(second, await other()));
					for (const { change } of events) tally.saw(change as 'crossed');
					tally.saw('of both subjects', new Set(events.map(({ subject }) => subject)).size > 1);
				}
			},
		),
		{ numRuns: 60 },
	);
	tally.expectAll();
});

test('a state is for the thresholds of single subjects, in any order', () => {
	const stateKey = (event: EventDeclaration, given: Record<string, unknown>) =>
		event.source.key(parseFields(event.fields, given, 'test'));
	const [a, b] = nodeIds;
	const given = { observer: 'node', nodeIds, thresholds: '95, 90' };
	const key = (thresholdsBySubject: unknown) =>
		stateKey(validatorUptime, { ...given, thresholdsBySubject });
	expect(key({ [a]: '90', [b]: '80' })).toBe(key(`{"${b}": 80, "${a}": [90]}`));
	const others = [undefined, { [a]: '90' }, { [a]: '91', [b]: '80' }, { [a]: '80', [b]: '90' }];
	expect(new Set(others.map(key).concat(key({ [a]: '90', [b]: '80' }))).size).toBe(5);
});

test('thresholds of a node hold for its delegations that have none', async () => {
	const start = Date.parse('2026-03-01T00:00:00Z') / 1000;
	const [TX, OTHER] = [SUBNET, VALIDATION];
	const endTime = String(start + 20 * 86_400);
	const poll = watch(
		stakeEnding,
		{
			nodeIds,
			delegations: true,
			tiers: '25d',
			thresholdsBySubject: { [nodeIds[1]]: '30d, 21d', [OTHER]: '40d, 30d, 25d' },
		},
		{
			'platform.getCurrentValidators': ({ nodeIDs: [nodeID] }: { nodeIDs: string[] }) => ({
				validators: [
					{
						nodeID,
						txID: nodeID === nodeIds[0] ? `${TX}` : OTHER,
						endTime,
						weight: '1',
						delegators: (nodeID === nodeIds[0] ? [] : [TX, OTHER]).map((txID) => ({
							txID,
							endTime,
							weight: '1',
						})),
					},
				],
			}),
		},
	);
	const columns = (await poll()).map(({ subject, kind, level, severity }) => [
		subject,
		kind,
		level,
		severity,
	]);
	expect(columns).toEqual([
		[nodeIds[0], 'validation', 1, 'warning'],
		[nodeIds[1], 'validation', 2, 'critical'],
		[TX, 'delegation', 2, 'critical'],
		[OTHER, 'delegation', 3, 'critical'],
	]);
});

test('an L1 as a whole is measured by the thresholds for all', async () => {
	const poll = watch(
		l1BalanceLow,
		{
			subnetId: SUBNET,
			tiers: '14d, 3d',
			thresholdsBySubject: { [VALIDATION]: '90d' },
		},
		{
			'platform.getValidatorFeeState': () => ({ price: '512', excess: '0', timestamp: '' }),
			'platform.getCurrentValidators': () => ({
				validators: [
					{
						validationID: VALIDATION,
						nodeID: nodeIds[0],
						weight: '100',
						balance: String(512 * 86_400 * 60),
					},
				],
			}),
		},
	);
	const columns = (await poll()).map(({ scope, level, severity }) => [scope, level, severity]);
	expect(columns).toEqual([['validator', 1, 'warning']]);
});

describe('a subject that only the response can show to be wrong', () => {
	const [known, wrong] = nodeIds;
	const endTime = String(Date.parse('2026-03-01T00:00:00Z') / 1000 + 90 * 86_400);
	const owner = 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';
	const stakes = (nodeIDs: string[]) => ({
		validators: nodeIDs.map((nodeID) => ({
			nodeID,
			txID: SUBNET,
			endTime,
			weight: '1',
			uptime: '99',
			startTime: '1700000000',
			validationRewardOwner: { locktime: '0', threshold: '1', addresses: [owner] },
			delegators: [],
		})),
	});
	const named = ({ nodeIDs = [known] }: { nodeIDs?: string[] }) => stakes(nodeIDs);
	const cases: Array<[string, EventDeclaration, Record<string, unknown>, string, Answers]> = [
		[
			'peers of the own node',
			validatorUptime,
			{ observer: 'peers', thresholdsBySubject: { [known]: '90', [wrong]: '95' } },
			wrong,
			{
				'info.upgrades': () => ({}),
				'info.getNodeID': () => ({ nodeID: known }),
				'info.peers': () => ({
					numPeers: '1',
					peers: [{ nodeID: OTHER_NODE, observedUptime: '99' }],
				}),
				'platform.getCurrentValidators': () => stakes([known, OTHER_NODE]),
			},
		],
		[
			'all validators of an EVM L1',
			validatorUptime,
			{
				observer: 'evm',
				blockchainId: SUBNET,
				thresholdsBySubject: { [known]: '90', [wrong]: '95' },
			},
			wrong,
			{
				'info.upgrades': () => ({}),
				'validators.getCurrentValidators': () => ({
					validators: [
						{
							validationID: VALIDATION,
							nodeID: known,
							weight: 1,
							startTimestamp: 1_700_000_000,
							isActive: true,
							isL1Validator: true,
							isConnected: true,
							uptimePercentage: 99,
							uptimeSeconds: 1,
						},
					],
				}),
			},
		],
		[
			'stakes of reward addresses',
			stakeEnding,
			{ rewardAddresses: owner, thresholdsBySubject: { [known]: '30d', [wrong]: '60d' } },
			wrong,
			{ 'platform.getCurrentValidators': named },
		],
		[
			'delegations',
			stakeEnding,
			{
				nodeIds: known,
				delegations: true,
				thresholdsBySubject: { [known]: '30d', [VALIDATION]: '60d' },
			},
			VALIDATION,
			{ 'platform.getCurrentValidators': named },
		],
	];

	test.each(cases)('%s: is reported once', async (_, event, settings, subject, answers) => {
		const poll = watch(event, settings, answers);
		const found = await poll();
		expect(found).toEqual([
			expect.objectContaining({
				subject,
				change: 'gone',
				severity: 'warning',
				title: `${subject} is not found`,
			}),
		]);
		expect(await poll()).toEqual([]);
		expect(await poll()).toEqual([]);
	});
});
