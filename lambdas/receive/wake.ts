import { invokeLater } from '../shared/invokeLater';

/** Ids of new deliveries by target: more than these would be a large event. */
const MOST_IDS = 1_000;

/** Invokes notify, which sends these deliveries at once; the next run sends them otherwise. */
export async function wakeNotify(
	name: string,
	added: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<void> {
	let room = MOST_IDS;
	const few = [...added].map(([target, ids]) => {
		const taken = [...ids].slice(0, room);
		room -= taken.length;
		return [target, taken] as const;
	});
	const event = { action: 'deliver', added: Object.fromEntries(few) };
	await invokeLater(name, event);
}
