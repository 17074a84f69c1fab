/**
 * Which hosts are not on the public internet: an address from a service or a user must not point
 * into the network of this host. Used for downloads and webhooks.
 */

/** Loopback, private, link-local, carrier-grade NAT, benchmark, multicast, reserved, unspecified. */
const V4: ReadonlyArray<readonly [network: string, bits: number]> = [
	['0.0.0.0', 8],
	['10.0.0.0', 8],
	['100.64.0.0', 10],
	['127.0.0.0', 8],
	['169.254.0.0', 16],
	['172.16.0.0', 12],
	['192.0.0.0', 24],
	['192.168.0.0', 16],
	['198.18.0.0', 15],
	['224.0.0.0', 4],
	['240.0.0.0', 4],
];

/** With the forms that carry an IPv4 address: compatible, mapped, translated, NAT64, 6to4, Teredo. */
const V6: ReadonlyArray<readonly [network: string, bits: number]> = [
	['::', 96],
	['::ffff:0:0', 96],
	['::ffff:0:0:0', 96],
	['64:ff9b::', 96],
	['64:ff9b:1::', 48],
	['2002::', 16],
	['2001::', 32],
	['fc00::', 7],
	['fe80::', 10],
	['fec0::', 10],
	['ff00::', 8],
];

const PRIVATE_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa)$/;

/** An IPv4 address as a number, or undefined. */
function v4Number(text: string): bigint | undefined {
	const parts = text.split('.');
	if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256)) {
		return undefined;
	}
	return parts.reduce((number, part) => (number << 8n) | BigInt(part), 0n);
}

/** An IPv6 address as a number, or undefined. The last 32 bits may be written as IPv4. */
function v6Number(text: string): bigint | undefined {
	const [address] = text.split('%');
	const last = address.slice(address.lastIndexOf(':') + 1);
	const embedded = last.includes('.') ? v4Number(last) : undefined;
	if (last.includes('.') && embedded === undefined) return undefined;
	const groups =
		embedded === undefined
			? address
			: `${address.slice(0, -last.length)}${(embedded >> 16n).toString(16)}:${(embedded & 0xffffn).toString(16)}`;
	const halves = groups.split('::');
	if (halves.length > 2) return undefined;
	const [before, after = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
	const missing = 8 - before.length - after.length;
	if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined;
	const all = [...before, ...Array.from({ length: missing }, () => '0'), ...after];
	if (!all.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group))) return undefined;
	return all.reduce((number, group) => (number << 16n) | BigInt(`0x${group}`), 0n);
}

type Block = readonly [network: bigint, shift: bigint];
let blocks: { v4: Block[]; v6: Block[] } | undefined;

/** The lists as numbers; made when the first address is checked. */
function blockLists() {
	return (blocks ??= {
		v4: V4.map(([network, bits]) => blockOf(v4Number(network) as bigint, 32 - bits)),
		v6: V6.map(([network, bits]) => blockOf(v6Number(network) as bigint, 128 - bits)),
	});
}

function blockOf(network: bigint, hostBits: number): Block {
	return [network >> BigInt(hostBits), BigInt(hostBits)];
}

/** True for an IP address that is not public, and for what is not an IP address. */
export function isPrivateAddress(address: string): boolean {
	const within = (number: bigint) => (block: Block) => number >> block[1] === block[0];
	const v4 = v4Number(address);
	if (v4 !== undefined) return blockLists().v4.some(within(v4));
	const v6 = v6Number(address);
	return v6 === undefined || blockLists().v6.some(within(v6));
}

/**
 * True for the host of a URL that is plainly not public: a private address, a name without a dot, or
 * a name of a local zone. `URL` has brought the host to its one form: lower case, IPv4 as four
 * numbers, IPv6 in brackets. What a public name resolves to is checked where the host can.
 */
export function isPrivateHost(hostname: string): boolean {
	if (hostname.startsWith('[')) return isPrivateAddress(hostname.slice(1, -1));
	const name = hostname.replace(/\.$/, '');
	if (/^[\d.]+$/.test(name)) return isPrivateAddress(name);
	return !name.includes('.') || PRIVATE_NAME.test(name);
}
