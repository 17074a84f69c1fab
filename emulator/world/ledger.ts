import { createChainLog } from './chainLog';
import type { Random } from '../../core/testing/random';
import { completedOf, stakingTime } from './staking';
import { buildTx, type Output } from '../../core/testing/network/transactions';
import type {
	Asset,
	ChainAlias,
	ChainLog,
	Clock,
	Input,
	NetworkWorld,
	Tx,
	Utxo,
	Vertex,
} from '../../core/testing/network';
import { idOf, sha256, u32, u64 } from '../../core/testing/network/bytes';
import { DAY } from '../../core/formats/timeUnits';

const AVAX = 1_000_000_000n;
const X_BLOCKS = 240;
const C_BLOCKS = 300;
/** Address 0 owns more UTXOs on the X-Chain than one call returns (1024). */
const CROWDED_TXS = 11;
const CROWDED_OUTPUTS = 100;
const OWNERS = 32;

export interface LedgerSource {
	random: Random;
	clock: Clock;
	epoch: number;
	networkId: 1 | 5;
	chains: NetworkWorld['chains'];
	assets: Asset[];
	address(index: number): string;
	transactions: number;
}

export interface Ledger {
	log(alias: ChainAlias): ChainLog;
	utxos(chain: 'P' | 'X', address: string): Utxo[];
	atomicUtxos(chain: ChainAlias, source: ChainAlias, address: string): Utxo[];
	vertices(): Vertex[];
	/** Id of the transaction in a generated P-Chain block. */
	pTxId(height: number): string;
}

