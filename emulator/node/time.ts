/** A moment (Unix ms) as Go writes it in RFC 3339: no fraction where it is whole. */
export function goTime(ms: number): string {
	return new Date(ms).toISOString().replace(/\.?0*Z$/, 'Z');
}

/**
 * A moment (Unix ms, and nanoseconds within it) in a time zone of whole hours, as a node writes
 * times it took from its own clock.
 */
export function zonedTime(ms: number, nanoseconds: number, hours: number): string {
	const local = new Date(ms + hours * 3_600_000).toISOString().slice(0, -1);
	const fine = String(nanoseconds).padStart(6, '0');
	const sign = hours < 0 ? '-' : '+';
	return `${local}${fine}${sign}${String(Math.abs(hours)).padStart(2, '0')}:00`;
}
