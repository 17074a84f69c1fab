import { isIP } from 'node:net';
import { isPrivateAddress, isPrivateHost } from '../../../core/protocol/privateHosts';

/**
 * Every block of IANA's special-purpose registries (iana-ipv4-special-registry and
 * iana-ipv6-special-registry, with RFC 9780 and RFC 9637), and of the multicast registries.
 */
const BLOCKS = `
0.0.0.0/8 0.0.0.0/32 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12
192.0.0.0/24 192.0.0.0/29 192.0.0.8/32 192.0.0.9/32 192.0.0.10/32 192.0.0.170/32 192.0.0.171/32
192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.88.99.2/32 192.168.0.0/16
192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 240.0.0.0/4 255.255.255.255/32
224.0.0.0/4
::1/128 ::/128 ::ffff:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 100:0:0:1::/64
2001::/23 2001::/32 2001:1::1/128 2001:1::2/128 2001:1::3/128 2001:2::/48 2001:3::/32
2001:4:112::/48 2001:10::/28 2001:20::/28 2001:30::/28 2001:db8::/32 2002::/16
2620:4f:8000::/48 3fff::/20 5f00::/16 fc00::/7 fe80::/10
ff00::/8
`
	.trim()
	.split(/\s+/);

/** Deprecated forms that carry an IPv4 address, site-local addresses, and what is not assigned. */
const OTHERS = [
	'::/96',
	'::ffff:0:0:0/96',
	'fec0::/10',
	'4000::/2',
	'8000::/2',
	'c000::/3',
	'100::/8',
];

const bitsOf = (address: string) => (address.includes(':') ? 128 : 32);

/** An address as a number, by the platform's own reading of URLs. */
function numberOf(address: string): bigint {
	if (isIP(address) === 4) {
		return address.split('.').reduce((number, part) => (number << 8n) | BigInt(part), 0n);
	}
	const host = new URL(`http://[${address}]/`).hostname.slice(1, -1);
	const [before, after] = host.split('::').map((half) => half.split(':').filter(Boolean));
	const middle = after ? Array<string>(8 - before.length - after.length).fill('0') : [];
	return [...before, ...middle, ...(after ?? [])].reduce(
		(number, group) => (number << 16n) | BigInt(`0x${group}`),
		0n,
	);
}

function written(number: bigint, bits: number): string {
	const size = bits === 32 ? 8 : 16;
	const parts = Array.from({ length: bits / size }, (_, i) =>
		Number((number >> BigInt(bits - size * (i + 1))) & ((1n << BigInt(size)) - 1n)),
	);
	return bits === 32 ? parts.join('.') : parts.map((part) => part.toString(16)).join(':');
}

const hostOf = (address: string) =>
	new URL(`http://${address.includes(':') ? `[${address}]` : address}/`).hostname;

test.each([...BLOCKS, ...OTHERS])(
	'%s is not public, from its first address to its last',
	(block) => {
		const [network, prefix] = block.split('/');
		const bits = bitsOf(network);
		const size = 1n << BigInt(bits - Number(prefix));
		for (const offset of [0n, 1n, size / 2n, size - 2n, size - 1n]) {
			if (offset < 0n || offset >= size) continue;
			const address = written(numberOf(network) + offset, bits);
			expect([address, isPrivateAddress(address)]).toEqual([address, true]);
			expect([address, isPrivateHost(hostOf(address))]).toEqual([address, true]);
		}
	},
);

test.each(['168.63.129.16', '169.254.169.254', '100.100.100.200', 'fd00:ec2::254', 'fd20:ce::254'])(
	'%s, where a cloud tells its machines about themselves, is not public',
	(address) => {
		expect(isPrivateAddress(address)).toBe(true);
		expect(isPrivateHost(hostOf(address))).toBe(true);
	},
);

test.each([
	...['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0'],
	...[
		'126.255.255.255',
		'128.0.0.0',
		'169.253.255.255',
		'169.255.0.0',
		'172.15.255.255',
		'172.32.0.0',
	],
	...[
		'191.255.255.255',
		'192.0.1.0',
		'192.0.3.0',
		'192.88.98.255',
		'192.88.100.0',
		'192.167.255.255',
	],
	...[
		'192.169.0.0',
		'198.17.255.255',
		'198.20.0.0',
		'198.51.99.255',
		'203.0.114.0',
		'223.255.255.255',
	],
	...['168.63.129.15', '168.63.129.17', '2001:200::1', '2001:4860:4860::8888', '2606:4700::1111'],
	...['2001:db7::1', '2001:db9::1', '2003::1', '2a00::1', '3ffe::1'],
])('%s is public', (address) => {
	expect(isPrivateAddress(address)).toBe(false);
	expect(isPrivateHost(hostOf(address))).toBe(false);
});

test.each([
	'',
	'nothing',
	'1.2.3',
	'1.2.3.4.5',
	'256.1.1.1',
	'01.2.3.4',
	'0x1.2.3.4',
	':',
	'1::2::3',
	'12345::',
])('%j is not an address, and what is none is not public', (address) => {
	expect(isPrivateAddress(address)).toBe(true);
});

test.each([
	...['localhost', 'LOCALHOST', 'localhost.', 'localhost..', 'localhost...', 'a.localhost'],
	...['localhost.localdomain', 'localhost6.localdomain6', 'x.localdomain.', 'x..localhost'],
	...[
		'intranet',
		'n8n',
		'redis',
		'metadata',
		'kubernetes',
		'a.intranet',
		'printer.local',
		'router.lan',
	],
	...[
		'api.prod.svc',
		'api.prod.svc.',
		'api.prod.svc.cluster.local',
		'10-1-2-3.prod.pod',
		'db.consul',
	],
	...['x.corp', 'dc.ad.corp', 'nas.home', 'nas.home.arpa', 'x.mail', 'db.private', 'a.internal'],
	...['host.docker.internal', 'metadata.google.internal', '1.0.0.127.in-addr.arpa'],
	...[
		'x.onion',
		'x.alt',
		'x.invalid',
		'x.test',
		'x.example',
		'example',
		'example..com',
		'.example.com',
		'..',
		'.',
	],
])('the name %j is not public', (name) => {
	expect(isPrivateHost(name)).toBe(true);
	if (URL.canParse(`http://${name}/`)) {
		expect(isPrivateHost(new URL(`http://${name}/`).hostname)).toBe(true);
	}
});

test.each([
	...[
		'example.com',
		'example.com.',
		'hooks.slack.com',
		'a.b.c.d.example.org',
		'storage.googleapis.com',
	],
	...[
		'localhost.example.com',
		'svc.example.com',
		'home.example.com',
		'test.com',
		'corp.com',
		'local.net',
		'xn--p1ai.com',
	],
	...['notlocalhost.com', 'internal.dev', '1.example.com', 'bücher.example.com'],
])('the name %j is public', (name) => {
	expect(isPrivateHost(name)).toBe(false);
	expect(isPrivateHost(new URL(`http://${name}/`).hostname)).toBe(false);
});
