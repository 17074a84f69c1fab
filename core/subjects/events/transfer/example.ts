import { baseUnits } from '../../../formats/amount';
import { TOKEN_KINDS, type Transfer } from '../shared/transfers';

/** A generated transfer. */

interface Settings {
	readFrom: string;
	chainId?: string;
	blockchainId?: string;
	addresses: readonly string[];
	contractAddresses?: readonly string[];
	direction?: string;
	kinds?: readonly string[];
	minValue?: string;
}

const EXAMPLE_TX_HASH = '0x8bf584d7b14b92a32a339872a66b134a70ba3ba7c305823f348db6f860253f45';

/** A transfer that the settings select, for a test event. `time`: Unix seconds. */
export function exampleTransfer(settings: Settings, time: number): Transfer {
	const { readFrom, chainId = '43114', blockchainId = 'C' } = settings;
	const { addresses, contractAddresses, direction, kinds, minValue = '250' } = settings;
	const kind = (kinds?.[0] ?? 'erc20') as Transfer['kind'];
	const chain = readFrom === 'node' ? blockchainId : chainId;
	const [mine, other] = [addresses[0], '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7'];
	const isSent = direction === 'sent';
	return {
		id: `${chain}:${EXAMPLE_TX_HASH}:${kind}:7`,
		kind,
		chain,
		txHash: EXAMPLE_TX_HASH,
		block: 71_000_000,
		time,
		from: isSent ? mine : other,
		to: isSent ? other : mine,
		...exampleToken(kind, contractAddresses?.[0], minValue),
		moved: true,
	};
}

/** The token of a generated transfer: an amount in whole units, or one token of a collection. */
function exampleToken(
	kind: Transfer['kind'],
	contract: string | undefined,
	amount: string,
): Pick<Transfer, 'value' | 'decimals' | 'symbol' | 'contract' | 'tokenId'> {
	if (!TOKEN_KINDS.includes(kind)) return { value: String(baseUnits(amount, 18)), decimals: 18 };
	const token = contract
		? { contract }
		: { contract: '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E', symbol: 'USDC' };
	if (kind === 'erc20') return { value: String(baseUnits(amount, 6)), decimals: 6, ...token };
	// An NFT counts as 1.
	return { value: '1', decimals: 0, contract: token.contract, tokenId: '1' };
}
