/**
 * Runs a command to its end: its exit status is the number that it returns, or that of its error, whose message is
 * printed.
 */
export function exitWith(
	command: Promise<number | void>,
	statusOf: (error: unknown) => number = () => 1,
): void {
	command.then(
		(status) => {
			if (typeof status === 'number') process.exitCode = status;
		},
		(error: unknown) => {
			process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
			process.exitCode = statusOf(error);
		},
	);
}
