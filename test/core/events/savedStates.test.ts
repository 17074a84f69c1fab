import type { EventDeclaration } from '../../../core/events/declare';
import { balanceCrossed } from '../../../core/subjects/events/balanceCrossed/declare';
import { l1BalanceLow } from '../../../core/subjects/events/l1BalanceLow/declare';
import { metricCrossed } from '../../../core/subjects/events/metricCrossed/declare';
import { stakeEnding } from '../../../core/subjects/events/stakeEnding/declare';
import { validatorUptime } from '../../../core/subjects/events/validatorUptime/declare';
import { parseFields } from '../../../core/fields/fieldSet';

/** Keys of states that earlier versions saved: events with new settings must still find them. */

const ADDRESS = '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7';
const NODE_ID = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
const VALIDATION = 'Y39J1TC4gxBFAYtmBZGN3UaugxX9MEmsKLeMXsP11URnVbKJF';

test.each<[EventDeclaration, settings: Record<string, unknown>, key: string]>([
	[balanceCrossed, { asset: 'native', addresses: ADDRESS, below: '1, 0.1' }, 'cCWYOwNzST-C'],
	[validatorUptime, { observer: 'node', nodeIds: NODE_ID, thresholds: '95, 90' }, 'sl6I7ugn3p3Y'],
	[stakeEnding, { nodeIds: NODE_ID, tiers: '7d' }, 'BNB-hGZt-412'],
	[l1BalanceLow, { validationIds: VALIDATION, tiers: '14d, 3d' }, 'kV6F9mifR1zo'],
	[
		metricCrossed,
		{ chainId: '43114', metric: 'txCount', above: '2000000, 3000000' },
		'ABAIq7Vi3npt',
	],
])(
	'$value: the state of the same settings has the same key',
	({ fields, source }, settings, key) => {
		expect(source.key(parseFields(fields, settings, 'test'))).toBe(key);
	},
);
