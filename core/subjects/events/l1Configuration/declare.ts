import { field } from '../../../fields/field';
import { fieldSet } from '../../../fields/fieldSet';
import { idOrAlias } from '../../../fields/identifiers';
import { choices } from '../../../fields/inputs';
import * as out from '../../../fields/outputs';
import { broken } from '../../../fields/rules';
import { type EventDeclaration, headOf } from '../../../events/declare';
import {
	type NetworkEvent,
	type SourceState,
	settingsKey,
	pollMark,
	stateFor,
	watchedOf,
} from '../../../events/event';
import { HEADLINE, LEVEL_COLUMNS, headed } from '../../../events/item';
import { asSample } from '../../../events/sample';
import { lenient, reported } from '../../../events/unreadable';
import { l1Fields } from '../shared/l1Contracts';
import {
	type Change,
	KINDS,
	type Known,
	OF_CHAIN,
	type Settings,
	changesSince,
	readValues,
} from './state';
import { changeText, severityOf, columnText } from './words';

const FIELDS = {
	subnetId: l1Fields().subnetId,
	blockchainId: field(idOrAlias('a blockchain id', 'mychain').optional(), {
		in: 'form',
		names: 'evmBlockchain',
		label: 'Blockchain ID',
		description:
			'The EVM chain of the L1 on the node: blockchain ID (cb58) or alias; without it, only the P-Chain is watched',
		placeholder: 'q2aTwKuyzgs8pynF7UXBZCU7DejbZbZ6EUyHr3JQzYgwNPUPi',
		show: 'main',
	}),
	kinds: field(
		choices(KINDS, [
			{ value: 'precompile', name: 'Precompiles', description: 'Active or not, and since when' },
			{ value: 'upgrade', name: 'Upgrades', description: 'Entries of upgrade.json' },
			{ value: 'configuration', name: 'Configuration', description: 'Fees, forks, genesis' },
			{ value: 'rule', name: 'Rules', description: 'Upgrades of the network that are active' },
			{ value: 'subnet', name: 'Owner, Manager', description: 'And the conversion to an L1' },
			{ value: 'weight', name: 'Weights', description: 'Of the validators' },
		]).optional(),
		{
			in: 'form',
			label: 'Kinds of Change',
			description: 'Only these changes; all by default',
			placeholder: 'precompile',
			show: 'filter',
		},
	),
};

interface State extends SourceState, Known {
	/** Number of polls with events. */
	n: number;
}

const TYPE = 'l1.configuration';
const keyFor = (settings: Settings) => settingsKey({ event: 'l1Configuration', ...settings });

/** Changes of an L1 that no contract emits: what two polls see is compared. */
export const l1Configuration: EventDeclaration = {
	...headOf({
		value: 'l1Configuration',
		type: TYPE,
		name: 'L1 Configuration Changed',
		description:
			'Precompiles, fees or upgrades of an L1 change by its configuration, which emits nothing; or its owner, its manager or a weight on the P-Chain',
		what: 'L1',
		reads:
			'the node: `platform.getSubnet`, `platform.getCurrentValidators`, and of the EVM chain `eth_getActiveRulesAt` and `eth_getChainConfig`',
		remembers:
			'the configuration, about 3,000 characters, and 40 for each validator, 1,000 at most',
	}),
	fields: fieldSet(FIELDS, ({ blockchainId, kinds }, context) => {
		if (blockchainId !== undefined || !kinds?.every((kind) => OF_CHAIN.some((own) => own === kind)))
			return;
		broken(context, 'kinds', 'must include "subnet" or "weight", or "Blockchain ID" is required');
	}),
	output: out.object({
		...HEADLINE,
		...out.optionalParts({
			change: out.essential(out.choice(KINDS, 'What has changed')),
			name: out.text('Name of the precompile, of the value in the configuration, or of the rule'),
			value: out.text('The value of now; null if there is none any more'),
			previousValue: out.text('The value before; null if there was none'),
			validationId: out.id('Of a weight, cb58'),
			nodeId: out.nodeId('Of a weight'),
			chain: out.id('Blockchain ID or alias'),
			subnetId: out.id('cb58'),
		}),
		sample: LEVEL_COLUMNS.sample,
	}),
	source: {
		key: keyFor,
		async poll(settings: Settings, previous, given) {
			const context = lenient(given);
			const k = keyFor(settings);
			const known = stateFor(k, previous) as State | undefined;
			const current = await readValues(settings, context);
			const { n = 0, ...before } = known ?? { values: current.values, recent: {} };
			const at = context.clock.now();
			const now = Math.floor(at / 1000);
			const result = changesSince(before as Known, current, now, context.maxEvents);
			const watched = watchedOf(k, context);
			const events = result.changes.map((one) =>
				itemOf(one, settings, `${watched}:${one.key}:${pollMark(at, n + 1)}`, at),
			);
			const state: State = { ...known, k, n: events.length > 0 ? n + 1 : n, ...result.known };
			return reported({ events, state, more: result.more }, context.skipped);
		},
		async sample(settings: Settings, context) {
			await readValues(settings, lenient(context));
			const at = context.clock.now();
			const since = String(Math.floor(at / 1000));
			const name = settings.blockchainId ? 'txAllowListConfig' : 'owner';
			const made: Change = settings.blockchainId
				? { key: `precompile ${name}`, kind: 'precompile', name, after: since }
				: {
						key: `subnet ${name}`,
						kind: 'subnet',
						name,
						before: '1 of P-avax1x',
						after: '1 of P-avax1y',
					};
			return [asSample(itemOf(made, settings, 'sample', at))];
		},
	},
};

/** The item of a change. `end`: of its id; `at`: Unix ms of the poll. */
function itemOf(change: Change, settings: Settings, end: string, at: number): NetworkEvent {
	const { subnetId, blockchainId: chain } = settings;
	const { kind, name, before, after, validation } = change;
	const [what, said] = changeText(change);
	return headed(
		{
			id: `${TYPE}:${end}`,
			event: TYPE,
			severity: severityOf(change),
			subject: subnetId,
			title: `${what}: ${said}`,
			text: `L1 ${subnetId}, ${what}: ${said}.`,
			occurredAt: new Date(at).toISOString(),
			url: null,
			alertKey: `${TYPE}:${end}`,
		},
		{
			...{ change: kind, name: kind === 'weight' ? 'weight' : name },
			...{ value: columnText(change, after), previousValue: columnText(change, before) },
			...{ validationId: validation?.validationId ?? null, nodeId: validation?.nodeId ?? null },
			...{ chain: chain ?? null, subnetId },
		},
	);
}
