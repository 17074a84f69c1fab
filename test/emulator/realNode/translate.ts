import { cb58Encode } from '../../../core';
import type { Emulator } from '../../../emulator';
import { idBytes, utxoId } from '../../../core/testing/network/bytes';
import { warpMessageOf } from '../../../emulator/world/evmTransactions';
import type { RecordedCall } from './calls';
import { acceptSame, recordedTxsIn } from './sameKind';

type Table = Record<string, string>;

function must<T>(value: T | undefined, what: string): T {
	if (value === undefined) throw new Error(`the emulated world has no ${what}`);
	return value;
}

/** Values of the emulated network for the chains, subnets and owners of the recorded ones. */
function network(emulator: Emulator): Table {
	const { node } = emulator.world;
	const [l1] = node.subnets.filter(({ kind }) => kind === 'l1');
	const [permissioned] = node.subnets.filter(({ kind }) => kind === 'permissioned');
	const owner = node.address(3);
	const other = node.address(4);
	return {
		Ww3mPZKLq7i7FKvNTAgm51dkLEzYA4mcouG15JAyayvfQQZ6S: l1.id,
		'2gvf97g9P31vUEEFRcLvLVJwJQgYRVVtK6QhZfRW9pYFVK4dNS': l1.blockchains[0].id,
		'2YrYKbMQMpuQJrLXRgexdKfXt5mCGeQSujkxYxgNUmXstpdUP4': permissioned.id,
		'23FgGFhquPJuy7UXTg6VppGhX6AHfAJTBDNq7wTLgioWVHW5Pu': permissioned.blockchains[0].id,
		'2owdGqyG6FFzTHy5qhenDXQcEghvr571KZE3gSfRJERSJinuwC': node.chains.C,
		'2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed': node.chains.X,
		'2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe': node.assets[0].assetId,
		'28N55gFiYRrHWTopC4mybgvTw92x4EmWiZBLCRBgjXFyBgx9UN': node.assets[0].assetId,
		local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u: owner,
		custom18jma8ppw3nhx5r4ap8clazz0dps7rv5u9xde7p: owner,
		local1g65uqn6t77p656w64023nh8nd9updzmxyymev2: other,
		avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5: emulator.world.network('fuji').address(3),
		'hrp "local"': 'hrp "avax"',
		'hrp "custom"': 'hrp "avax"',
		'got "avax"': 'got "fuji"',
		'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg': node.primary.current()[0].nodeId,
		rUcLijgTrss3DybJqgZdQm2hr6jjHfExxNd2uwRQuqLVy4Uwb: node.l1.of(l1.id)[0].validationId,
		'7ndLgTTw3K4KyyTr3KG1MtWTMhLUknrr2y6vaVHkZNzX16GGp': node
			.permissioned(permissioned.id)
			.current()[0].txId,
	};
}

/** Blocks, transactions and index containers: those at the same place of the emulated chains. */
function history(emulator: Emulator): Table {
	const { node } = emulator.world;
	const block = (alias: 'P' | 'X', height: number) =>
		must(node.chain(alias).block(height), 'block');
	const container = (alias: 'P' | 'X' | 'C', height: number) =>
		must(node.chain(alias).container(height), 'container').id;
	const utxos = node.utxos('X', node.address(3)).map((utxo) => utxoId(utxo.txId, utxo.outputIndex));
	const [firstUtxo] = utxos.sort((a, b) => Buffer.compare(idBytes(a), idBytes(b)));
	return {
		TaGpC41Lbo9YF3uMxfPREcGTkpGAdZFcy8dqwXpJAaiGeusTB: firstUtxo,
		fqUWZvZbT3Jmi9rspDgvedYUEoMLNhqAe8y32CSZFumQjK8Du: block('X', 30).id,
		VN6LtWq5EdgCwFEBXdEJvxmQyGnfRFpHvzZU4N7kmTKmNumMY: block('X', 30).id,
		gXFgtfb4o4vUYRaX1TtWqTqQctM6EnZy1oPZdQp8DASoTCqjD: block('P', 10).id,
		'2DtX9CDXkXkoTKJHezh4VeSNoo67thotHKhnmoxDXNx52pU2zt': block('X', 3).txs[0].id,
		'18Q4TqfpLFt26upQyMhnErHv7L4ATgMzZ9hchts4mAVdb8zAj': block('P', 9).txs[0].id,
		'2pWbpFvKX6nqVdCGPojCsKYFgS42uZCfonWH29kEWpNAQ2Sa3x': block('P', 8).txs[0].id,
		uKQZevBZ5zWa5VsTi1ByrtjQcJGwd8AMMSRNT7xzioKp1G2tQ: container('P', 20),
		'2F72RVBzfMYfkYuEXuZhWT1pGcrAL3dM9vmfFKWvT8MFckNiMo': container('P', 1),
		'2B6JrP7zovoTFhDeCXweHx6SQ8AJvddmkLscMpR9v8gQ6T77WB': container('P', 1),
		'8BoqUFYWniNeCF69HmK3PGZPUNWvZwm7RjkfTt4svfK54g3Fw': container('X', 1),
		F9BqUS9bGn1oqd35VAkno4FwYcMoeem4GESCUjTkR3vUUGWDa: container('X', 1),
		'2t1jCqpNd9641Sw61h1awMRZNqNANaWNMX7Ku16U9m3bs3VQnQ': container('C', 1),
		unnLt7CsfkkLzBwefypGkW6QXfLKWXaptEci5WqV1cATvNZxB: container('C', 1),
	};
}

