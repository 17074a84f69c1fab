/** Number of single changes of a letter from one text to another, not more than `most`. */
function changesTo(one: string, other: string, most: number): number {
	let row = Array.from({ length: other.length + 1 }, (_, at) => at);
	for (let i = 1; i <= one.length; i++) {
		const next = [i];
		for (let j = 1; j <= other.length; j++) {
			const same = row[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1);
			next.push(Math.min(same, row[j] + 1, next[j - 1] + 1));
		}
		if (Math.min(...next) > most) return most + 1;
		row = next;
	}
	return Math.min(row[other.length], most + 1);
}

/** Names that are like a wrong one, the nearest first, at most three: names that contain it, or differ in few letters. */
export function nearest(wrong: string, names: readonly string[]): string[] {
	const most = Math.max(2, Math.floor(wrong.length / 4));
	return names
		.map((name) => [name, name.includes(wrong) ? 1 : changesTo(wrong, name, most)] as const)
		.filter(([, changes]) => changes <= most)
		.sort(([, a], [, b]) => a - b)
		.slice(0, 3)
		.map(([name]) => name);
}
