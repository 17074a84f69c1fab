import type { NetworkEvent } from '../events/event';
import { type Severity, headed } from '../events/item';
import { EXAMPLE_NODE, asSample } from '../events/sample';

const WORDS: Readonly<Record<Severity, string>> = {
	info: 'uptime is 99.9 %',
	warning: 'uptime is 94 %, below 95 %',
	critical: 'uptime is 88 %, below 90 %',
	resolved: 'uptime is 98 % again',
};

/**
 * A generated alert, to try a channel with. It says that it is a sample. Those of one key belong together:
 * the one with severity `resolved` closes the others.
 *
 * @param now Unix milliseconds
 */
export function sampleAlert(severity: Severity, now: number, key = 'sample'): NetworkEvent {
	const event = 'validator.uptime';
	const words = WORDS[severity];
	return asSample(
		headed(
			{
				id: `${event}:${key}:${severity}:${now.toString(36)}`,
				event,
				severity,
				subject: EXAMPLE_NODE,
				title: `${EXAMPLE_NODE}: ${words}`,
				text: `The uptime of ${EXAMPLE_NODE} ${words.slice('uptime '.length)}; rewards need 90 %.`,
				occurredAt: new Date(now).toISOString(),
				url: null,
				alertKey: `${event}:${key}`,
			},
			{ uptime: Number(/[\d.]+/.exec(words)?.[0]), requiredUptime: 90 },
		),
	);
}
