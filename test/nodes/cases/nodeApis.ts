import { GRANITE_EPOCH_SECONDS } from '../../../emulator/world/upgrades';
import { decodeContainer } from '../containers';
import { type Case, type Setting, l1Named } from '../case';

const UNKNOWN_ID = '2XDnKyAEr1RhhWpTpMXqrjeejN23vETmDykVzkb4PrU1fQjewh';
const PLACE = 7;

/** Names of the checks that the node runs, by whether they belong to the start of the node. */
function checkNames({ world }: Setting, only?: 'readiness'): string[] {
	const checks = world.nodeState.checks();
	return checks.filter(({ readiness }) => !only || readiness).map(({ name }) => name);
}

function healthCase(over: 'http' | 'rpc', kind: 'health' | 'readiness' | 'liveness'): Case {
	return {
		parameters: () => ({}),
		check([item], setting) {
			expect(item.healthy).toBe(true);
			if (over === 'http') expect(item.statusCode).toBe(200);
			const expected =
				kind === 'liveness' ? [] : checkNames(setting, kind === 'readiness' ? kind : undefined);
			expect(Object.keys(item.checks as object)).toEqual(expected);
		},
	};
}

/** The container of the X-Chain that was accepted after `PLACE` others; genesis has none. */
function accepted({ world }: Setting) {
	const found = world.node.chain('X').container(PLACE + 1);
	if (!found) throw new Error('The world has too few blocks on the X-Chain');
	return found;
}

function container(item: Record<string, unknown>, setting: Setting): void {
	const { id, bytes } = accepted(setting);
	expect(item).toMatchObject({ id, index: PLACE, encoding: 'hex' });
	expect(decodeContainer(String(item.bytes))).toEqual(Buffer.from(bytes));
}

const UNKNOWN = { parameters: () => ({ index: 'X/block', id: UNKNOWN_ID }), message: /not found/ };

function evmChain(setting: Setting) {
	const { blockchain } = l1Named(setting, 'Foundry');
	const chain = setting.world.evmChain(blockchain.id);
	if (!chain) throw new Error('Foundry has no EVM chain');
	return chain;
}

const ofEvm = (setting: Setting) => ({ blockchainId: evmChain(setting).blockchainId });
/** The primary network's EVM chain has none of the EVM subnet API's own methods. */
const C_CHAIN = { parameters: () => ({ blockchainId: 'C' }), message: /does not exist|404|not/i };
const NO_CHAIN = { parameters: () => ({ blockchainId: UNKNOWN_ID }), message: /404/ };

