/** The strictness with which a response is read. */
export interface Reading {
	/**
	 * If true, every value must be of its kind, so that a program can compute with it: counts are
	 * safe integers from 0 on, amounts are decimal digits of at most 256 bits, times are within the
	 * range of Date. By default, values of other ranges pass, to be shown.
	 */
	exact?: boolean;
	/**
	 * Called for each record of a list that cannot be read; it is then left out of the list.
	 * Without it, such a record makes the response invalid.
	 */
	skip?: (record: SkippedRecord) => void;
	/**
	 * Called for each field that a response lacks although its service documents it as required; the
	 * field is then absent or null, and results have the tolerant types. Without it, such a response
	 * is invalid. A field that identifies the response or an item is required in any case.
	 */
	missing?: ReportMissing;
}

/** Takes the fields that a response lacks, each field once. */
export type ReportMissing = (field: MissingField) => void;

/** A required field that a response lacks. */
export interface MissingField {
	operation: string;
	/** The field in the declaration, such as `validators[].txHash`. */
	field: string;
	/** Path from the root of the response to the first place that lacks it. */
	path: ReadonlyArray<string | number>;
	/** The number of places of the response that lack it. */
	count: number;
}

/** A record of a list that could not be read. */
export interface SkippedRecord {
	operation: string;
	/** Path from the root of the response to the mismatch. */
	path: ReadonlyArray<string | number>;
	/** The place, the rule, and the value, unless it may be secret. */
	message: string;
	/** The ids in the record; undefined if they do not identify it. */
	names?: readonly string[];
}
