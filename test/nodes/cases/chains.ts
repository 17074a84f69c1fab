import { decodeContainer } from '../containers';
import { type Case, type Json, type Setting, bare, l1Named, owners, sum } from '../case';

const UNKNOWN_ID = '2XDnKyAEr1RhhWpTpMXqrjeejN23vETmDykVzkb4PrU1fQjewh';

type Alias = 'P' | 'X';

function log({ world }: Setting, alias: Alias) {
	return world.node.chain(alias);
}

function block(setting: Setting, alias: Alias) {
	const chain = log(setting, alias);
	const found = chain.block(chain.height());
	if (!found) throw new Error(`The world has no block on ${alias}`);
	return found;
}

function tx(setting: Setting) {
	const found = log(setting, 'X').txAt(3);
	if (!found) throw new Error('The world has no transaction on the X-Chain');
	return found;
}

function xAmounts(setting: Setting): Map<string, bigint> {
	const sums = new Map<string, bigint>();
	for (const { assetId, amount } of setting.world.node.utxos('X', setting.world.node.address(1))) {
		sums.set(assetId, (sums.get(assetId) ?? 0n) + amount);
	}
	return sums;
}

/** The validation of Foundry with the greatest weight. */
function heaviest(setting: Setting) {
	const all = setting.world.node.l1.of(l1Named(setting, 'Foundry').id);
	return all.reduce((best, one) => (one.weight > best.weight ? one : best));
}

/** Bytes in hex with a checksum are those of the world; as JSON they are an object of this id. */
function blockCase(alias: Alias, by: 'blockID' | 'height', encoding: 'hex' | 'json'): Case {
	const unknown = by === 'height' ? { height: '999999999' } : { blockID: UNKNOWN_ID };
	return {
		parameters(setting) {
			const { id, height } = block(setting, alias);
			return { ...(by === 'height' ? { height: String(height) } : { blockID: id }), encoding };
		},
		check([item], setting) {
			const { id, height, bytes } = block(setting, alias);
			expect(item.encoding).toBe(encoding);
			// The documents show no id in the P-Chain's blocks.
			const named = alias === 'X' || setting.dialect === 'live' ? { id, height } : { height };
			if (encoding === 'json') expect(item.block).toMatchObject(named);
			else expect(decodeContainer(String(item.block))).toEqual(Buffer.from(bytes));
		},
		refused: { parameters: () => ({ ...unknown, encoding }), message: /not found|get block/i },
	};
}

