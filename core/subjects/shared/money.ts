import { quoted, shortAddress } from '../../events/words';

/**
 * Identities of money. The identity of money is its asset id (X-Chain, P-Chain, atomic C-Chain) or its
 * chain and contract (EVM): whoever makes a token chooses its name and symbol.
 */

/**
 * AVAX on the main network and on Fuji, as `platform.getStakingAssetID` of both returns it.
 */
export const AVAX_ID = {
	mainnet: 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z',
	fuji: 'U8iRqJoiJm8xZHAacmvYyZVwqQx6uDNtQeP3CQ6fcgQk3JqnK',
} as const;

/** The AVAX of the networks whose asset ids are constants: a node's answer about them must agree. */
export const KNOWN_AVAX: Readonly<Record<number, string>> = { 1: AVAX_ID.mainnet, 5: AVAX_ID.fuji };
const AVAX_IDS: ReadonlySet<unknown> = new Set(Object.values(AVAX_ID));

/** Chains whose native coin is AVAX: the C-Chain of both networks, by EVM chain id or alias. */
const C_CHAINS: ReadonlySet<string> = new Set(['43114', '43113', 'C']);

/**
 * Contracts on the C-Chain of the main network. Each is in two lists that are kept by different people:
 * `mc.tokenlist.json` of traderjoe-xyz/joe-tokenlists at 5a6c6afe, and `pangolin.tokenlist.json` of
 * pangolindex/tokenlists at caf8fac5. USDC and WETH.e are also in ava-labs/avalanche-bridge-resources at 97e5c933:
 * `cctp/cctp_config.json`, `avalanche_contract_address.json`.
 */
const WELL_KNOWN: Readonly<Record<string, string>> = {
	'0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e': 'USDC',
	// The second list has its symbol as "USDt".
	'0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7': 'USDT',
	'0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7': 'WAVAX',
	'0x49d5c2bdffac6ce2bfdb6640f4f80f226bc10bab': 'WETH.e',
	'0x152b9d0fdc40c096757f570a51e494bd4b943e50': 'BTC.b',
	'0x2b2c81e08f1af8835a78bb2a90ae924ace0ea4be': 'sAVAX',
};

/** Symbols that stand for one thing only: no other token has them without quotes. */
const TAKEN: ReadonlySet<string> = new Set(
	['AVAX', ...Object.values(WELL_KNOWN)].map((symbol) => symbol.toLowerCase()),
);

/** A symbol that cannot be read as an amount, as markup or as a sentence. */
const PLAIN = /^[A-Za-z][A-Za-z0-9]{0,23}(\.[a-z])?$/;

/** The money of an amount, as texts and columns name it. */
export interface Money {
	/** Bare if the identity is known, otherwise in quotes with the contract or the asset id beside it. */
	symbol: string;
	/** True for the native coin, AVAX, well-known contracts, and those that the user names. */
	known: boolean;
}

/** Symbol of AVAX, and its name as an identity. */
export const AVAX = 'AVAX';

/** True for the asset id of AVAX. */
export const isAvax = (assetId: unknown): boolean => AVAX_IDS.has(assetId);

/** True for a chain whose native coin is AVAX, by its EVM chain id or alias. */
export const isCChain = (chain: string): boolean => C_CHAINS.has(chain);

/**
 * The native coin of an EVM chain; `said` is the symbol that the maker of the chain chose, `known` is true
 * for a chain that the user names.
 */
export function nativeMoney(chain: string, said: unknown, known: boolean): Money {
	if (isCChain(chain)) return { symbol: AVAX, known: true };
	if (said === undefined) return { symbol: 'native tokens', known };
	return { symbol: beside(said, `coin of chain ${chain}`), known };
}

/** An asset of the X- or P-Chain by its id; `said` is the symbol that its creator chose. */
export function assetMoney(assetId: unknown, said: unknown): Money {
	if (isAvax(assetId)) return { symbol: AVAX, known: true };
	return { symbol: beside(said, `asset ${shortAddress(String(assetId))}`), known: false };
}

/** The key of a contract: addresses are compared without their case. */
export const contractKey = (contract: string): string => contract.toLowerCase();

/**
 * A token by its contract; `said` is the name that the contract returns, `named` the contracts that the user
 * names, by `contractKey`.
 */
export function tokenMoney(
	chain: string,
	contract: string | undefined,
	said: unknown,
	named?: ReadonlySet<string>,
): Money {
	const key = contractKey(contract ?? '');
	const wellKnown = isCChain(chain) && chain !== '43113' ? WELL_KNOWN[key] : undefined;
	if (wellKnown !== undefined) return { symbol: wellKnown, known: true };
	const known = named?.has(key) ?? false;
	const isPlain = typeof said === 'string' && PLAIN.test(said) && !TAKEN.has(said.toLowerCase());
	if (known && isPlain) return { symbol: said, known };
	return { symbol: beside(said, `token ${shortAddress(String(contract))}`), known };
}

/** A name from outside in quotes, with what identifies it; that alone if there is no name. */
function beside(said: unknown, identity: string): string {
	const name = quoted(said);
	return name === undefined ? identity : `${name} (${identity})`;
}
