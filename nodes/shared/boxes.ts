/** The values of menus that show a form, by the names of the menus. */
export type MenuValues = Readonly<Record<string, string>>;

/** Values of menus: a property is shown for every combination of them. */
export type Box = Readonly<Record<string, string[]>>;

const holds = (box: Box, choice: MenuValues) =>
	Object.entries(choice).every(([name, value]) => box[name].includes(value));

function enlarged(box: Box, choice: MenuValues): Box {
	const entries = Object.entries(choice).map(([name, value]) => [
		name,
		[...new Set([...(box[name] ?? []), value])],
	]);
	return Object.fromEntries(entries) as Box;
}

function boxesInOrder(choices: readonly MenuValues[], others: readonly MenuValues[]): Box[] {
	const boxes: Box[] = [];
	for (const choice of choices) {
		if (boxes.some((box) => holds(box, choice))) continue;
		const at = boxes.findIndex((box) => {
			const larger = enlarged(box, choice);
			const isHeld = (one: MenuValues) => boxes.some((other) => other !== box && holds(other, one));
			return ![...others, ...choices.filter(isHeld)].some((one) => holds(larger, one));
		});
		if (at < 0) boxes.push(enlarged({}, choice));
		else boxes[at] = enlarged(boxes[at], choice);
	}
	return boxes;
}

/**
 * Few boxes that together hold each of the choices once and no other one of `all`. Combinations that do
 * not exist may be in a box.
 */
export function boxesOf(choices: readonly MenuValues[], all: readonly MenuValues[]): Box[] {
	const others = all.filter((one) => !choices.includes(one));
	const names = Object.keys(choices[0] ?? {});
	const ways = names.map((name) =>
		boxesInOrder(
			[...choices].sort((a, b) => a[name].localeCompare(b[name])),
			others,
		),
	);
	return ways.reduce((least, way) => (way.length < least.length ? way : least));
}