/** Transactions, warp messages and accounts of the EVM chains. */
function evm(emulator: Emulator): Table {
	const { world } = emulator;
	const { node } = world;
	const [l1] = node.subnets.filter(({ kind }) => kind === 'l1');
	const cChain = must(world.evmChain(node.chains.C), 'C-Chain');
	const l1Chain = must(world.evmChain(l1.blockchains[0].id), 'EVM chain');
	const sender = (chain: typeof cChain) => {
		const transfers = world.tokens(chain).transfers();
		const found = transfers.find((one) => warpMessageOf(node, chain, one));
		return must(found, 'transaction with a warp message');
	};
	const message = (chain: typeof cChain) =>
		must(warpMessageOf(node, chain, sender(chain)), 'warp message').id;
	const blockId = (chain: typeof cChain) =>
		cb58Encode(Buffer.from(sender(chain).blockHash.slice(2), 'hex'));
	const { txHash, from } = sender(cChain);
	return {
		'0x0a0dd990675daeaa4439fc8f6789d07a65f41786044948d2ff48e15200dd2122': txHash,
		'0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC': from,
		'2MJA4CzAmxLMuy6BSZqsiSNFwbSemuPsMj8KQ6azgVmeDah15f': message(cChain),
		'2FNBWCj9TZeAb5PEPt6eMqb2KDUqKMpzYfW632NTCmkLBiktpz': message(l1Chain),
		'2qSdCx3986gNjL62exuRSguvuRZM36AMqAQxK3yTfaLgGizf1n': blockId(cChain),
		zSBeE6ocrdbmYTBT6SBZKGmYAeUmiZHU4bM8kZCFt5ARG5yrr: blockId(l1Chain),
	};
}

/** Replacements for some calls only, where the same id stands for another thing. */
function exceptions(emulator: Emulator, { name, path }: RecordedCall): Table {
	const { node } = emulator.world;
	const [l1] = node.subnets.filter(({ kind }) => kind === 'l1');
	const [permissioned] = node.subnets.filter(({ kind }) => kind === 'permissioned');
	const inactive = must(
		node.l1.of(l1.id).find(({ balance }) => balance === 0n),
		'inactive L1 validator',
	);
	const asked = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
	const asset = [
		'2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe',
		'28N55gFiYRrHWTopC4mybgvTw92x4EmWiZBLCRBgjXFyBgx9UN',
	];
	const table: Table = {};
	if (name.endsWith('-inactive')) {
		table.rUcLijgTrss3DybJqgZdQm2hr6jjHfExxNd2uwRQuqLVy4Uwb = inactive.validationId;
	}
	// The subnet before it became an L1.
	if (name.endsWith('-permissioned')) {
		table.Ww3mPZKLq7i7FKvNTAgm51dkLEzYA4mcouG15JAyayvfQQZ6S = permissioned.id;
	}
	if (path.endsWith('/validators')) table[asked] = node.l1.of(l1.id)[0].nodeId;
	// AVAX is a transaction of the recorded networks; its id on the main network is public.
	if (/xChain\.getTx(Status|-)/.test(name)) {
		for (const id of asset) table[id] = must(node.chain('X').txAt(29), 'transaction').id;
	}
	return table;
}

/** A block or transaction that is shown as JSON: one of the same kind, accepted for it. */
function sameKind(emulator: Emulator, { path, text }: RecordedCall): Table {
	const recorded = recordedTxsIn(text);
	if (!recorded) return {};
	const block = acceptSame(emulator.world.node, path.endsWith('/P') ? 'P' : 'X', recorded);
	if (recorded.id === undefined) return { [recorded.txs[0].id]: block.txs[0].id };
	return {
		[recorded.id]: block.id,
		[`"height":"${recorded.height}"`]: `"height":"${block.height}"`,
	};
}

/** Index calls one beyond the last container: the emulated chains are longer than the recorded. */
function beyond(emulator: Emulator, { name, path, body }: RecordedCall): Table {
	const number = /"(?:index|startIndex)":"(\d+)"/.exec(JSON.stringify(body) ?? '')?.[1];
	if (!/^(helicon-)?index\..*-beyond$/.test(name) || !number) return {};
	const count = emulator.world.node.chain(path[11] as 'P' | 'X' | 'C').height();
	return {
		[`"${number}"`]: `"${count}"`,
		[`index ${number}"`]: `index ${count}"`,
		[`index (${number})`]: `index (${count})`,
	};
}

/** Heights within error texts are data on both sides. */
const HEIGHTS = /(last accepted index|current P-chain height) \(\d+\)/g;

/** A text of an answer without the heights that error texts tell. */
export function withoutHeights(text: string): string {
	return text.replace(HEIGHTS, '$1 (n)');
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Makes a function that words a recorded call for the emulated network: ids, addresses and heights
 * in its path, body and answer, each replaced once.
 */
export function createTranslation(emulator: Emulator): (call: RecordedCall) => RecordedCall {
	const common = { ...network(emulator), ...history(emulator), ...evm(emulator) };
	return (call) => {
		const table: Table = {
			...common,
			...exceptions(emulator, call),
			...beyond(emulator, call),
			...sameKind(emulator, call),
		};
		// Bodies and answers are JSON, in which quotes are escaped.
		for (const [from, to] of Object.entries(table)) {
			table[from.replaceAll('"', '\\"')] = to.replaceAll('"', '\\"');
		}
		const pattern = new RegExp(Object.keys(table).map(escaped).join('|'), 'g');
		const worded = (text: string) => text.replace(pattern, (found) => table[found]);
		const { body } = call;
		return {
			...call,
			path: worded(call.path),
			body: body === undefined || body === null ? body : JSON.parse(worded(JSON.stringify(body))),
			text: worded(call.text),
		};
	};
}
