import { encodePayload, encodeUnsigned, hexToBytes } from '../../core';
import { idBytes, idOf, sha256 } from '../../core/testing/network/bytes';
import { mintedId } from './tokens';
import { BASE_FEE, PRIORITY_FEE } from './evmFees';
import type {
	EvmChain,
	NetworkWorld,
	Tokens,
	Transfer,
	WarpMessage,
} from '../../core/testing/network';

const MAX_FEE = 55_000_000_000n;
const GAS_LIMIT = 120_000;
/** keccak256 of the events `Transfer(address,address,uint256)` and `SendWarpMessage(…)`. */
const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** keccak256 of `TransferSingle(address,address,address,uint256,uint256)`. */
const SINGLE_TOPIC = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62';
const WARP_TOPIC = '0x56600c567728a800c0aa927500f831cb451df66a7af570eb4df4dfbf4674887d';
/** Address of the warp precompile. */
export const WARP_ADDRESS = '0x0200000000000000000000000000000000000005';

/** Code of every contract: callers only check that there is some. */
export const CODE = '0x6080604052';

export const word = (value: bigint | number) => value.toString(16).padStart(64, '0');
const topicOf = (address: string) => `0x${address.slice(2).padStart(64, '0')}`;

/** Transaction of a token transfer on its chain. */
export function transactionOf(transfer: Transfer) {
	const { index, to, value, only, failed } = transfer;
	return {
		blockIndex: transfer.blockIndex,
		succeeded: only ? !failed : index % 29 !== 28,
		gasLimit: GAS_LIMIT,
		// A transaction is charged for half of its limit at least (ACP-194).
		gasUsed: GAS_LIMIT / 2 + index,
		gasPrice: BASE_FEE + PRIORITY_FEE,
		maxFeePerGas: MAX_FEE,
		nonce: index,
		nativeValue: only ? (only === 'native' ? value : 0n) : index % 4 === 0 ? 10n ** 18n : 0n,
		to: only === 'deployment' ? undefined : only === 'native' ? to : transfer.token.address,
		input:
			only === 'deployment'
				? CODE
				: only === 'native'
					? (transfer.input ?? '0x')
					: `0xa9059cbb${to.slice(2).padStart(64, '0')}${word(value)}`,
	};
}

/** The warp message of a transfer's transaction: every seventh one sent one, where it succeeded. */
export function warpMessageOf(
	network: NetworkWorld,
	chain: EvmChain,
	transfer: Transfer,
): WarpMessage | undefined {
	if (transfer.only || transfer.index % 7 !== 0 || !transactionOf(transfer).succeeded)
		return undefined;
	const payload = encodePayload({
		type: 'addressedCall',
		sourceAddress: hexToBytes(transfer.from),
		payload: Buffer.from(`transfer ${transfer.index}`),
	});
	const sourceChainId = idBytes(chain.blockchainId);
	const unsignedBytes = encodeUnsigned({ networkId: network.networkId, sourceChainId, payload });
	return { id: idOf(sha256(unsignedBytes)), unsignedBytes };
}

/** An event that a transaction logged. */
export interface Log {
	address: string;
	topics: string[];
	data: string;
	logIndex: number;
}

/** Log of a transfer by the contract of each kind of token. */
const TOKEN_LOGS: Partial<
	Record<NonNullable<Transfer['only']>, (transfer: Transfer) => Pick<Log, 'topics' | 'data'>>
> = {
	erc20: ({ from, to, value }) => ({
		topics: [TRANSFER_TOPIC, topicOf(from), topicOf(to)],
		data: `0x${word(value)}`,
	}),
	erc721: (transfer) => ({
		topics: [
			TRANSFER_TOPIC,
			topicOf(transfer.from),
			topicOf(transfer.to),
			`0x${word(BigInt(mintedId(transfer)))}`,
		],
		data: '0x',
	}),
	erc1155: (transfer) => ({
		topics: [SINGLE_TOPIC, ...[transfer.from, transfer.from, transfer.to].map(topicOf)],
		data: `0x${word(BigInt(mintedId(transfer)))}${word(transfer.value)}`,
	}),
};

/** The events of a transfer's transaction; none where it failed. */
export function logsOf(network: NetworkWorld, chain: EvmChain, transfer: Transfer): Log[] {
	if (!transactionOf(transfer).succeeded) return [];
	const { logIndex, only = 'erc20', logs: others = [] } = transfer;
	const log = TOKEN_LOGS[only]?.(transfer);
	const own = log ? [{ address: transfer.token.address, ...log }] : [];
	const logs = [...own, ...others].map(({ address, ...rest }, at) => {
		return { address, logIndex: logIndex + at, ...rest };
	});
	const message = warpMessageOf(network, chain, transfer);
	if (!message) return logs;
	const { from } = transfer;
	const { unsignedBytes } = message;
	const id = Buffer.from(sha256(unsignedBytes)).toString('hex');
	const padded = Buffer.alloc(Math.ceil(unsignedBytes.length / 32) * 32);
	padded.set(unsignedBytes);
	const data = `0x${word(32)}${word(unsignedBytes.length)}${padded.toString('hex')}`;
	const sent = [WARP_TOPIC, topicOf(from), `0x${id}`];
	return [...logs, { address: WARP_ADDRESS, topics: sent, data, logIndex: logIndex + 3 }];
}

/** The transfers of a block, in their order. */
export function transfersAt(tokens: Tokens, height: number): Transfer[] {
	return tokens.transactions().filter(({ blockNumber }) => blockNumber === height);
}
