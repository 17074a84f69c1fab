import { createHash } from 'node:crypto';
import { cb58Encode } from '../../../core/formats/cb58';

/** Records as the deployed data service sends them, the same in every run. */

const hash = (text: string) => createHash('sha256').update(text).digest();
const hex = (text: string, bytes: number) =>
	`0x${hash(text)
		.toString('hex')
		.slice(0, bytes * 2)}`;

const LOGO = 'https://images.ctfassets.net/gcj8jwzm6086/logo';
const TOKENS = ['USDC', 'USDt', 'WETH.e', 'BTC.b', 'JOE', 'QI', 'PNG', 'sAVAX'].map((symbol) => ({
	address: hex(`token ${symbol}`, 20),
	name: `${symbol} on the C-Chain`,
	symbol,
	decimals: symbol.startsWith('USD') ? 6 : 18,
	logoUri: `${LOGO}/${symbol}.png`,
	ercType: 'ERC-20',
	price: { currencyCode: 'usd', value: symbol.startsWith('USD') ? 0.9998 : 27.41 },
}));

/** One ERC-20 transfer. */
export function transfer(index: number) {
	const token = TOKENS[index % TOKENS.length];
	const known = index % 3 === 0;
	const name = { name: token.name, symbol: token.symbol, decimals: token.decimals };
	return {
		blockNumber: String(54_000_000 + index),
		blockTimestamp: 1_790_000_000 + index * 2,
		blockTimestampMilliseconds: (1_790_000_000 + index * 2) * 1000,
		blockHash: hex(`block ${index}`, 32),
		txHash: hex(`transaction ${index}`, 32),
		from: { ...(known && { ...name, logoUri: token.logoUri }), address: hex(`from ${index}`, 20) },
		to: { address: hex(`to ${index % 500}`, 20) },
		logIndex: index % 90,
		value: BigInt(hex(`value ${index}`, 9)).toString(),
		erc20Token: token,
	};
}

/** One L1 validator. */
export function l1Validator(index: number): string {
	const owner = { addresses: [`P-avax1${hex(`owner ${index}`, 19).slice(2)}`], threshold: 1 };
	return JSON.stringify({
		validationId: cb58Encode(hash(`validation ${index}`)),
		validationIdHex: hex(`validation ${index}`, 32),
		nodeId: `NodeID-${cb58Encode(hash(`node ${index}`).subarray(0, 20))}`,
		subnetId: cb58Encode(hash('subnet')),
		weight: 100,
		remainingBalance: 1_250_000_000,
		creationTimestamp: 1_760_000_000 + index,
		blsCredentials: {
			publicKey: hex(`key ${index}`, 48),
			proofOfPossession: hex(`proof a ${index}`, 32) + hex(`proof b ${index}`, 32).slice(2),
		},
		remainingBalanceOwner: owner,
		deactivationOwner: owner,
	});
}
