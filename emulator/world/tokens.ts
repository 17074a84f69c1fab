import { createHash } from 'node:crypto';
import { bytesToHex } from '../../core';
import { blockHashOf } from '../../core/testing/network/evmBlocks';
import type { Random } from '../../core/testing/random';
import type {
	Contract,
	EvmChain,
	NewTransfer,
	Nft,
	NftKind,
	Tokens,
	Transfer,
} from '../../core/testing/network';

/** Wallets that hold tokens; any other address is valid and empty. */
const WALLETS = 16;
const TRANSFERS = 240;
/** The first wallet holds more NFTs than a page of 500. */
const CROWDED = 620;
const FIRST_BLOCK = 900_000;
const FIRST_MINTED = 1_000_000;
/** Logs of a transaction besides those that are given with it, and their positions. */
const MOST_LOGS = 45;
/** Blocks between the deployments and the first transfers. */
const BEFORE_TRANSFERS = 100;

/** The number of the token that an added transfer mints; the others are held from the start. */
export function mintedId({ index }: Transfer): string {
	return String(FIRST_MINTED + index);
}

/** 0x and 40 hex digits with the checksum of the usual mixed-case form left out. */
function evmAddress(bytes: Uint8Array): string {
	return `0x${bytesToHex(bytes.subarray(0, 20))}`;
}

/** True of transfers that move an ERC-20 token. */
export function isErc20({ only = 'erc20' }: Transfer): boolean {
	return only === 'erc20';
}

/** A wallet of every chain. */
export function walletOf(random: Random, index: number): string {
	return evmAddress(random.bytes('wallet', index, 20));
}

