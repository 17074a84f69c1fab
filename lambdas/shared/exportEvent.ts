import * as z from 'zod/v4';
import { type InputOf, isFailure, parseFields, startExport } from '../../core';
import { invalidEvent, parseEvent } from './errors';
import { lazily } from './lazily';

/** What exportTransactions takes, and startExport sends. */

const BUCKET = /^(?!.*\.\.)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** Where the files go. What is left out is the function's own default. */
export const destination = lazily(() =>
	z.strictObject({
		bucket: z.string().regex(BUCKET, 'must be the name of an S3 bucket').optional(),
		prefix: z
			.string()
			.regex(/^[\w!.*'()/=-]{0,512}$/, "must be a key prefix of letters, digits and !-_.*'()/=")
			.optional(),
	}),
);

/** How long an export is waited for. */
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

const exportEvent = lazily(() => {
	const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day, YYYY-MM-DD');
	const texts = z.array(z.string(), 'must be a list of text values');
	return z.strictObject({
		request: z.strictObject({
			type: z.string('must be an export type'),
			firstDate: day.optional(),
			lastDate: day.optional(),
			startDate: day.optional(),
			endDate: day.optional(),
			options: z.strictObject({
				addresses: texts.optional(),
				includeChains: texts,
				cChainEvmAddresses: texts.optional(),
			}),
		}),
		destination: destination().optional(),
		wait: waiting().optional(),
	});
});

/** An event of exportTransactions: the request is in the shape of the spec's export request body. */
export type ExportEvent = z.input<ReturnType<typeof exportEvent>>;

/** The input of one export operation, checked. */
export type ExportInput = InputOf<typeof startExport>;

/** An event that was checked. */
export interface ExportOrder {
	input: ExportInput;
	destination: { bucket?: string; prefix?: string };
	wait: { deadlineMinutes?: number; maxAttempts?: number };
}

/** Names of the event's fields where they are not the declaration's own. */
const NESTED = new Set(['addresses', 'includeChains', 'cChainEvmAddresses']);

/**
 * Checks an event of exportTransactions by the rules of the spec. The deprecated names of the dates
 * become their present ones. Throws `InvalidEvent` naming the field, its rule and what was given.
 */
export function parseExportEvent(event: unknown): ExportOrder {
	const { request, destination: target, wait } = parseEvent(exportEvent(), event);
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
		const input = parseFields(startExport.input, given, startExport.id) as ExportInput;
		return { input, destination: target ?? {}, wait: wait ?? {} };
	} catch (error) {
		if (!isFailure(error)) throw error;
		const { field } = error;
		const place = field && `request.${NESTED.has(field) ? `options.${field}` : field}: `;
		throw invalidEvent([`${place ?? ''}${error.message}`]);
	}
}