/** Blocks, transactions and UTXOs of the three chains of a network. */
export function createLedger(source: LedgerSource): Ledger {
	const { random, epoch, address, assets } = source;
	const pBlocks = source.transactions + completedOf(source.transactions);
	const pTxs = new Map<number, Tx>();
	const owned: Partial<Record<'P' | 'X', Map<string, Utxo[]>>> = {};
	let vertices: Vertex[] | undefined;

	function inputs(label: string, height: number): { inputs: Input[]; signatures: Uint8Array[] } {
		const input: Input = {
			txId: idOf(random.bytes(`${label} spent`, height)),
			outputIndex: height % 3,
			assetId: assets[0].assetId,
			amount: BigInt(1 + (height % 5000)) * AVAX,
			signatureIndices: [0],
		};
		return { inputs: [input], signatures: [random.bytes(`${label} signature`, height, 65)] };
	}

	function pTx(height: number): Tx {
		const known = pTxs.get(height);
		if (known) return known;
		const stream = random.stream('P outputs', height);
		const lock = stream.whole(0, 9);
		const output: Output = {
			assetId: assets[0].assetId,
			amount: BigInt(stream.whole(1, 90_000)) * (AVAX / 10n),
			locktime: lock === 0 ? epoch + 90 * DAY : 0,
			...(lock === 1 ? { stakeableLocktime: epoch + 180 * DAY } : {}),
			threshold: 1,
			addresses: [address(height % OWNERS)],
		};
		const tx = buildTx({
			chain: 'P',
			networkId: source.networkId,
			blockchainId: source.chains.P,
			outputs: [output],
			...inputs('P', height),
			memo: Buffer.from(`block ${height}`),
			blockHeight: height,
			timestamp: stakingTime(height - 1, pBlocks, epoch),
		});
		pTxs.set(height, tx);
		return tx;
	}

	function xOutputs(height: number): Output[] {
		const crowded = height <= CROWDED_TXS;
		return Array.from({ length: crowded ? CROWDED_OUTPUTS : 2 }, (_, i) => ({
			assetId: assets[crowded || i === 0 ? 0 : height % assets.length].assetId,
			amount: BigInt((height * 37 + i * 11) % 9000) * 1_000_000n + 1n,
			locktime: !crowded && height % 17 === 0 ? epoch + 60 * DAY : 0,
			threshold: 1,
			addresses: [address(crowded ? 0 : (height + i) % OWNERS)],
		}));
	}

	function xTx(height: number, timestamp: number): Tx {
		return buildTx({
			chain: 'X',
			networkId: source.networkId,
			blockchainId: source.chains.X,
			outputs: xOutputs(height),
			...inputs('X', height),
			memo: Buffer.from(height % 5 === 0 ? `payment ${height}` : ''),
			blockHeight: height,
			timestamp,
		});
	}

	const shared = { now: () => source.clock.seconds() };
	const logs: Record<ChainAlias, ChainLog> = {
		P: createChainLog({
			...shared,
			alias: 'P',
			height: pBlocks,
			timeOf: (height) => stakingTime(height - 1, pBlocks, epoch),
			txsAt: (height) => (height === 0 ? [] : [pTx(height)]),
		}),
		X: createChainLog({
			...shared,
			alias: 'X',
			height: X_BLOCKS,
			timeOf: (height) => epoch - (X_BLOCKS - height) * 600,
			txsAt: (height, timestamp) => (height === 0 ? [] : [xTx(height, timestamp)]),
		}),
		C: createChainLog({
			...shared,
			alias: 'C',
			height: C_BLOCKS,
			timeOf: (height) => epoch - (C_BLOCKS - height) * 2,
			txsAt: () => [],
		}),
	};

	function ownedBy(chain: 'P' | 'X'): Map<string, Utxo[]> {
		const known = owned[chain];
		if (known) return known;
		const map = new Map<string, Utxo[]>();
		const last = chain === 'P' ? pBlocks : X_BLOCKS;
		for (let height = 1; height <= last; height++) {
			const tx = chain === 'P' ? pTx(height) : logs.X.block(height)?.txs[0];
			for (const utxo of tx?.outputs ?? []) {
				const list = map.get(utxo.addresses[0]);
				if (list) list.push(utxo);
				else map.set(utxo.addresses[0], [utxo]);
			}
		}
		owned[chain] = map;
		return map;
	}

	function makeVertices(): Vertex[] {
		const heights = 60;
		const made: Vertex[] = [];
		let parents: string[] = [idOf(new Uint8Array(32))];
		for (let height = 0; height < heights; height++) {
			const next: string[] = [];
			const width = height % 10 === 5 ? 12 : 1 + (height % 2);
			for (let i = 0; i < width; i++) {
				const index = made.length;
				// The linear chain began later: all vertices lie before the year that epoch ends.
				const timestamp = epoch - 900 * DAY + height * 60;
				// The first ones made the assets: an asset has the id of the transaction that made it.
				const assetId = index > 0 ? assets.at(index)?.assetId : undefined;
				const txIds = [assetId ?? idOf(random.bytes('vertex tx', index))];
				const head = [u32(0), u64(height), u64(timestamp), random.bytes('vertex', index)];
				const bytes = Uint8Array.from(Buffer.concat(head));
				const id = idOf(sha256(bytes));
				made.push({ id, bytes, parentIds: parents, height, index, timestamp, txIds });
				next.push(id);
			}
			parents = next;
		}
		return made;
	}

	return {
		log: (alias) => logs[alias],
		utxos: (chain, owner) => ownedBy(chain).get(owner) ?? [],
		atomicUtxos(chain, from, owner) {
			// Every fourth owner has exported something that waits to be imported.
			const at = Array.from({ length: OWNERS }, (_, i) => i).find((i) => address(i) === owner);
			if (at === undefined || at % 4 !== 0 || chain === from) return [];
			return Array.from({ length: 1 + (at % 3) }, (_, i) => ({
				txId: idOf(random.bytes(`atomic ${from}${chain}`, at * 8 + i)),
				outputIndex: i,
				assetId: assets[0].assetId,
				amount: BigInt(at + 1 + i) * AVAX,
				locktime: i === 2 ? epoch + 45 * DAY : 0,
				threshold: 1,
				addresses: [owner],
				timestamp: epoch - (i + 1) * DAY,
				blockHeight: 1 + i,
			}));
		},
		vertices: () => (vertices ??= makeVertices()),
		pTxId: (height) => pTx(height).id,
	};
}
