import { isPrivateAddress } from '../../core/protocol/privateHosts';
import { isPublicUrl, publicLookup } from '../../lambdas/shared/addresses';
import { nextAttempt, SCHEDULE } from '../../lambdas/notify/schedule';
import { retryAfter, sendWebhook } from '../../lambdas/notify/send';
import { settingsOf } from '../../lambdas/notify/settings';
import { startTarget } from './notifyKit';

const secrets = [`whsec_${Buffer.alloc(24, 1).toString('base64')}`];
const source = { name: 'staking', event: 'stakingTransaction' };
const target = { name: 'hook', url: 'https://hooks.example.org/x', secrets };
const read = (settings: unknown) => settingsOf(JSON.stringify(settings));

test('settings are read, with defaults', async () => {
	expect(await read({ sources: [source], targets: [target] })).toEqual({
		sources: [{ ...source, network: 'mainnet', blockchainId: 'p-chain' }],
		targets: [
			{
				...target,
				format: 'event',
				allowPrivateNetwork: false,
				timeoutSeconds: 15,
				concurrency: 10,
			},
		],
	});
});

test('a byte order mark in front of settings is passed over', async () => {
	const text = JSON.stringify({ sources: [source], targets: [target] });
	expect(await settingsOf(`\uFEFF${text}\n`)).toEqual(await settingsOf(text));
});

test.each([
	[{ sources: [], targets: [target] }, /sources needs at least one/],
	[{ sources: [source, source], targets: [target] }, /sources must have unique names/],
	[
		{ sources: [{ ...source, event: 'moon' }], targets: [target] },
		/sources\.0\.event must be one of stakingTransaction, validator, health, balanceCrossed, /,
	],
	[{ sources: [{ ...source, colour: 1 }], targets: [target] }, /no field sources\.0\.colour/],
	[
		{ sources: [{ ...source, nodeIds: ['x'] }], targets: [target] },
		/sources\.0\.nodeIds\.0 must be a node id/,
	],
	[
		{ sources: [source], targets: [{ ...target, name: 'a b' }] },
		/targets\.0\.name must be 1 to 64/,
	],
	[
		{ sources: [source], targets: [target, { ...target, name: '__proto__' }] },
		/targets\.1\.name must not be __proto__/,
	],
	[
		{ sources: [{ ...source, name: '__proto__' }], targets: [target] },
		/sources\.0\.name must not be __proto__/,
	],
	[
		{ sources: [source], targets: [{ ...target, secrets: ['short'] }] },
		/targets\.0\.secrets\.0 must be whsec_/,
	],
	[
		{ sources: [source], targets: [{ ...target, secrets: undefined }] },
		/targets\.0\.secrets are required/,
	],
	[
		{ sources: [source], targets: [{ ...target, url: 'http://hooks.example.org' }] },
		/targets\.0\.url must be https/,
	],
	[
		{ sources: [source], targets: [{ ...target, url: 'https://10.1.2.3/' }] },
		/targets\.0\.url .*must be https and public/,
	],
	[{ sources: [source], targets: [{ ...target, url: 'file:///etc/passwd' }] }, /targets\.0\.url/],
	[{ sources: [source] }, /targets/],
	['text', /it /],
])('%j is refused, naming the field and no value', async (settings, text) => {
	const error = (await read(settings).catch((thrown: unknown) => thrown)) as Error;
	expect(error).toMatchObject({ name: 'ConfigurationError', message: expect.stringMatching(text) });
	for (const hidden of ['hooks.example.org', secrets[0], 'short"'])
		expect(error.message).not.toContain(hidden);
});

test.each([
	'0.0.0.0',
	'10.0.0.1',
	'100.64.0.1',
	'127.0.0.1',
	'169.254.169.254',
	'172.31.255.255',
	'192.168.1.1',
	'198.19.0.1',
	'224.0.0.1',
	'255.255.255.255',
	'::',
	'::1',
	'::ffff:10.0.0.1',
	'::ffff:8.8.8.8',
	'64:ff9b::a00:1',
	'2002:a00:1::',
	'fc00::1',
	'fd12::1',
	'fe80::1',
	'ff02::1',
	'fd00:ec2::254',
	'nothing',
])('%s is private', (address) => {
	expect(isPrivateAddress(address)).toBe(true);
	const host = address.includes(':') ? `[${address}]` : address;
	if (address !== 'nothing') expect(isPublicUrl(`https://${host}/`)).toBe(false);
});

test.each(['1.1.1.1', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111'])(
	'%s is public',
	(address) => {
		expect(isPrivateAddress(address)).toBe(false);
		expect(isPublicUrl(`https://${address.includes(':') ? `[${address}]` : address}/x`)).toBe(true);
	},
);

test.each([
	'http://a.org',
	'https://u:p@a.org',
	'https://localhost',
	'https://x.localhost.',
	'https://a.internal',
	'https://0x7f.1/',
	'https://2130706433/',
	'https://[::ffff:7f00:1]/',
	'nothing',
])('%s is no public URL', (url) => {
	expect(isPublicUrl(url)).toBe(false);
});

test('a name that leads to a private address is refused when it is connected to', async () => {
	const error = await new Promise((resolve) =>
		publicLookup('localhost', { all: true }, (found) => resolve(found)),
	);
	expect(error).toMatchObject({ name: 'PrivateAddressError' });
});

test('a target in a private network is sent nothing unless it may be', async () => {
	const hook = await startTarget();
	const request = { headers: {}, body: '{}' };
	const given = { url: hook.url, timeoutSeconds: 1 };
	expect(await sendWebhook({ ...given, allowPrivateNetwork: false }, request)).toEqual({
		error: 'the address is private or not https',
	});
	expect(hook.received).toHaveLength(0);
	expect(await sendWebhook({ ...given, allowPrivateNetwork: true }, request)).toEqual({
		status: 200,
	});
	await hook.close();
	const gone = await sendWebhook({ ...given, allowPrivateNetwork: true }, request);
	expect(gone.error).toMatch(/ECONNRE/);
	expect(gone.error).not.toContain(hook.url);
});

test('the schedule is that of Standard Webhooks, then it ends', () => {
	expect(SCHEDULE.map((ms) => ms / 1000)).toEqual([
		0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400,
	]);
	expect(nextAttempt(1, 1000)).toBe(6000);
	expect(nextAttempt(1, 0, 60_000)).toBe(60_000);
	expect(nextAttempt(2, 0, 60_000)).toBe(300_000);
	expect(nextAttempt(1, 0, 10 ** 12)).toBe(86_400_000);
	expect(nextAttempt(10, 0)).toBeUndefined();
});

test('Retry-After is read as seconds and as a date', () => {
	const now = Date.parse('2026-11-07T12:00:00Z');
	expect(retryAfter('120', now)).toBe(120_000);
	expect(retryAfter('Sat, 07 Nov 2026 12:01:00 GMT', now)).toBe(60_000);
	expect(retryAfter('Sat, 07 Nov 2026 11:00:00 GMT', now)).toBe(0);
	expect(retryAfter('soon', now)).toBeUndefined();
	expect(retryAfter(undefined, now)).toBeUndefined();
});

test('an address that is translated to a private one is private', () => {
	expect(isPrivateAddress('::ffff:0:127.0.0.1')).toBe(true);
	expect(isPrivateAddress('2606:4700::1111')).toBe(false);
});