/** The tokens, transfers and NFTs of an EVM chain. */
export function createTokens(random: Random, chain: EvmChain): Tokens {
	const label = (what: string) => `${chain.chainId} ${what}`;
	const contract = (what: string, i: number, rest: Omit<Contract, 'address'>): Contract => ({
		address: evmAddress(random.bytes(label(what), i, 20)),
		...rest,
	});
	const erc20 = [
		contract('erc20', 0, { name: 'Summit Dollar', symbol: 'SUMD', decimals: 6, price: 1.0002 }),
		contract('erc20', 1, { name: 'Wrapped Native', symbol: 'WNAT', decimals: 18, price: 23.47 }),
		contract('erc20', 2, { name: 'Ridge', symbol: 'RDG', decimals: 18 }),
		contract('erc20', 3, { name: 'Scree', symbol: 'SCREE', decimals: 0, price: 0.004 }),
	];
	const erc721 = [
		contract('erc721', 0, { name: 'Alpine Huts', symbol: 'HUT', decimals: 0 }),
		contract('erc721', 1, { name: 'Cairns', symbol: 'CRN', decimals: 0 }),
	];
	const erc1155 = [
		contract('erc1155', 0, { name: 'Trail Badges', symbol: 'BADGE', decimals: 0 }),
		contract('erc1155', 1, { name: 'Rope Teams', symbol: 'ROPE', decimals: 0 }),
	];
	const deployer = evmAddress(random.bytes(label('deployer'), 0, 20));
	let made: Transfer[] | undefined;
	let transfers: Transfer[] | undefined;
	let byHash: Map<string, Transfer> | undefined;

	/** The hash of a transaction, and its block. `what` says how it came about. */
	function blockOf(what: string, index: number, blockNumber: number) {
		return {
			index,
			txHash: `0x${bytesToHex(random.bytes(label(what), index))}`,
			blockNumber,
			blockHash: blockHashOf(chain, blockNumber),
			blockTimestamp: chain.blockTime(blockNumber),
		};
	}

	function transfer(index: number): Transfer {
		const stream = random.stream(label('transfer'), index);
		const from = stream.whole(0, WALLETS - 1);
		const to = (from + stream.whole(1, WALLETS - 1)) % WALLETS;
		return {
			// Every fifth shares its block with the one before.
			...blockOf('tx', index, FIRST_BLOCK + (index % 5 === 4 ? index - 1 : index) * 3),
			from: walletOf(random, from),
			to: walletOf(random, to),
			blockIndex: index % 5 === 4 ? 1 : 0,
			logIndex: stream.whole(0, 40) + (index % 5 === 4 ? MOST_LOGS : 0),
			value: BigInt(stream.whole(1, 1_000_000)) * 10n ** 15n + BigInt(index),
			token: erc20[index % erc20.length],
		};
	}

	/** The transactions that made the contracts, oldest first. */
	const deployments = () =>
		(made ??= [...erc20, ...erc721, ...erc1155].map((token, index) => ({
			...blockOf('deployment', index, FIRST_BLOCK - BEFORE_TRANSFERS + index),
			from: deployer,
			to: token.address,
			blockIndex: 0,
			logIndex: 0,
			value: 0n,
			token,
			only: 'deployment',
		})));
	const generated = () => Array.from({ length: TRANSFERS }, (_, i) => transfer(i));
	const all = () => (transfers ??= generated());
	let added = 0;
	const walletIndex = (address: string) =>
		Array.from({ length: WALLETS }, (_, i) => i).find(
			(i) => walletOf(random, i) === address.toLowerCase(),
		);

	const collections: Record<NftKind, Contract[]> = { erc721, erc1155 };
	const indexed = new Map<string, number>();
	const withIndex = (nft: Nft): Nft => {
		const indexedAt = indexed.get(`${nft.contract.address} ${nft.tokenId}`);
		return indexedAt === undefined ? nft : { ...nft, indexedAt };
	};

	/** NFTs that a wallet has at the start. */
	function held(address: string, kind: NftKind): Nft[] {
		const wallet = walletIndex(address);
		if (wallet === undefined) return [];
		const contracts = collections[kind];
		const count = wallet === 0 ? CROWDED : 1 + (wallet % 5);
		return Array.from({ length: count }, (_, i) => ({
			contract: contracts[i % contracts.length],
			tokenId: String(wallet * 10_000 + i),
			owner: address.toLowerCase(),
			balance: kind === 'erc1155' ? BigInt(1 + (i % 9)) : 1n,
			blockNumber: FIRST_BLOCK + i,
		}));
	}

	/** NFTs that added transfers minted. */
	function minted(kind: NftKind): Nft[] {
		return all()
			.filter(({ only, failed }) => only === kind && !failed)
			.map((transfer) => mintedBy(transfer, kind));
	}

	function mintedBy(transfer: Transfer, kind: NftKind): Nft {
		const { token: contract, to: owner, value, blockNumber } = transfer;
		const balance = kind === 'erc1155' ? value : 1n;
		return { contract, tokenId: mintedId(transfer), owner, balance, blockNumber };
	}

	function nfts(address: string, kind: NftKind): Nft[] {
		const own = minted(kind).filter(({ owner }) => owner === address.toLowerCase());
		return [...held(address, kind), ...own].map(withIndex);
	}

	function add({ token = 0, blockNumber, ...given }: NewTransfer): Transfer {
		const { only = 'erc20' } = given;
		const index = TRANSFERS + added++;
		const contracts = { erc20, erc721, erc1155, native: erc20, internal: erc20 }[only];
		const list = all();
		const before = list.findLast((one) => one.blockNumber === blockNumber);
		const transfer: Transfer = {
			...blockOf('added tx', index, blockNumber),
			blockIndex: before ? before.blockIndex + 1 : 0,
			logIndex: before ? before.logIndex + MOST_LOGS + (before.logs?.length ?? 0) : index % 50,
			value: 10n ** 18n,
			...given,
			from: (given.from ?? walletOf(random, 0)).toLowerCase(),
			to: (given.to ?? walletOf(random, 1)).toLowerCase(),
			only,
			token: contracts[token % contracts.length],
		};
		const later = list.findIndex((one) => one.blockNumber > blockNumber);
		list.splice(later < 0 ? list.length : later, 0, transfer);
		byHash?.set(transfer.txHash, transfer);
		return transfer;
	}

	function erc20Of(address: string, blockNumber: number) {
		const wallet = address.toLowerCase();
		return erc20.flatMap((token) => {
			const own = all().filter(
				(one) => isErc20(one) && one.token === token && [one.from, one.to].includes(wallet),
			);
			const balance = own.reduce((sum, { from, to, value, blockNumber: at }) => {
				const before = at <= blockNumber;
				// A transfer to its own sender changes no balance.
				if (from === to) return sum;
				if (to === wallet) return before ? sum + value : sum;
				return before ? sum : sum + value;
			}, 0n);
			return balance > 0n ? { contract: token, balance } : [];
		});
	}

	return {
		erc20,
		erc721,
		erc1155,
		wallets: Array.from({ length: WALLETS }, (_, i) => walletOf(random, i)),
		deployer,
		deployments,
		transfers: all,
		transactions: () => [...deployments(), ...all()],
		generated: () => all().filter(({ only }) => only === undefined),
		add,
		transfersOf: (address: string) =>
			[...deployments(), ...all()]
				.filter(({ from, to }) => [from, to].includes(address.toLowerCase()))
				.reverse(),
		transferByHash(txHash: string) {
			byHash ??= new Map([...deployments(), ...all()].map((one) => [one.txHash, one]));
			return byHash.get(txHash.toLowerCase());
		},
		erc20Of,
		erc721Of: (address: string) => nfts(address, 'erc721'),
		erc1155Of: (address: string) => nfts(address, 'erc1155'),
		nftOf(transfer: Transfer, kind: NftKind): Nft {
			if (transfer.only) return withIndex(mintedBy(transfer, kind));
			const [contract] = collections[kind];
			const own = held(transfer.to, kind).filter((nft) => nft.contract === contract);
			return withIndex(own[transfer.index % own.length]);
		},
		collection(contract: Contract): Nft[] {
			const kind = erc721.includes(contract) ? 'erc721' : 'erc1155';
			const wallets = Array.from({ length: WALLETS }, (_, i) => walletOf(random, i));
			return [...wallets.flatMap((wallet) => held(wallet, kind)), ...minted(kind)]
				.filter((nft) => nft.contract === contract)
				.map(withIndex);
		},
		reindex({ contract, tokenId }: Nft, time: number) {
			indexed.set(`${contract.address} ${tokenId}`, time);
		},
		nativeBalance(address: string, blockNumber: number): bigint {
			const wallet = walletIndex(address);
			if (wallet === undefined) return 0n;
			const hash = createHash('sha256')
				.update(`${chain.chainId} ${address.toLowerCase()}`)
				.digest();
			return (BigInt(blockNumber) * BigInt(hash.readUInt32BE(0)) + BigInt(wallet)) * 10_000n + 1n;
		},
	};
}
