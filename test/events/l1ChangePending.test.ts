import { changesSince } from '../../core/subjects/events/l1ChangePending/changes';
import { lenient } from '../../core/events/unreadable';
import { EVENTS, words } from '../../core/testing/cases/l1Emitted';
import { chainOf } from '../core/events/contractWorld';

/** Changes of an L1 from nodes behind one URL, and more of them than the state keeps. */

const CHAIN = '2ebCneCbwthjQ1rYT41nhd7M76Hc6YmosMAQrTFhBq8qeqh6tt';
const MANAGER = `0x${'fa'.repeat(20)}`;
const SUBNET = { isPermissioned: false, controlKeys: [], threshold: '0', locktime: '0' };
const settings = { subnetId: CHAIN, blockchainId: CHAIN };
const idOf = (number: number) => words(number + 1);
const began = (number: number) => ({
	...{ address: MANAGER, topics: [EVENTS.removal, idOf(number)], data: words(7, 20, 0) },
});
const ended = (number: number) => ({
	...{ address: MANAGER, topics: [EVENTS.removed, idOf(number)], data: '0x' },
});

/** A chain with the manager of the L1. `executed`: the last block of the node that answers a request. */
function managed() {
	const chain = chainOf();
	const { answer } = chain;
	chain.answer = (executed, method, params) =>
		method === 'platform.getSubnet'
			? { result: { ...SUBNET, managerChainID: CHAIN, managerAddress: MANAGER } }
			: answer(executed, method, params);
	const notes: string[] = [];
	const read = async (
		stored: Parameters<typeof changesSince>[0],
		executed = () => chain.blocks.length - 1,
	) => {
		const context = { ...chain.host(executed).context(), note: (text: string) => notes.push(text) };
		return await changesSince(stored, settings, lenient(context));
	};
	return { chain, notes, read };
}

test.each([
	['all of its requests', () => 5],
	[
		'what follows the newest block',
		(() => {
			let request = 0;
			return () => (request++ < 3 ? 30 : 5);
		})(),
	],
])('a node that is behind, for %s, brings back nothing that was completed', async (_, executed) => {
	const { chain, read } = managed();
	chain.add([began(1)]);
	for (let block = 2; block < 30; block++) chain.add(block === 20 ? [ended(1)] : []);
	const stored = { through: 29, changes: [] };
	expect(await read(stored, executed)).toEqual(stored);
	// Read again by a node that has all, it is completed.
	const { changes } = await read(stored);
	expect(changes).toEqual([expect.objectContaining({ done: expect.any(Number) as number })]);
});

test('all that one poll sees completed is told, and fewer are kept afterwards', async () => {
	const { chain, read } = managed();
	const all = Array.from({ length: 60 }, (_, number) => number);
	chain.add(all.map(began));
	const open = await read({ through: 0, changes: [] });
	expect(open.changes.map(({ done }) => done)).toEqual(all.map(() => undefined));
	chain.add(all.map(ended));
	const done = await read(open);
	expect(done.changes.filter((one) => one.done !== undefined)).toHaveLength(60);
	for (let block = 0; block < 200; block++) chain.add([]);
	expect((await read(await read(done))).changes).toHaveLength(20);
});

test('of more changes than are watched, the newest are, and it is said', async () => {
	const { chain, notes, read } = managed();
	for (let number = 0; number < 501; number++) chain.add([began(number)]);
	const [{ id: oldest }] = (await read({ through: 0, changes: [] }, () => 1)).changes;
	const first = await read({ through: 0, changes: [] });
	expect(first.changes).toHaveLength(500);
	expect(first.changes.map(({ id }) => id)).not.toContain(oldest);
	expect(notes).toEqual([expect.stringMatching(/^501 changes .* 1 are left out$/)]);
	// The one that is left out does not take the place of another at the next poll.
	expect((await read(first)).changes).toEqual(first.changes);
});
