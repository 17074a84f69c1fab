import type { NetworkEvent } from '../../core/events/event';
import { headed } from '../../core/events/item';
import fc, { anyText } from '../../core/testing/properties';
import { HOSTILE, NOW } from '../../lab/kit/channels/hostile';

/** Alerts with hostile texts in every place. */

const pieces = fc.oneof(
	{ weight: 6, arbitrary: fc.constantFrom(...HOSTILE) },
	{ weight: 2, arbitrary: anyText({ maxLength: 12 }) },
	{ weight: 1, arbitrary: fc.constantFrom(' ', 'word', '12.5') },
);
const length = fc.oneof(
	{ weight: 8, arbitrary: fc.constant(1) },
	{ weight: 1, arbitrary: fc.constant(200) },
	{ weight: 1, arbitrary: fc.constant(4_000) },
);
/** A text of hostile pieces, some of them long. */
export const hostileText = fc
	.tuple(fc.array(pieces, { maxLength: 8 }), length)
	.map(([parts, times]) => parts.join(' ').repeat(times).slice(0, 60_000));

const values = fc.oneof(
	hostileText,
	fc.double({ noNaN: true }),
	fc.integer(),
	fc.boolean(),
	fc.constant(null),
	fc.array(hostileText, { maxLength: 3 }),
	fc.record({ inner: hostileText, list: fc.array(fc.integer(), { maxLength: 3 }) }),
);
const names = fc.oneof(
	fc.constantFrom('uptime', 'remainingBalance', '__proto__', 'constructor', 'a_b', 'sample', 'at'),
	hostileText.map((text) => text.slice(0, 300)),
);

/** An event with hostile texts in every place. */
export const hostileEvent: fc.Arbitrary<NetworkEvent> = fc
	.record({
		severity: fc.constantFrom('info', 'warning', 'critical', 'resolved'),
		id: hostileText,
		subject: hostileText,
		title: hostileText,
		text: hostileText,
		alertKey: hostileText,
		url: fc.oneof(
			fc.constant(null),
			fc.constantFrom(
				'https://subnets.avax.network/p-chain/tx/1',
				'https://a.test/?a="<b>\'|)&x=[1]*_',
				'javascript:alert(1)',
				'https://user:secret@evil.test/',
			),
			hostileText,
		),
		columns: fc.array(fc.tuple(names, values), { maxLength: 14 }),
	})
	.map(({ columns, severity, ...given }) =>
		headed(
			{
				...given,
				severity: severity as 'info',
				event: 'validator.uptime',
				occurredAt: new Date(NOW).toISOString(),
			},
			Object.fromEntries(columns),
		),
	);