/** The X-Chain and the P-Chain of a node. */
export const chains: Record<string, Case> = {
	'xChain.getAllBalances': {
		parameters: (setting) => ({
			address: owners(setting, 'X', 1),
			options: { includePartial: true },
		}),
		check(items, setting) {
			const [avax] = setting.world.node.assets;
			const expected = [...xAmounts(setting)].map(([id, amount]) => ({
				asset: id === avax.assetId ? 'AVAX' : id,
				balance: String(amount),
			}));
			expect(items).toEqual(expected);
		},
		list: {
			total: (setting) => xAmounts(setting).size,
			key: ({ asset }) => asset,
		},
	},
	'xChain.getAssetDescription': {
		parameters: ({ world }) => ({ assetID: world.node.assets[1].assetId }),
		check([item], { world }) {
			const { name, symbol, denomination } = world.node.assets[1];
			expect(item).toMatchObject({ name, symbol });
			expect(item.denomination).toBe(denomination);
		},
		refused: { parameters: () => ({ assetID: UNKNOWN_ID }), message: /not found/ },
	},
	'xChain.getBalance': {
		parameters: (setting) => ({
			// The chain's prefix is put before it.
			address: setting.world.node.address(1),
			assetID: 'AVAX',
			options: { includePartial: true },
		}),
		check([item], setting) {
			const { node } = setting.world;
			const [avax] = node.assets;
			const own = node
				.utxos('X', node.address(1))
				.filter(({ assetId }) => assetId === avax.assetId);
			expect(item.balance).toBe(String(sum(own.map(({ amount }) => amount))));
			expect(item.utxoIDs).toHaveLength(own.length);
		},
	},
	'xChain.getBlock': blockCase('X', 'blockID', 'hex'),
	'xChain.getBlockByHeight': blockCase('X', 'height', 'json'),
	'xChain.getHeight': {
		parameters: () => ({}),
		check([item], setting) {
			expect(item.height).toBe(log(setting, 'X').height());
		},
		refused: { parameters: () => ({ options: { chain: 'nowhere' } }), message: /404|not found/i },
	},
	'xChain.getTx': {
		parameters: (setting) => ({ txID: tx(setting).id, encoding: 'hex' }),
		check([item], setting) {
			expect(decodeContainer(String(item.tx))).toEqual(Buffer.from(tx(setting).bytes));
		},
		refused: { parameters: () => ({ txID: UNKNOWN_ID }), message: /not found/ },
	},
	'xChain.getTxFee': {
		parameters: () => ({}),
		check([item]) {
			expect(item).toEqual({ txFee: '1000000', createAssetTxFee: '10000000' });
		},
	},
	'xChain.getTxStatus': {
		parameters: (setting) => ({ txID: tx(setting).id }),
		check([item]) {
			expect(item).toEqual({ status: 'Accepted' });
		},
	},
	'xChain.getUtxos': {
		parameters: (setting) => ({ addresses: owners(setting, 'X', 0) }),
		check(items) {
			for (const { value } of items) expect(value).toMatch(/^0x[0-9a-f]+$/);
		},
		list: {
			total: ({ world }) => world.node.utxos('X', world.node.address(0)).length,
			key: ({ value }) => value,
			pages: { option: 'limit', size: 300 },
			envelope: ['numFetched', 'endIndex'],
		},
	},
	'pChain.getBalance': {
		parameters: (setting) => ({ addresses: owners(setting, 'P', 0, 1) }),
		check([item], setting) {
			const { node } = setting.world;
			const [avax] = node.assets;
			const own = [...bare(setting, 0, 1)]
				.flatMap((owner) => node.utxos('P', owner))
				.filter(({ assetId }) => assetId === avax.assetId);
			expect(item.balance).toBe(String(sum(own.map(({ amount }) => amount))));
		},
	},
	'pChain.getBlock': blockCase('P', 'blockID', 'json'),
	'pChain.getBlockByHeight': blockCase('P', 'height', 'hex'),
	'pChain.getBlockchains': {
		parameters: () => ({}),
		check(items, { world }) {
			const expected = world.node.subnets.flatMap(({ blockchains }) =>
				blockchains.map(({ id, name, subnetId, vmId }) => ({
					id,
					name,
					subnetID: subnetId,
					vmID: vmId,
				})),
			);
			expect(items).toEqual(expected);
		},
		list: {
			total: ({ world }) => world.node.subnets.flatMap(({ blockchains }) => blockchains).length,
			key: ({ id }) => id,
		},
	},
	'pChain.getBlockchainStatus': {
		parameters: () => ({ blockchainID: 'X' }),
		check([item]) {
			expect(item).toEqual({ status: 'Validating' });
		},
	},
	'pChain.getCurrentSupply': {
		parameters: () => ({}),
		check([item], { world }) {
			expect(item.supply).toBe(String(world.node.supply));
		},
		refused: {
			parameters: (setting) => ({ subnetID: l1Named(setting, 'Beacon').id }),
			message: /not found/,
		},
	},
	'pChain.getCurrentValidators': {
		parameters: () => ({}),
		check(items, { world }) {
			const current = world.node.primary.current();
			const view = ({ nodeID, txID, weight }: Json) => ({ nodeID, txID, weight });
			expect(items.map(view)).toEqual(
				current.map(({ nodeId, txId, weight }) => ({
					nodeID: nodeId,
					txID: txId,
					weight: String(weight),
				})),
			);
		},
		list: {
			total: ({ world }) => world.node.primary.current().length,
			key: ({ nodeID }) => nodeID,
		},
	},
	'pChain.getHeight': {
		parameters: () => ({}),
		check(items, setting) {
			expect(items).toEqual([{ height: log(setting, 'P').height() }]);
		},
	},
	'pChain.getL1Validator': {
		parameters: (setting) => ({ validationID: heaviest(setting).validationId }),
		check([item], setting) {
			const one = heaviest(setting);
			expect(item).toMatchObject({
				validationID: one.validationId,
				subnetID: l1Named(setting, 'Foundry').id,
				nodeID: one.nodeId,
				// Beyond 2^53, with every digit.
				weight: String(one.weight),
				balance: String(one.balance),
				startTime: one.startTime,
				minNonce: String(one.minNonce),
				height: log(setting, 'P').height(),
			});
			expect(one.weight > 2n ** 53n).toBe(true);
		},
		refused: { parameters: () => ({ validationID: UNKNOWN_ID }), message: /not found/ },
	},
	'pChain.getValidatorsAt': {
		parameters: (setting) => ({
			subnetID: l1Named(setting, 'Foundry').id,
			height: 'proposed',
		}),
		check(items, setting) {
			const members = setting.world.node.validatorsAt(l1Named(setting, 'Foundry').id);
			expect(items).toEqual(
				members.map(({ nodeId, publicKey, weight }) => ({
					nodeID: nodeId,
					publicKey: publicKey ? `0x${Buffer.from(publicKey).toString('hex')}` : null,
					weight: String(weight),
				})),
			);
		},
		list: {
			total: (setting) => setting.world.node.validatorsAt(l1Named(setting, 'Foundry').id).length,
			key: ({ nodeID }) => nodeID,
		},
		refused: {
			parameters: () => ({ height: '999999999' }),
			message: /requested P-Chain height/,
		},
	},
	'pChain.validatedBy': {
		parameters: (setting) => ({ blockchainID: l1Named(setting, 'Foundry').blockchain.id }),
		check(items, setting) {
			expect(items).toEqual([{ subnetID: l1Named(setting, 'Foundry').id }]);
		},
		refused: { parameters: () => ({ blockchainID: UNKNOWN_ID }), message: /not found/ },
	},
};
