import type { ExportInput } from '../shared/exportEvent';

/** One file: the export of one window of the range. */
export interface ExportedFile {
	operationId: string;
	key: string;
	bytes: number;
	etag: string;
	/** Names in its header line. The service documents none, so that a new one changes nothing else. */
	columns: string[];
	/** True if the file does not end with a line break: its last row may be incomplete. */
	endsWithinRow?: true;
	/** Days in UTC, both inclusive; absent if the request omits them. */
	firstDate?: string;
	lastDate?: string;
	/** The first day of the next window, if the service truncated this one. */
	nextDate?: string;
	/** The warning of the service. */
	warning?: string;
}

/** The files of an execution; written last, beside them. */
export interface Manifest {
	version: 1;
	execution: string;
	bucket: string;
	/** Key of the manifest itself. */
	key: string;
	request: ExportInput;
	/** True if formulas in the files were converted to texts. */
	neutralizeFormulas: boolean;
	/** False if the service truncated the range without a day to continue from, or a file ends within a row. */
	complete: boolean;
	bytes: number;
	files: ExportedFile[];
}

/** The manifest of an execution. The same execution always gives the same one. */
export function manifestOf(
	about: Pick<
		Manifest,
		'execution' | 'bucket' | 'key' | 'request' | 'neutralizeFormulas' | 'complete'
	>,
	files: ExportedFile[],
): Manifest {
	const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
	return { version: 1, ...about, bytes, files };
}
