import { cb58Encode } from '../../../core';
import type { Drawing } from './drawing';
import { type Json, Refusal } from './raw';

/** Blocks, transactions, logs and warp messages of an EVM chain. */

const BLOCKS = 60;
const txsOf = ({ transactions }: Json) => transactions as Json[];

/** The precompile that sends warp messages, and the event that it logs. */
const WARP = '0x0200000000000000000000000000000000000005';
const SENT = '0x56600c567728a800c0aa927500f831cb451df66a7af570eb4df4dfbf4674887d';
/** `Transfer` of ERC-20 tokens, which have two of its parameters indexed. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

const quantity = (number: number) => `0x${number.toString(16)}`;
const cb58OfHex = (hex: string) => cb58Encode(Buffer.from(hex.slice(2), 'hex'));

export async function evmFacts({ ask, choose, facts }: Drawing, name: 'C' | 'l1'): Promise<void> {
	const chain = name === 'C' ? 'C' : facts['chain.l1'];
	const rpc = async (method: string, ...params: unknown[]) => {
		try {
			return await ask(`/ext/bc/${chain}/rpc`, method, params);
		} catch (error) {
			if (error instanceof Refusal) return undefined;
			throw error;
		}
	};
	const head = Number(await rpc('eth_blockNumber'));
	if (!Number.isSafeInteger(head)) return;
	facts[`${name}.head`] = String(head);
	const blocks: Json[] = [];
	const addBlock = async (at: number | string) => {
		const number = typeof at === 'number' ? quantity(at) : at;
		const block = await rpc('eth_getBlockByNumber', number, true);
		if (block) blocks.push(block as Json);
	};
	for (let at = head; at > 0 && at > head - BLOCKS; at--) await addBlock(at);
	// Of a chain with little traffic: the blocks with the latest logs.
	for (let back = 1000; blocks.every((one) => txsOf(one).length === 0); back *= 10) {
		const fromBlock = quantity(Math.max(0, head - back));
		const logs = (await rpc('eth_getLogs', { fromBlock, toBlock: quantity(head) })) as
			| Json[]
			| undefined;
		const numbers = new Set((logs ?? []).map(({ blockNumber }) => String(blockNumber)));
		for (const number of [...numbers].slice(-10)) await addBlock(number);
		if (back > head) break;
	}
	if (blocks[0]) facts[`${name}.headHash`] = String(blocks[0].hash);
	const receipts: Json[] = [];
	for (const block of blocks) {
		for (const { hash } of txsOf(block)) {
			if (receipts.length >= BLOCKS) break;
			const receipt = await rpc('eth_getTransactionReceipt', hash);
			if (receipt) receipts.push(receipt as Json);
		}
	}
	const isWarp = (log: Json) => log.address === WARP && (log.topics as string[])[0] === SENT;
	const logsOf = ({ logs }: Json) => logs as Json[];
	const message = choose(receipts.flatMap(logsOf).filter(isWarp));
	if (message) {
		facts[`${name}.messageId`] = cb58OfHex((message.topics as string[])[2]);
		facts[`${name}.messageTx`] = String(message.transactionHash);
	}
	const log = choose(receipts.flatMap(logsOf));
	if (log) {
		facts[`${name}.contract`] = String(log.address);
		facts[`${name}.topic`] = (log.topics as string[])[0];
		facts[`${name}.logBlock`] = String(Number(log.blockNumber));
		facts[`${name}.logBlockHash`] = String(log.blockHash);
	}
	const isTransfer = ({ topics }: Json) =>
		(topics as string[])[0] === TRANSFER && (topics as string[]).length === 3;
	const transfer = choose(receipts.flatMap(logsOf).filter(isTransfer));
	if (transfer) {
		facts[`${name}.token`] = String(transfer.address);
		facts[`${name}.tokenHolder`] = `0x${(transfer.topics as string[])[1].slice(26)}`;
	}
	// Blocks are listed from the last one back. Nodes keep the state before the last ones only.
	const newest = blocks.flatMap(txsOf)[0];
	if (newest) facts[`${name}.newestTx`] = String(newest.hash);
	const block = choose(blocks.filter((one) => txsOf(one).length > 0)) ?? choose(blocks);
	if (!block) return;
	facts[`${name}.block`] = String(Number(block.number));
	facts[`${name}.blockHash`] = String(block.hash);
	facts[`${name}.blockId`] = cb58OfHex(String(block.hash));
	facts[`${name}.time`] = String(Number(block.timestamp));
	const tx = choose(txsOf(block));
	if (!tx) return;
	facts[`${name}.tx`] = String(tx.hash);
	facts[`${name}.from`] = String(tx.from);
	const raw = await rpc('eth_getRawTransactionByHash', tx.hash);
	if (typeof raw === 'string' && raw.length > 2) facts[`${name}.rawTx`] = raw;
}
