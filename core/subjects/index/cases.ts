import { decodeContainer } from '../../testing/cases/containers';
import type { World } from '../../testing/network';
import type { InWorld } from '../../testing/cases/operationCase';
import { asNumbers, casesAt, resultOf } from '../../testing/cases/expected';

/** Containers of the index of a node. */

const P_BLOCK = 'uKQZevBZ5zWa5VsTi1ByrtjQcJGwd8AMMSRNT7xzioKp1G2tQ';
const CONTAINER = '6fXf5hncR8LXvwtM8iezFQBpK5cubV6y1dWgpJCcNyzGB1EzY';
const TX = '2oJCbb8pfdxEHAf9A8CdN4Afj9VSR3xzyzNkf8tDv7aM1sfNFL';
const UNKNOWN_ID = '2XDnKyAEr1RhhWpTpMXqrjeejN23vETmDykVzkb4PrU1fQjewh';

const at = (index: string) => casesAt(`/ext/index/${index}`, 'node-json-rpc; indexer/service.go');

const container = {
	id: CONTAINER,
	bytes: '0x00000000000400003039d891',
	timestamp: '2021-04-02T15:34:00.262979-07:00',
	encoding: 'hex',
	index: '0',
};
const item = { ...container, index: 0 };
const seventh = { ...container, index: 7 };
const noBytes = { ...container, bytes: undefined };
const recordedItem = (name: string) => asNumbers(resultOf(name), 'index');

/** The position of a container of the world's X-Chain: so many others were accepted before it. */
const INDEX = 7;

/** The container at that position; the genesis block has none. */
function accepted({ node }: World) {
	const found = node.chain('X').container(INDEX + 1);
	if (!found) throw new Error('The world has too few blocks on the X-Chain');
	return found;
}

const isAccepted: InWorld = {
	part: ({ id, index, encoding, bytes }) => ({
		...{ id, index, encoding },
		bytes: decodeContainer(String(bytes)).toString('hex'),
	}),
	expected(world) {
		const { id, bytes } = accepted(world);
		return [{ id, index: INDEX, encoding: 'hex', bytes: Buffer.from(bytes).toString('hex') }];
	},
};
const byId = (world: World) => ({ index: 'X/block', id: accepted(world).id });
const unknown = { input: () => ({ index: 'X/block', id: UNKNOWN_ID }), message: /not found/ };

export const containers = [
	at('P/block')('index.getContainer', 'index.getContainerByID', {
		input: { index: 'P/block', id: P_BLOCK },
		params: { id: P_BLOCK },
		answer: { recorded: 'diff-idx-byID' },
		items: [recordedItem('diff-idx-byID')],
		rejected: [noBytes],
		world: byId,
		inWorld: isAccepted,
		refused: unknown,
	}),
	at('C/block')('index.getContainer', 'index.getContainerByID', {
		input: { index: 'C/block', id: CONTAINER },
		params: { id: CONTAINER },
		answer: { json: container },
		items: [item],
	}),
	at('X/block')('index.getContainerByIndex', 'index.getContainerByIndex', {
		input: { index: 'X/block', containerIndex: 0, encoding: 'hex' },
		params: { index: '0', encoding: 'hex' },
		answer: { recorded: 'index.getContainerByIndex-X-block-0' },
		items: [recordedItem('index.getContainerByIndex-X-block-0')],
		world: () => ({ index: 'X/block', containerIndex: INDEX }),
		inWorld: isAccepted,
		refused: {
			input: () => ({ index: 'X/block', containerIndex: '18446744073709551615' }),
			message: /no container at index 18446744073709551615/,
		},
	}),
	at('X/tx')('index.getContainerByIndex', 'index.getContainerByIndex', {
		input: { index: 'X/tx', containerIndex: 7 },
		params: { index: '7' },
		answer: { json: seventh },
		items: [seventh],
	}),
	at('P/block')('index.getLastAcceptedContainer', 'index.getLastAccepted', {
		input: { index: 'P/block', encoding: 'hex' },
		params: { encoding: 'hex' },
		answer: { recorded: 'index.getLastAccepted-P-block' },
		items: [recordedItem('index.getLastAccepted-P-block')],
		rejected: [{ ...container, index: true }],
		world: () => ({ index: 'P/block' }),
		inWorld: {
			expected({ node }) {
				const chain = node.chain('P');
				return [{ id: chain.container(chain.height())?.id, index: chain.height() - 1 }];
			},
		},
	}),
	at('X/vtx')('index.getLastAcceptedContainer', 'index.getLastAccepted', {
		input: { index: 'X/vtx' },
		params: {},
		answer: { json: seventh },
		items: [seventh],
	}),
];

