/** Signals a process that leads a group, and all that it started; nothing where it has ended. */
export function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
	if (pid === undefined) return;
	try {
		process.kill(-pid, signal);
	} catch {
		// It has ended already.
	}
}