/** Health, index and EVM subnet APIs of a node. */
export const nodeApis: Record<string, Case> = {
	'health.getHealth': healthCase('http', 'health'),
	'health.getHealthSubPath': healthCase('http', 'health'),
	'health.getReadiness': healthCase('http', 'readiness'),
	'health.getLiveness': healthCase('http', 'liveness'),
	'health.getHealthRpc': healthCase('rpc', 'health'),
	'health.getReadinessRpc': healthCase('rpc', 'readiness'),
	'health.getLivenessRpc': healthCase('rpc', 'liveness'),
	'index.getContainerById': {
		parameters: (setting) => ({ index: 'X/block', id: accepted(setting).id }),
		check: ([item], setting) => container(item, setting),
		refused: UNKNOWN,
	},
	'index.getContainerByIndex': {
		parameters: () => ({ index: 'X/block', containerIndex: PLACE }),
		check: ([item], setting) => container(item, setting),
		refused: {
			parameters: () => ({ index: 'X/block', containerIndex: '18446744073709551615' }),
			message: /no container at index 18446744073709551615/,
		},
	},
	'index.getContainerRange': {
		parameters: () => ({ index: 'X/block', startIndex: '0' }),
		check(items, { world }) {
			const chain = world.node.chain('X');
			for (const [place, { id, index }] of items.entries()) {
				expect({ id, index }).toEqual({ id: chain.container(place + 1)?.id, index: place });
			}
		},
		list: {
			total: ({ world }) => world.node.chain('X').height(),
			key: ({ id }) => id,
			pages: { option: 'numToFetch', size: 50 },
		},
		refused: {
			parameters: () => ({ index: 'X/block', startIndex: '999999' }),
			message: /last accepted index/,
		},
	},
	'index.getIndex': {
		parameters: (setting) => ({ index: 'X/block', id: accepted(setting).id }),
		check([item]) {
			expect(item).toEqual({ index: PLACE });
		},
		refused: UNKNOWN,
	},
	'index.getLastAccepted': {
		parameters: () => ({ index: 'P/block' }),
		check([item], { world }) {
			const chain = world.node.chain('P');
			expect(item).toMatchObject({
				id: chain.container(chain.height())?.id,
				index: chain.height() - 1,
			});
		},
	},
	'index.isAccepted': {
		parameters: (setting) => ({ index: 'X/block', id: accepted(setting).id }),
		check([item]) {
			expect(item).toEqual({ isAccepted: true });
		},
	},
	'evmSubnet.getFeeConfig': {
		// Before the chain changed its fees, as a block number of the user's.
		parameters: (setting) => ({ ...ofEvm(setting), block: '599999' }),
		check([item]) {
			expect(item.lastChangedAt).toBe(0);
			expect(item.feeConfig).toMatchObject({
				gasLimit: 20_000_000,
				// Beyond 2^53, so it comes as its digits.
				targetGas: '9007199254740993',
			});
		},
		refused: C_CHAIN,
	},
	'evmSubnet.getChainConfig': {
		parameters: ofEvm,
		check([item], setting) {
			expect(String(item.chainId)).toBe(evmChain(setting).chainId);
			// The documents show a genesis without a time.
			const blockTimestamp = setting.dialect === 'live' ? evmChain(setting).blockTime(0) : 0;
			expect(item.warpConfig).toMatchObject({ blockTimestamp });
			expect(item.upgrades).toMatchObject({ precompileUpgrades: expect.any(Array) });
		},
		refused: NO_CHAIN,
	},
	'evmSubnet.getActivePrecompiles': {
		parameters: (setting) => ({
			...ofEvm(setting),
			// Between the switch of the allow list and its end.
			timestamp: new Date(evmChain(setting).blockTime(600_000) * 1000).toISOString(),
		}),
		check([item]) {
			expect(Object.keys(item).sort()).toEqual([
				'contractNativeMinterConfig',
				'feeManagerConfig',
				'txAllowListConfig',
				'warpConfig',
			]);
		},
		refused: C_CHAIN,
	},
	'evmSubnet.getActiveRules': {
		parameters: (setting) => ({ ...ofEvm(setting), timestamp: '' }),
		check([item]) {
			expect(item).toMatchObject({
				ethRules: { IsCancun: true },
				avalancheRules: { IsDurango: true, IsEtna: true },
			});
			expect(Object.keys(item.precompiles as object)).not.toContain('txAllowListConfig');
		},
		refused: C_CHAIN,
	},
	'evmSubnet.getCurrentValidators': {
		parameters: ofEvm,
		check(items, setting) {
			const expected = setting.world.node.l1.of(l1Named(setting, 'Foundry').id);
			const active = expected.filter(({ balance }) => balance > 0n);
			expect(items.filter(({ isActive }) => isActive)).toHaveLength(active.length);
			for (const { validationId, nodeId } of expected) {
				expect(items).toContainEqual(
					expect.objectContaining({ validationID: validationId, nodeID: nodeId }),
				);
			}
		},
		list: {
			total: (setting) => setting.world.node.l1.of(l1Named(setting, 'Foundry').id).length,
			key: ({ validationID }) => validationID,
		},
		refused: NO_CHAIN,
	},
	'proposervm.getCurrentEpoch': {
		parameters: () => ({}),
		check(items, { world }) {
			// The local services count epochs of this length, and take the head as the epoch's height.
			const number = Math.floor(world.clock.seconds() / GRANITE_EPOCH_SECONDS);
			expect(items).toEqual([
				{
					number,
					startTime: number * GRANITE_EPOCH_SECONDS,
					pChainHeight: world.node.chain('P').height(),
				},
			]);
		},
		refused: { parameters: () => ({ options: { chain: 'nowhere' } }), message: /404|not found/i },
	},
};
