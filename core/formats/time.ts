/** Unix seconds as a date-time in UTC, ISO 8601 without milliseconds. */
export function isoSeconds(seconds: number | string): string {
	return new Date(Number(seconds) * 1000).toISOString().replace('.000Z', 'Z');
}
