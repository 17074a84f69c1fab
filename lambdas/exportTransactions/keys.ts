/** The object keys of an execution's files. The same execution always has the same keys. */

const ARN = /\/durable-execution\/([^/]+)\//;

/** The name of the execution that an ARN is of. */
export function executionName(arn: string): string {
	const name = ARN.exec(arn)?.[1] ?? arn.slice(arn.lastIndexOf(':') + 1);
	return name.replace(/[^A-Za-z0-9_-]+/g, '-').slice(0, 128) || 'execution';
}

/** The keys of the objects of an execution. `file`: of a window; windows count from 1. */
export function objectKeysOf(prefix: string, execution: string) {
	const bare = prefix.replace(/^\/+|\/+$/g, '');
	const folder = bare === '' ? `${execution}/` : `${bare}/${execution}/`;
	return {
		file: (window: number) => `${folder}part-${String(window).padStart(3, '0')}.csv`,
		reservation: `${folder}reservation.json`,
		manifest: `${folder}manifest.json`,
	};
}
