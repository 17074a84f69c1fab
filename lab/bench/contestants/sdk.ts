import { requirePeer } from '../lib/peers';
import type { Walk } from './bareFetch';

type Page = { result: { transactions: unknown[] } };

export interface Sdk {
	data: {
		evm: {
			address: {
				transactions: {
					listErc20(request: object, options: object): Promise<AsyncIterable<Page>>;
				};
			};
		};
	};
}

/** The name of a peer's class in its package. */
const CLASSES = { '@avalanche-sdk/chainkit': 'Avalanche', '@avalabs/avacloud-sdk': 'AvaCloudSDK' };

/** One of the two SDKs made from the service's description; they have the same methods. */
export async function prepare({ sdk }: { sdk: keyof typeof CLASSES }) {
	const Sdk = (requirePeer(sdk) as Record<string, new (options: object) => Sdk>)[CLASSES[sdk]];
	return async ({ url, address }: Walk): Promise<number> => {
		const { data } = new Sdk({ serverURL: url, chainId: '43114', enableTelemetry: false });
		let count = 0;
		const request = { address, pageSize: 100 };
		const { transactions } = data.evm.address;
		// Each call has servers of its own, which go before the one of the constructor.
		for await (const { result } of await transactions.listErc20(request, { serverURL: url })) {
			count += result.transactions.length;
		}
		return count;
	};
}
