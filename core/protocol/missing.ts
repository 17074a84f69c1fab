import type { MissingField, ReportMissing } from './reading';

/** The fields that the responses of several calls lack. */
export interface MissingFields {
	/** Collects a missing field: the option `missing` of a client. */
	report: ReportMissing;
	/** The fields in a sentence, for a log line or a hint; undefined if none was missing. */
	said(): string | undefined;
}

/** Maximum number of fields that a sentence names. */
const MOST_NAMED = 10;

/** Collects the fields that responses lack, each once. */
export function missingFields(): MissingFields {
	const fields = new Map<string, MissingField>();
	return {
		report: (field) => void fields.set(`${field.operation} ${field.field}`, field),
		said: () => (fields.size > 0 ? saidOfMissing([...fields.values()]) : undefined),
	};
}

/** The fields in a sentence. The same fields have the same sentence, wherever they are missing. */
export function saidOfMissing(fields: readonly MissingField[]): string {
	const names = fields.map(({ operation, field }) => `${field} of ${operation}`);
	const named = names.slice(0, MOST_NAMED).join(', ');
	const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
	return `Responses lack fields that the documents of the service require: ${named}${more}`;
}
