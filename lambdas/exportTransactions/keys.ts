/** The object keys of an execution's files. The same execution always has the same keys. */

const ARN = /\/durable-execution\/([^/]+)\//;

/** The name of the execution that an ARN is of. */
export function executionName(arn: string): string {
	const name = ARN.exec(arn)?.[1] ?? arn.slice(arn.lastIndexOf(':') + 1);
	return name.replace(/[^A-Za-z0-9_-]+/g, '-').slice(0, 128) || 'execution';
}

function folder(prefix: string, execution: string): string {
	const bare = prefix.replace(/^\/+|\/+$/g, '');
	return bare === '' ? `${execution}/` : `${bare}/${execution}/`;
}

/** The key of the file of one window; windows count from 1. */
export function fileKey(prefix: string, execution: string, window: number): string {
	return `${folder(prefix, execution)}part-${String(window).padStart(3, '0')}.csv`;
}

/** The key of the reservation. */
export function reservationKey(prefix: string, execution: string): string {
	return `${folder(prefix, execution)}reservation.json`;
}

/** The key of the manifest. */
export function manifestKey(prefix: string, execution: string): string {
	return `${folder(prefix, execution)}manifest.json`;
}
