import { message, parse } from './knownOperation';

/** Mistakes that people make with addresses, ids and lists: the errors, or the corrected values. */

const AVAX = 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';
const OTHER = 'avax1y9ljyxf7xskaysdgehd4a8w2v35sphsc0tgjfe';
const FUJI = 'fuji1ur873jhz9qnaqv5qthk5sn3e8nj3e0kmafyxut';
const EVM = '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7';
const NODE = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
const TX = '2oJCbb8pfdxEHAf9A8CdN4Afj9VSR3xzyzNkf8tDv7aM1sfNFL';

const balances = (addresses: unknown, network = 'mainnet') =>
	['primaryNetwork.getBalance', { blockchainId: 'p-chain', network, addresses }] as const;
const native = (address: unknown, more: object = {}) =>
	['tokenBalance.getNative', { chainId: '43114', address, ...more }] as const;

test.each([
	[
		'a typing error',
		balances(AVAX.replace('8j', 'j8')),
		/this one has a typing error.*\(checksum\)/,
	],
	['a missing letter', balances(`P-${AVAX.slice(0, -1)}`), /this one has a typing error/],
	['an address of Fuji', balances(FUJI), /which begin with avax1.*this one is an address of Fuji/],
	['an address of Mainnet', balances(AVAX, 'fuji'), /begin with fuji1.*an address of Mainnet/],
	['an EVM address', balances(`${AVAX},${EVM}`), /this one is an EVM address.*given: "0xB31f/],
	['a node id', balances(NODE), /this one is a node ID/],
	['capital letters', balances(AVAX.toUpperCase()), /this one has capital letters/],
	[
		'an avax address for an EVM chain',
		native(AVAX),
		/this one is an address of the P-, X- or C-Chain/,
	],
	[
		'a C- address for an EVM chain',
		native(`C-${FUJI}`),
		/this one is an address of the P-, X- or C-Chain/,
	],
	['an EVM address without 0x', native(EVM.slice(2)), /0x is missing before this one/],
	['a short EVM address', native(EVM.slice(0, -1)), /this one has 39 digits/],
	['a name', native('alice.avax'), /this one is a name: EVM Contract: Resolve Name/],
	['an EVM hash', native(`0x${'ab'.repeat(32)}`), /this one is a hash/],
	[
		'an EVM address for the P-Chain of a node',
		['pChain.getBalance', { addresses: EVM }] as const,
		/this one is an EVM address/,
	],
	[
		'an id with a typing error',
		['xChain.getTransaction', { txID: TX.replace('2o', 'o2') }] as const,
		/this one has a typing error/,
	],
])('%s is named', (_, [id, input], says) => {
	expect(message(id, input)).toMatch(says);
});

test('texts that users read name encodings in parentheses only', () => {
	const all = [
		message(...balances('x')),
		message(...native('x')),
		message('xChain.getTransaction', { txID: 'x' }),
		message('staking.getValidator', { network: 'mainnet', nodeId: 'x' }),
	];
	for (const text of all) {
		expect(text.replace(/\([^)]*\)/g, '')).not.toMatch(/bech32|cb58|checksum/);
	}
});

test.each([
	`${AVAX};P-${OTHER}`,
	` ${AVAX} ; P-${OTHER};`,
	`${AVAX}\n;\nP-${OTHER}`,
	`${AVAX},;P-${OTHER}`,
])('lists may have semicolons: %j', (given) => {
	const [id, input] = balances(given);
	expect(parse(id, input).addresses).toEqual([AVAX, `P-${OTHER}`]);
});

test('a list with semicolons names the value that is wrong', () => {
	expect(message(...balances(`${AVAX};nothing`))).toMatch(/given: "nothing"$/);
});

test.each(['\u200b', '\ufeff', '\u2060', '\u00ad', '\u202a', '\u200e', '\u00a0', ' \u200b\t\n'])(
	'invisible characters at the ends are removed: %j',
	(invisible) => {
		const around = (value: string) => `${invisible}${value}${invisible}`;
		const [id, input] = native(around(EVM));
		expect(parse(id, { ...input, chainId: around('43114') })).toMatchObject({
			address: EVM,
			chainId: '43114',
		});
		const [many, lists] = balances(`${around(AVAX)},${around(`P-${OTHER}`)}`);
		expect(parse(many, lists).addresses).toEqual([AVAX, `P-${OTHER}`]);
		const transfers = { chainId: '43114', address: EVM, startBlock: around('5') };
		expect(parse('evmTransaction.getManyErc20Transfers', transfers).startBlock).toBe(5);
	},
);

test('and a character within is not', () => {
	expect(message(...native(`${EVM.slice(0, 9)}\u200b${EVM.slice(9)}`))).toMatch(/must be 0x/);
});

test('many of them take linear time', () => {
	const long = `x${'\u200b '.repeat(30_000)}x`;
	expect(message(...native(long))).toMatch(/must be 0x/);
});

test.each(['latest', 'Latest', ' LATEST '])('%j is the same as no block number', (given) => {
	const [id, input] = native(EVM, { blockNumber: given });
	expect(parse(id, input).blockNumber).toBeUndefined();
	const transfers = { chainId: '43114', address: EVM, startBlock: 5, endBlock: given };
	expect(parse('evmTransaction.getManyErc20Transfers', transfers)).toMatchObject({ startBlock: 5 });
	expect(parse('evmTransaction.getManyErc20Transfers', transfers).endBlock).toBeUndefined();
});

test.each(['newest', 'latest1', '-1', {}, true])('and %j is not', (given) => {
	expect(message(...native(EVM, { blockNumber: given }))).toMatch(
		/"Block Number" \(blockNumber\) must be a whole number/,
	);
});
