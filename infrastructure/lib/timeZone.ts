/** Fault of the name of a time zone, or undefined. Names are those of the IANA database. */
export function timeZoneProblem(name: string): string | undefined {
	const rule = 'must be the name of a time zone (IANA), such as "Europe/Berlin" or "UTC"';
	// Offsets such as +01:00 are accepted by Intl, but not by EventBridge Scheduler.
	if (!/^[A-Za-z]/.test(name)) return rule;
	try {
		const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
		const differsInCase = timeZone !== name && timeZone.toLowerCase() === name.toLowerCase();
		return differsInCase
			? `must be ${JSON.stringify(timeZone)}: upper and lower case matter`
			: undefined;
	} catch {
		return rule;
	}
}
