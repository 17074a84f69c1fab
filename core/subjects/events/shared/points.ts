/** Points of a value over a time, as few as are needed. */

/** Time (Unix seconds) and value; oldest first. A point stands for the time since the one before it. */
export type Points<V> = Array<[time: number, value: V]>;

/** Parts of a time that points are kept for. */
const PARTS = 10;

/**
 * The points to which one of now is added: the newest one before the time, and about ten of it. `merged`: the
 * value of the newest point, if the one of now takes its place.
 */
export function roomFor<V>(points: Points<V>, now: number, over: number) {
	const from = points.findLastIndex(([time]) => time <= now - over);
	const recent = points.slice(Math.max(0, from));
	const merges = recent.length > 1 && now - recent[recent.length - 2][0] < over / PARTS;
	return merges
		? { earlier: recent.slice(0, -1), merged: recent[recent.length - 1][1] }
		: { earlier: recent };
}
