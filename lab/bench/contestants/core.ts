import { clock } from '../../../core/transports/clock';
import { httpTransport } from '../../../core/transports/http';
import { clientWith, evmTransaction } from '../lib/core';
import type { Walk } from './bareFetch';

/** This package's client as Lambda uses it, every answer validated. */
export async function prepare() {
	return async ({ url, address }: Walk): Promise<number> => {
		const client = clientWith({ services: { data: { url } }, transport: httpTransport, clock });
		let count = 0;
		for await (const { items } of client.pages(evmTransaction.getManyErc20Transfers, {
			chainId: '43114',
			address,
		})) {
			count += items.length;
		}
		return count;
	};
}
