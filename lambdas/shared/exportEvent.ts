import * as z from 'zod/v4';
import { isFailure } from '../../core/failure';
import { parseFields } from '../../core/fields/fieldSet';
import type { InputOf } from '../../core/operations/operation';
import * as transactionExport from '../../core/subjects/transactionExport/index';
import { invalidEvent, parseEvent } from './errors';
import { lazily } from './remembered';

/** The input of exportTransactions, which startExport sends. */

const BUCKET = /^(?!.*\.\.)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/**
 * The bucket, key prefix and form of the files. The function has its own defaults for absent
 * values.
 */
export const destination = lazily(() =>
	z.strictObject({
		bucket: z.string().regex(BUCKET, 'must be the name of an S3 bucket').optional(),
		prefix: z
			.string()
			.regex(/^[\w!.*'()/=-]{0,512}$/, "must be a key prefix of letters, digits and !-_.*'()/=")
			.optional(),
		neutralizeFormulas: z.boolean('must be true or false').optional(),
	}),
);

/** Limits for waiting for an export. */
export const waiting = lazily(() =>
	z.strictObject({
		deadlineMinutes: z
			.int('must be a whole number')
			.min(1)
			.max(60 * 24 * 30)
			.optional(),
		maxAttempts: z.int('must be a whole number').min(1).max(2500).optional(),
	}),
);

const MAX_URL = 2_000;

function isCallbackUrl(value: unknown): value is string {
	if (typeof value !== 'string' || value.length > MAX_URL || !URL.canParse(value)) return false;
	const { protocol, username, password } = new URL(value);
	return /^https?:$/.test(protocol) && !username && !password;
}

/** The URL that is called at the end. Errors do not show it: its query may be a secret. */
export const callback = lazily(() =>
	z
		.custom<string>(isCallbackUrl, {
			error: `must be an https:// URL of at most ${MAX_URL} characters without user name`,
			params: { secret: true },
		})
		.optional(),
);

/** The callback of an event that may be invalid otherwise. Throws `InvalidEvent`. */
export function callbackIn(event: unknown): string | undefined {
	const { callback: url } = (event ?? {}) as { callback?: unknown };
	return parseEvent(z.object({ callback: callback() }), { callback: url }).callback;
}

export const exportDay = lazily(() =>
	z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day, YYYY-MM-DD'),
);

const exportEvent = lazily(() => {
	const texts = z.array(z.string(), 'must be a list of text values');
	return z.strictObject({
		request: z.strictObject({
			type: z.string('must be an export type'),
			firstDate: exportDay().optional(),
			lastDate: exportDay().optional(),
			startDate: exportDay().optional(),
			endDate: exportDay().optional(),
			options: z.strictObject({
				addresses: texts.optional(),
				includeChains: texts,
				cChainEvmAddresses: texts.optional(),
			}),
		}),
		destination: destination().optional(),
		wait: waiting().optional(),
		callback: callback(),
	});
});

/** An event of exportTransactions: the request is in the shape of the spec's export request body. */
export type ExportEvent = z.input<ReturnType<typeof exportEvent>>;

/** The input of one export operation, checked. */
export type ExportInput = InputOf<typeof transactionExport.start>;

/** An event that was checked. */
export type ExportOrder = ReturnType<typeof parseExportEvent>;

/** Fields that the event nests under other names than the declaration. */
const NESTED = new Set(['addresses', 'includeChains', 'cChainEvmAddresses']);

/**
 * Checks an event of exportTransactions by the rules of the spec. Deprecated names of the dates are
 * replaced. Throws `InvalidEvent` with the field, its rule and its value.
 */
export function parseExportEvent(event: unknown) {
	const { request, destination: target = {}, wait = {} } = parseEvent(exportEvent(), event);
	const { startDate, endDate, options, ...rest } = request;
	for (const [name, older, value, other] of [
		['firstDate', 'startDate', rest.firstDate, startDate],
		['lastDate', 'endDate', rest.lastDate, endDate],
	]) {
		if (value === undefined || other === undefined || value === other) continue;
		throw invalidEvent([`request.${older}: is an earlier name of ${name}: give one of the two`]);
	}
	const dates = { firstDate: rest.firstDate ?? startDate, lastDate: rest.lastDate ?? endDate };
	try {
		const given = { ...rest, ...options, ...dates } as ExportInput;
		const input = parseFields(
			transactionExport.start.input,
			given,
			transactionExport.start.id,
		) as ExportInput;
		return { input, destination: target, wait };
	} catch (error) {
		if (!isFailure(error)) throw error;
		const { field } = error;
		const prefix = field && `request.${NESTED.has(field) ? `options.${field}` : field}: `;
		throw invalidEvent([`${prefix ?? ''}${error.message}`]);
	}
}
