import { field } from '../../../fields/field';
import { chain } from '../../../fields/identifiers';
import { aboutChain } from '../../../events/fields';
import { declareWatch, optionOf } from '../../../events/watch';
import { feeLevel } from '../feeLevel/declare';
import { health } from '../health/declare';
import { indexerBehind } from '../indexerBehind/declare';
import { nodeTrouble } from '../nodeTrouble/declare';
import { NODE_RULES } from '../nodeTrouble/rules';
import { nodeVersionBehind } from '../nodeVersionBehind/declare';
import { validatorUptime } from '../validatorUptime/declare';

/** Everything about the node of the credential. */
export const watchNode = declareWatch({
	value: 'watchNode',
	type: 'watch.node',
	name: 'Watch a Node',
	description:
		"Health, Ava Labs' paging list, version and uptime of your node, and its newest block beside that of the data service, in one trigger",
	what: 'node',
	fields: {
		tags: optionOf(health, 'tags', { label: 'Health Tags' }),
		unreachableAfter: optionOf(health, 'unreachableAfter'),
		rules: optionOf(nodeTrouble, 'rules'),
		shares: optionOf(nodeVersionBehind, 'shares'),
		before: optionOf(nodeVersionBehind, 'before'),
		thresholds: optionOf(validatorUptime, 'thresholds', { label: 'Uptime Below (Percent)' }),
		chainId: field(chain().optional(), {
			...aboutChain(),
			description:
				'The chain whose newest blocks are compared: its chain ID, such as 43114 for the C-Chain',
			show: 'option',
		}),
		behind: optionOf(indexerBehind, 'behind'),
		above: optionOf(feeLevel, 'above', { label: 'Base Fee Above (nAVAX)' }),
	},
	subject: () => ({}),
	events: [
		{
			event: health,
			chosen: true,
			settings: ({ tags, unreachableAfter }) => ({ tags, unreachableAfter }),
		},
		{
			event: nodeTrouble,
			chosen: true,
			settings: ({ events, rules }) => ({
				rules: rulesBeside(events, rules as string[] | undefined),
			}),
		},
		{
			event: nodeVersionBehind,
			chosen: true,
			settings: ({ shares, before }) => ({ shares, before }),
		},
		{
			event: validatorUptime,
			ownNode: true,
			settings: ({ thresholds }) => ({ observer: 'peers', thresholds }),
		},
		{
			event: indexerBehind,
			settings: ({ chainId = '43114', behind }) => ({ chainId, behind }),
		},
		{
			event: feeLevel,
			settings: ({ above }) =>
				above === undefined ? 'it needs the option Base Fee Above' : { fee: 'baseFee', above },
		},
	],
});

/** The selected rules; without the one about health checks if the watch also has Node Health Changed. */
function rulesBeside(events: readonly string[], rules: readonly string[] = []): string[] {
	const all = rules.length > 0 ? rules : NODE_RULES.map(({ value }) => value);
	const others = all.filter((rule) => rule !== 'healthChecks');
	return events.includes('health') && others.length > 0 ? others : [...all];
}
