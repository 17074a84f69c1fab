import type { ExportInput } from '../shared/exportEvent';

/** One file: what the service exported of one window of the range. */
export interface ExportedFile {
	operationId: string;
	key: string;
	bytes: number;
	etag: string;
	/** Days in UTC, both included; absent where the request left them open. */
	firstDate?: string;
	lastDate?: string;
	/** The day with which the next window begins, where the service cut this one short. */
	nextDate?: string;
	/** What the service warned of. */
	warning?: string;
}

/** What an execution wrote; the last thing that it writes, beside the files. */
export interface Manifest {
	version: 1;
	execution: string;
	bucket: string;
	/** Key of the manifest itself. */
	key: string;
	request: ExportInput;
	/** False where the service cut the range short and did not say where to go on. */
	complete: boolean;
	bytes: number;
	files: ExportedFile[];
}

/** The manifest of an execution. The same execution always gives the same one. */
export function manifestOf(
	about: Pick<Manifest, 'execution' | 'bucket' | 'key' | 'request' | 'complete'>,
	files: ExportedFile[],
): Manifest {
	const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
	return { version: 1, ...about, bytes, files };
}