const recordedRange = resultOf('index.getContainerRange-C-block-limit-2').containers as object[];
/** The documents show an array, nodes send it under a name; both may be null. */
const RANGES = [
	[[container], [item]],
	[{ containers: [container] }, [item]],
	[null, []],
	[{ containers: null }, []],
	[[], []],
] as const;

export const ranges = [
	at('C/block')('index.getManyContainers', 'index.getContainerRange', {
		input: { index: 'C/block', startIndex: '0', numToFetch: 2, encoding: 'hex' },
		params: { startIndex: '0', numToFetch: 2, encoding: 'hex' },
		answer: { recorded: 'index.getContainerRange-C-block-limit-2' },
		items: recordedRange.map((one) => asNumbers(one as { index: string }, 'index')),
		rejected: [
			'text',
			7,
			true,
			{},
			{ containers: { 0: container } },
			[{ id: container.id }],
			{ containers: [noBytes] },
		],
		world: () => ({ index: 'X/block', startIndex: '0' }),
		inWorld: {
			expected({ node }) {
				const chain = node.chain('X');
				return Array.from({ length: chain.height() }, (_, index) => {
					return { id: chain.container(index + 1)?.id, index };
				});
			},
		},
		refused: {
			input: () => ({ index: 'X/block', startIndex: '999999' }),
			message: /last accepted index/,
		},
	}),
	at('P/block')('index.getManyContainers', 'index.getContainerRange', {
		input: { index: 'P/block', startIndex: '18446744073709551614', numToFetch: 100 },
		params: { startIndex: '18446744073709551614', numToFetch: 100 },
		answer: { json: { containers: [container] } },
		items: [item],
	}),
	...RANGES.map(([json, items]) =>
		at('P/block')('index.getManyContainers', 'index.getContainerRange', {
			input: { index: 'P/block', startIndex: 3 },
			// The number is not optional on the wire.
			params: { startIndex: '3', numToFetch: 1024 },
			answer: { json },
			items: [...items],
		}),
	),
];

export const positionCases = [
	at('P/block')('index.getIndexOfContainer', 'index.getIndex', {
		input: { index: 'P/block', id: P_BLOCK },
		params: { id: P_BLOCK },
		answer: { recorded: 'diff-idx-index' },
		items: [asNumbers(resultOf('diff-idx-index'), 'index')],
		rejected: [{}],
		world: byId,
		inWorld: { expected: () => [{ index: INDEX }] },
		refused: unknown,
	}),
	at('X/block')('index.getIndexOfContainer', 'index.getIndex', {
		input: { index: 'X/block', id: TX },
		params: { id: TX },
		answer: { json: { index: 0 } },
		items: [{ index: 0 }],
	}),
	at('X/block')('index.getAcceptance', 'index.isAccepted', {
		input: { index: 'X/block', id: TX },
		params: { id: TX },
		answer: { json: { isAccepted: false } },
		items: [{ isAccepted: false }],
		rejected: [{ isAccepted: 'false' }],
		world: byId,
		inWorld: { expected: () => [{ isAccepted: true }] },
	}),
	at('P/block')('index.getAcceptance', 'index.isAccepted', {
		input: { index: 'P/block', id: P_BLOCK },
		params: { id: P_BLOCK },
		answer: { recorded: 'diff-idx-accepted' },
		items: [{ isAccepted: true }],
	}),
];
