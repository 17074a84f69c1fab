import * as z from 'zod/v4';
import { parseEvent } from '../shared/errors';
import { callback, destination, exportDay, waiting } from '../shared/exportEvent';
import { lazily } from '../shared/remembered';

const NAME = /^[A-Za-z0-9_-]{1,64}$/;
const RULES = ['yesterday', 'lastWeek', 'lastMonth'] as const;

const startEvent = lazily(() => {
	const list = (about: string) => z.array(z.string(), `must be a list of ${about}`).min(1);

	const rule = z.union(
		[z.enum(RULES), z.strictObject({ firstDate: exportDay(), lastDate: exportDay() })],
		'must be "yesterday", "lastWeek", "lastMonth" or an object with firstDate and lastDate, YYYY-MM-DD',
	);
	return z.strictObject({
		action: z.literal('start', 'must be "start" or "status"').default('start'),
		rule,
		time: z.iso
			.datetime({ offset: true, error: 'must be a time in ISO 8601, such as 2026-11-21T06:00:00Z' })
			.optional(),
		type: z.string('must be an export type').default('TRANSACTION_EXPORT_EVM'),
		chains: list('chain ids'),
		addresses: list('addresses').optional(),
		cChainEvmAddresses: list('addresses').optional(),
		batchSize: z.int('must be a whole number').min(1).max(1000).default(100),
		label: z
			.string()
			.regex(/^[A-Za-z0-9_-]{1,16}$/, 'must be 1 to 16 letters, digits, - or _')
			.optional(),
		destination: destination().optional(),
		wait: waiting().optional(),
		callback: callback(),
	});
});

const statusEvent = lazily(() =>
	z.strictObject({
		action: z.literal('status'),
		names: z
			.array(z.string().regex(NAME, 'must be an execution name of letters, digits, - and _'))
			.min(1)
			.max(100),
	}),
);

/** A schedule's order, checked. */
export type StartOrder = z.output<ReturnType<typeof startEvent>>;
/** A query of executions by their names. */
export type StatusOrder = z.output<ReturnType<typeof statusEvent>>;

/** Checks an event of startExport. Throws `InvalidEvent` naming every wrong field. */
export function parseStartEvent(event: unknown): StartOrder | StatusOrder {
	const isStatus = (event as { action?: unknown } | null)?.action === 'status';
	return isStatus ? parseEvent(statusEvent(), event) : parseEvent(startEvent(), event);
}
