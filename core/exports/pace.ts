import { Failure } from '../failure';
import { MINUTE_MS } from '../formats/timeUnits';

/** The minimum speed of a download. */
export interface PaceLimits {
	/** Least bytes a second, on average over a minute. */
	minBytesPerSecond: number;
	/** Number of slow minutes in a row after which the download is given up. */
	slowMinutes: number;
}

/** Measures the speed of a download. Only the time of waiting for data counts. */
export interface DownloadPace {
	/**
	 * Adds a wait (milliseconds) and the bytes received in it. True at the end of a slow minute.
	 */
	isSlow(waitedMs: number, bytes: number): boolean;
	/** True if there were too many slow minutes in a row. */
	isHopeless(): boolean;
	/** The failure of a download that is too slow. */
	failure(): Failure;
}

export function downloadPace({ minBytesPerSecond, slowMinutes }: PaceLimits): DownloadPace {
	let [ms, bytes, slow] = [0, 0, 0];
	let last = { ms: 0, bytes: 0 };
	return {
		isSlow(waitedMs, more) {
			ms += waitedMs;
			bytes += more;
			if (ms < MINUTE_MS) return false;
			last = { ms, bytes };
			[ms, bytes] = [0, 0];
			const isSlow = (last.bytes / last.ms) * 1000 < minBytesPerSecond;
			slow = isSlow ? slow + 1 : 0;
			return isSlow;
		},
		isHopeless: () => slow >= slowMinutes,
		failure: () =>
			new Failure({
				kind: 'network',
				reason: 'timeout',
				message: `The download is too slow: ${last.bytes} bytes in ${Math.round(last.ms / 1000)} s, less than ${minBytesPerSecond} bytes a second`,
			}),
	};
}
