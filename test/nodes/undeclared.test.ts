import { SIMPLIFIED } from '../../core/fields/present';
import { presentItem } from '../../nodes/shared/output';
import { knownOperation } from '../core/operations/knownOperation';

/** Fields that a new version of a service sends, and the declaration does not have. */

const presented = (id: string, item: object) => {
	return presentItem(knownOperation(id), item, { simplify: true, ...SIMPLIFIED }, {});
};

test('Simplify keeps them as they were sent if it shows every field', () => {
	const state = {
		surcharge: '7',
		price: '512',
		timestamp: '2026-09-01T02:00:00+02:00',
		excess: '0',
	};
	const item = presented('pChainFee.getValidatorFeeState', state);
	expect(Object.entries(item as object)).toEqual([
		['price', 512],
		['excess', 0],
		['timestamp', '2026-09-01T00:00:00Z'],
		['surcharge', '7'],
		['priceExact', '512'],
		['excessExact', '0'],
	]);
});

test('Simplify with chosen columns has no others', () => {
	const item = presented('staking.getManyDelegators', { nodeId: 'NodeID-x', more: 1 });
	expect(item).toMatchObject({ nodeId: 'NodeID-x' });
	expect(item).not.toHaveProperty('more');
});

test('Simplify of a chain config keeps the forks of newer nodes, and no config of a precompile', () => {
	const item = presented('evmSubnet.getChainConfig', {
		chainId: 43114,
		heliconTimestamp: 1_788_220_800,
		iridiumTimestamp: 1_790_000_000,
		osakaTime: 1_790_000_001,
		verkleBlock: 90_000_000,
		homesteadBlock: 0,
		warpConfig: { blockTimestamp: 1 },
		novelConfigBlock: { blockTimestamp: 1 },
	});
	expect(item).toMatchObject({ chainId: 43114, heliconTimestamp: '2026-09-01T00:00:00Z' });
	expect(Object.entries(item as object).slice(-4, -1)).toEqual([
		['iridiumTimestamp', '2026-09-21T14:13:20Z'],
		['osakaTime', '2026-09-21T14:13:21Z'],
		['verkleBlock', 90_000_000],
	]);
	for (const name of ['homesteadBlock', 'warpConfig', 'novelConfigBlock'])
		expect(item).not.toHaveProperty(name);
});

test('items without columns have them at the end', () => {
	const item = presented('info.getNodeVersion', {
		vmVersions: {},
		newest: 1,
		version: 'avalanchego/1',
	});
	expect(Object.entries(item as object)).toEqual([
		['version', 'avalanchego/1'],
		['vmVersions', {}],
		['newest', 1],
	]);
});
