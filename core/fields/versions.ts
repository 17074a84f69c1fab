/**
 * Versions and chains that have a part of a node's API: an operation, a field or a metric. The notice of a form, what its picker
 * offers, the reference and the error for a node without the part are made from it.
 */

/** The chains whose EVM methods differ: the C-Chain, and the chains of subnet-evm. */
export const EVM_CHAINS = ['C-Chain', 'Subnet-EVM L1s'] as const;
export type EvmChains = (typeof EVM_CHAINS)[number];

/** The node versions with a part, such as `1.15.2`, and what the node needs for it. */
export interface Span {
	/** The first version with it. */
	since?: string;
	/** The version that deprecated it; true if that is not known. */
	deprecated?: string | true;
	/** The first version without it. */
	removed?: string;
	/** The option of the node, or of its chain, without which it is missing. */
	option?: string;
}

export interface Versions extends Span {
	/** The EVM chains with it, each with what is true of this one alone; by default all. */
	chains?: Readonly<Partial<Record<EvmChains, Span>>>;
	/** The successor, as a menu entry: `C-Chain Atomic: Get Transaction`. */
	instead?: string;
	/** The document that says so. */
	source: string;
}

/** True if no current version of the node has the part on these chains. */
export function isMissingOn({ chains }: Versions, chain: EvmChains): boolean {
	const span = chains?.[chain];
	return chains !== undefined && (span === undefined || span.removed !== undefined);
}

/** The chains with the part, if others have not: `Subnet-EVM L1s only`. */
export function onlyOn(versions: Versions): string | undefined {
	const present = EVM_CHAINS.filter((chain) => !isMissingOn(versions, chain));
	return present.length < EVM_CHAINS.length ? `${present.join(', ')} only` : undefined;
}

/** True for a part that not all nodes and chains have, or will have. */
export function isLimited({ since, deprecated, removed, chains }: Versions): boolean {
	return [since, deprecated, removed, chains].some((limit) => limit !== undefined);
}

function phrasesOf({ since, deprecated, removed, option }: Span): string[] {
	return [
		since && `since ${since}`,
		deprecated && (deprecated === true ? 'deprecated' : `deprecated in ${deprecated}`),
		removed && `removed in ${removed}`,
		option && `with the node option ${option}`,
	].filter((phrase) => typeof phrase === 'string');
}

/** All that is known, as one text without a final full stop; empty if there is nothing to say. */
export function versionsText(versions: Versions): string {
	const { chains = {}, instead } = versions;
	const only = onlyOn(versions);
	const each = EVM_CHAINS.map((chain) => {
		const phrases = phrasesOf(chains[chain] ?? {}).join(', ');
		if (only === `${chain} only`) return [only, phrases].filter(Boolean).join(', ');
		return phrases && `${chain}: ${phrases}`;
	});
	// The chain that has it comes first.
	const isOnly = (text: string) => Number(text.includes(' only'));
	const own = phrasesOf(versions).join(', ');
	const parts = [...each.sort((a, b) => isOnly(b) - isOnly(a)), own];
	const text = parts.filter(Boolean).join('; ');
	const first = text && `${text[0].toUpperCase()}${text.slice(1)}`;
	return [first, instead && `Use ${instead}`].filter(Boolean).join('. ');
}

/** The chains that accept a value of a field: `accepted: Subnet-EVM L1s only`. */
export function valuesText(limited: Readonly<Record<string, Versions>>): string {
	return Object.entries(limited)
		.map(([name, { instead, ...versions }]) => {
			const use = instead ? `; use ${instead}` : '';
			return `${name}: ${versionsText(versions)}${use}`;
		})
		.join('; ');
}

/** True if a version is older than another, by their numbers; text around them does not count. */
function isBefore(version: string, other: string): boolean {
	const [a, b] = [version, other].map((text) => (/\d+(\.\d+)+/.exec(text)?.[0] ?? '').split('.'));
	const at = b.findIndex((part, i) => Number(part) !== Number(a[i] ?? 0));
	return at >= 0 && Number(a[at] ?? 0) < Number(b[at]);
}

/**
 * The reason why a node of a version (undefined if it is not known) does not have a part, as the end of a sentence.
 */
export function reasonFor(
	versions: Versions | undefined,
	chain: EvmChains | undefined,
	version: string | undefined,
): string {
	const span = { ...versions, ...(chain && versions?.chains?.[chain]) };
	const { since, deprecated, removed, option } = span;
	if (versions?.chains && chain && !versions.chains[chain]) return onlyOn(versions) as string;
	if (removed && version === undefined)
		return `perhaps it is ${removed} or newer, which removed it`;
	if (removed && version !== undefined && !isBefore(version, removed))
		return `removed in ${removed}`;
	if (since && version === undefined) return `perhaps it is older than ${since}, which added it`;
	if (since && version !== undefined && isBefore(version, since)) return `added in ${since}`;
	if (option) return `only with the node option ${option}`;
	if (deprecated) {
		const when = deprecated === true ? '' : ` in ${deprecated}`;
		return `deprecated${when}, and perhaps removed since`;
	}
	return 'it may be older or newer, or have this API switched off';
}
