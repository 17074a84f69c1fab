/** The lower bound of any client: fetch, JSON.parse, and the next page's token. */

export interface Walk {
	url: string;
	address: string;
}

/** Each run walks a list of ERC-20 transfers and gives how many there were. */
export async function prepare() {
	return async ({ url, address }: Walk): Promise<number> => {
		const list = `${url}/v1/chains/43114/addresses/${address}/transactions:listErc20?pageSize=100`;
		let count = 0;
		for (let next = ''; ; ) {
			const response = await fetch(`${list}${next}`);
			const { transactions, nextPageToken } = JSON.parse(await response.text()) as {
				transactions: unknown[];
				nextPageToken?: string;
			};
			count += transactions.length;
			if (!nextPageToken) return count;
			next = `&pageToken=${nextPageToken}`;
		}
	};
}
