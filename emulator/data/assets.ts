import type { Asset, NetworkWorld } from '../world';

/** The assets of the X-Chain. */

/** An asset with when it was made, as the service describes it. */
function described(network: NetworkWorld, asset: Asset, createdAtTimestamp: number) {
	const isFirst = asset === network.assets[0];
	return { ...asset, createdAtTimestamp, cap: isFirst ? 'fixed' : 'variable' };
}

/** An asset by its id: the network's own one, or one that a transaction of the same id made. */
export function assetOf(network: NetworkWorld, assetId: string) {
	const asset = network.assets.find((one) => one.assetId === assetId);
	if (!asset) return undefined;
	const maker = network.vertices().find(({ txIds }) => txIds.includes(assetId));
	return described(network, asset, maker?.timestamp ?? network.vertices()[0].timestamp);
}
