import { eventDeclarations } from '../../core';
import { type FieldSet, infoOf } from '../../core/fields/fieldSet';
import { isPublicUrl, publicLookup } from '../../lambdas/shared/addresses';
import { nextAttempt, SCHEDULE } from '../../lambdas/notify/attempt';
import { sendWebhook } from '../../lambdas/notify/send';
import { settingsOf } from '../../lambdas/notify/settings';
import { startTarget } from '../../lab/kit/lambda/notifyKit';

const secrets = [`whsec_${Buffer.alloc(24, 1).toString('base64')}`];
const source = { name: 'staking', event: 'stakingTransaction' };
const target = { name: 'hook', url: 'https://hooks.example.org/x', secrets };
const read = (settings: unknown) => settingsOf(JSON.stringify(settings));

test('settings are read, with defaults', async () => {
	expect(await read({ sources: [source], targets: [target] })).toEqual({
		sources: [{ ...source, network: 'mainnet' }],
		storedSources: false,
		targets: [
			{
				...target,
				format: 'event',
				holds: false,
				allowPrivateNetwork: false,
				timeoutSeconds: 15,
				concurrency: 10,
				disableAfterHours: 120,
			},
		],
	});
});

test('with subscriptions, no target is required; with sources in the table, no source', async () => {
	const withSubscriptions = (settings: object) => settingsOf(JSON.stringify(settings), true);
	expect((await withSubscriptions({ sources: [source] })).targets).toEqual([]);
	await expect(read({ sources: [source] })).rejects.toThrow(/targets/);
	await expect(withSubscriptions({ sources: [source], targets: [] })).rejects.toThrow(
		/targets needs at least one/,
	);
	const stored = { storedSources: true, targets: [{ ...target, sources: ['of-the-table'] }] };
	expect(await read(stored)).toMatchObject({ sources: [], storedSources: true });
	await expect(read({ ...stored, storedSources: false })).rejects.toThrow(/sources/);
	await expect(read({ ...stored, storedSources: 'yes' })).rejects.toThrow(
		/storedSources must be true or false/,
	);
});

describe('options that hold events', () => {
	const pager = { name: 'pager', format: 'pagerDuty', routingKey: 'k'.repeat(32) };
	const slack = { url: 'https://hooks.slack.com/services/T0/B0/x', secrets: undefined };
	const settingsWith = ({ root = {}, ...more }: { root?: object; [option: string]: unknown }) => ({
		...{ sources: [source], targets: [{ ...target, ...more }, pager], ...root },
	});

	test('are those of the trigger, by the same names', async () => {
		const options = {
			quietHours: 'Mon-Fri 22:00-07:00, Sat-Sun 22:00-09:00',
			maintenance: '2026-12-01T10:00Z/2026-12-01T12:00Z',
			...{ holdCritical: true, holdZone: 'Europe/Berlin', groupMinutes: 5, digestAt: 'Mon 08:00' },
			...{ repeatHours: 24, applySilences: true, escalateTo: 'pager', escalateAfterMinutes: 15 },
		};
		const match = { severity: ['critical'], subject: ['NodeID-*'] };
		const root = {
			routes: [{ match, targets: ['hook'] }],
			inhibitions: [{ name: 'node', source: match, target: { subject: ['check'] }, equal: [] }],
			linkUrl: 'https://abc.lambda-url.eu-west-1.on.aws/',
		};
		const { targets, ...rest } = await read(settingsWith({ ...options, root }));
		const builtIn = { inhibitions: ['default', ...root.inhibitions] };
		const { inhibitions } = await read(settingsWith({ ...options, root: builtIn }));
		const names = ['unreachable node', 'indexer behind', 'node'];
		expect(inhibitions?.map(({ name }) => name)).toEqual(names);
		expect(targets[0]).toMatchObject(options);
		expect(rest).toMatchObject(root);
	});

	test.each([
		[{ quietHours: '22:00' }, /targets\.0\.quietHours must be times such as 22:00-07:00/],
		[{ quietHours: '07:00-07:00' }, /targets\.0\.quietHours must be times/],
		[
			{ maintenance: '2026-12-01T12:00Z/2026-12-01T10:00Z' },
			/maintenance .*its end after its start/,
		],
		[{ quietHours: '22:00-07:00', holdZone: 'Mars/Base' }, /holdZone must be a time zone/],
		[{ holdZone: 'UTC' }, /holdZone has no effect without an option that holds events/],
		[{ digestAt: '25:00' }, /digestAt must be a time of the day/],
		[{ escalateTo: 'nobody' }, /targets\.0\.escalateTo must be the name of a target/],
		[{ escalateTo: 'hook' }, /escalateTo must be another target/],
		[{ escalateAfterMinutes: 5 }, /escalateAfterMinutes has no effect without escalateTo/],
		[
			{ ...pager, groupMinutes: 5, url: undefined, secrets: undefined },
			/groupMinutes must not be set for PagerDuty/,
		],
		[
			{ root: { routes: [{ match: {}, targets: ['hook'] }] } },
			/routes\.0\.match must be .*at least one of alertKey/,
		],
		[
			{ root: { routes: [{ match: { severity: ['bad'] }, targets: ['hook'] }] } },
			/routes\.0\.match\.severity must be of info/,
		],
		[
			{ root: { routes: [{ match: { event: ['x'] }, targets: ['nobody'] }] } },
			/routes\.0\.targets\.0 must be the name of a target/,
		],
		[
			{ repeatHours: 1, root: { inhibitions: [{ name: 'a', source: {}, target: {}, equal: [] }] } },
			/inhibitions\.0\.source must be/,
		],
		[
			{ repeatHours: 1, root: { inhibitions: ['all'] } },
			/inhibitions\.0 must be an object with name/,
		],
		[
			{ repeatHours: 1, root: { inhibitions: ['default', 'default'] } },
			/inhibitions must be without two of the same name/,
		],
		[{ root: { linkUrl: 'https://a.example.org' } }, /linkUrl has no effect without a target/],
		[
			{ applySilences: true, root: { linkUrl: 'http://10.0.0.1' } },
			/linkUrl must be the https URL/,
		],
		[{ actionSecret: 's'.repeat(32) }, /targets\.0\.actionSecret is of PagerDuty and Slack only/],
		[{ ...pager, actionSecret: 'short' }, /targets\.0\.actionSecret is too short/],
		[{ ...slack, actionSecret: 's'.repeat(32) }, /actionSecret has no effect without applySil/],
		[
			{ ...slack, applySilences: true, actionSecret: 's'.repeat(32) },
			/targets\.0\.actionSecret has no effect without linkUrl/,
		],
	])('a mistake is named, without its value: %j', async (given, message) => {
		const error = await read(settingsWith(given)).catch((one: Error) => one);
		expect(error).toMatchObject({
			name: 'ConfigurationError',
			message: expect.stringMatching(message),
		});
		expect(String(error)).not.toContain('given:');
	});
});

test('a watch is another spelling of its event', async () => {
	const nodeIds = ['NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg'];
	const given = { name: 'mine', network: 'mainnet', nodeIds, events: ['delegation'] };
	const settings = async (more: object) =>
		(await read({ sources: [{ ...given, ...more }], targets: [target] })).sources;
	const watched = await settings({ watch: 'validator' });
	expect(watched).toEqual([{ event: 'watchValidator', ...given }]);
	expect(await settings({ event: 'watchValidator' })).toEqual(watched);
	await expect(settings({ watch: 'moon' })).rejects.toThrow(
		/sources\.0\.event must be .*; or set watch to one of address, l1, l1Administration, node, validator/,
	);
	await expect(settings({ watch: 'validator', nodeIds: ['x'] })).rejects.toThrow(
		/sources\.0\.nodeIds.* must be node ids/,
	);
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
		/sources\.0\.event must be one of balanceCrossed, blockTransaction, contractEvent, /,
	],
	[{ sources: [{ ...source, colour: 1 }], targets: [target] }, /no field sources\.0\.colour/],
	[
		{ sources: [{ ...source, nodeIds: ['x'] }], targets: [target] },
		/sources\.0\.nodeIds.* must be node ids/,
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
	[
		{ sources: [source], targets: [{ ...target, format: 'matrix', room: undefined }] },
		/targets\.0\.room /,
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

describe('a setting whose value is not understood is an error', () => {
	const validator = { name: 'validators', event: 'validator' };
	const strange = [null, '', [], {}, 'undefined', 'NaN', 'not so', -1, 0.5];
	/** Such values that settings take: decimal numbers, and tags and names with a space between them. */
	const TAKEN: Readonly<Record<string, readonly unknown[]>> = {
		above: [0.5],
		below: [0.5],
		connection: [0.5],
		margin: [0.5],
		minAmount: [0.5],
		minValue: [0.5],
		recoverBy: [0.5],
		shares: [0.5],
		thresholds: [0.5],
		validatorFee: [0.5],
		weightAtRisk: [0.5],
		eventNames: ['not so'],
		// The names of its events are known.
		'l1Administration.eventNames': [],
		// Names, and texts as a contract returns them.
		function: ['undefined', 'NaN'],
		values: ['not so'],
		tags: ['not so'],
		dividedBy: ['not so'],
	};

	// Arguments are checked with their function: the cases of the event have wrong ones.
	const declared = eventDeclarations.flatMap(({ value, fields }) =>
		fields.keys
			.filter((key) => key !== 'args')
			.map((key) => [value, key, infoOf(fields, key)] as const),
	);
	test.each(declared)('%s: %s', async (event, key, { control }) => {
		const more = control === 'number' ? [1e30, [1]] : [];
		const values = [...strange, { a: { b: 1 } }, ...more];
		const sources = values.map((value, at) => ({ name: `s${at}`, event, [key]: value }));
		const said = await read({ sources, targets: [target] }).then(
			() => '',
			(error: unknown) => (error as Error).message,
		);
		for (const [at, value] of values.entries()) {
			const taken = TAKEN[`${event}.${key}`] ?? TAKEN[key];
			const isTaken = taken?.includes(value) ?? false;
			const isNamed = new RegExp(`- sources\\.${at}\\.${key}\\b`).test(said);
			expect([value, isNamed]).toEqual([value, !isTaken]);
		}
	});

	test.each([
		['format', strange],
		['template', [null, '', [], {}, -1]],
		['secrets', strange],
		['unsigned', strange],
		['allowPrivateNetwork', strange],
		['timeoutSeconds', strange],
		['concurrency', strange],
		['perMinute', strange],
		['sources', [...strange, ['stakings'], ['staking', 'other']]],
		['types', [...strange, ['staking'], ['validator.joined'], ['staking.transaction', 'x']]],
	])('targets: %s', async (key, values) => {
		for (const value of values) {
			const one = { ...target, format: 'slack', [key]: value };
			await expect(read({ sources: [source], targets: [one] })).rejects.toThrow(
				new RegExp(`- targets\\.0\\.${key}`),
			);
		}
	});

	test('a target selects among the types of the sources that it selects', async () => {
		const sources = [source, { ...validator, source: 'primary' }];
		const one = { ...target, sources: ['staking'], types: ['validator.joined'] };
		await expect(read({ sources, targets: [one] })).rejects.toThrow(
			"targets.0.types.0 must be a type of its sources' events: staking.transaction",
		);
		const { targets } = await read({ sources, targets: [{ ...one, sources: ['validators'] }] });
		expect(targets).toMatchObject([{ types: ['validator.joined'] }]);
	});

	test.each([
		['primary', { network: 'fuji', nodeId: 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg' }],
		['subnet', { includeInactive: true, blockchainId: '43114' }],
		['l1', { blockchainId: '43114' }],
		['evm', { subnetId: '11111111111111111111111111111111LpoYY', network: 'fuji' }],
	])('source %s has no settings %j, which it would ignore', async (kind, more) => {
		const one = { ...validator, source: kind, ...more };
		const { message } = (await read({ sources: [one], targets: [target] }).catch(
			(thrown: unknown) => thrown,
		)) as Error;
		for (const key of Object.keys(more)) {
			expect(message).toContain(`- sources.0.${key} is not a setting with source ${kind}`);
		}
	});

	const exampleOf = (fields: FieldSet, key: string): unknown => {
		const { placeholder, default: initial, choices = [] } = infoOf(fields, key);
		return placeholder ?? initial ?? choices[0].value;
	};
	const requiredOf = (fields: FieldSet) =>
		Object.fromEntries(
			fields.keys
				.filter((key) => infoOf(fields, key).required)
				.map((key) => [key, exampleOf(fields, key)]),
		);

	test('no event takes a setting that its form would not show', async () => {
		let tried = 0;
		for (const { value, fields } of eventDeclarations) {
			for (const key of fields.keys) {
				const { shownFor } = infoOf(fields, key);
				if (!shownFor) continue;
				const { field, values } = shownFor;
				const others = (infoOf(fields, field).choices ?? []).filter(
					(choice) => !values.includes(choice.value),
				);
				for (const other of others) {
					const one = {
						name: 'one',
						event: value,
						[field]: other.value,
						[key]: exampleOf(fields, key),
					};
					const sources = [{ ...requiredOf(fields), ...one }];
					await expect(read({ sources, targets: [target] })).rejects.toThrow(
						`- sources.0.${key} is not a setting with ${field} ${other.value}`,
					);
					tried++;
				}
			}
		}
		expect(tried).toBeGreaterThan(20);
	});

	test.each([
		[{ addresses: ['P-avax1x'] }, 'addresses'],
		[{ addresses: ['P-fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'] }, 'addresses'],
		[{ txTypes: ['StakeTx'] }, 'txTypes'],
		[{ minAmount: '1.0000000005' }, 'minAmount'],
		[{ blockchainId: 'c-chain' }, 'blockchainId'],
		[{ overlapSeconds: 0.5 }, 'overlapSeconds'],
	])('a staking transaction is not selected by %j', async (settings, key) => {
		await expect(
			read({ sources: [{ ...source, ...settings }], targets: [target] }),
		).rejects.toThrow(`- sources.0.${key}`);
	});

	test('a source starts from now, from a time, or from a duration before its first poll', async () => {
		const starting = async (startFrom: unknown) => {
			const { sources } = await read({ sources: [{ ...source, startFrom }], targets: [target] });
			return sources[0].startFrom;
		};
		expect(await starting('now')).toBeUndefined();
		expect(await starting(1_794_052_800)).toBe(1_794_052_800);
		expect(await starting('2026-11-07T12:00:00Z')).toBe(1_794_052_800);
		expect(await starting(' 60M ')).toBe('60m');
		for (const wrong of ['yesterday', '60x', -1, 0.5])
			await expect(starting(wrong)).rejects.toThrow('- sources.0.startFrom must be');
	});

	test('an event takes the defaults of its form', async () => {
		for (const { value, fields } of eventDeclarations) {
			const wanted = fields.keys.filter((key) => {
				const info = infoOf(fields, key);
				return info.required && info.default !== undefined;
			});
			const text = await read({ sources: [{ name: 'a', event: value }], targets: [target] }).then(
				({ sources: [one] }) => JSON.stringify(one),
				(error: unknown) => String(error),
			);
			for (const key of wanted) expect(text).not.toMatch(new RegExp(`sources\\.0\\.${key} `));
		}
	});

	test('settings are read without loss, and a name that occurs twice is an error', async () => {
		const text = JSON.stringify({ sources: [source], targets: [target] });
		const twice = text.replace('"name":"hook"', '"name":"hook","unsigned":true,"unsigned":false');
		await expect(settingsOf(twice)).rejects.toThrow(/the name "unsigned" occurs twice/);
		const long = text.replace(
			'"event":"stakingTransaction"',
			'"event":"stakingTransaction","overlapSeconds":900.00000000000000001',
		);
		await expect(settingsOf(long)).rejects.toThrow(/sources\.0\.overlapSeconds/);
	});
});

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
])('%s is not a public URL', (url) => {
	expect(isPublicUrl(url)).toBe(false);
	expect(isPublicUrl('https://[2606:4700::1111]/x')).toBe(true);
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
	hook.answer = () => [429, { 'retry-after': '120.5' }];
	expect(await sendWebhook({ ...given, allowPrivateNetwork: true }, request)).toMatchObject({
		status: 429,
		retryAfterMs: 120_500,
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

describe('webhooks', () => {
	const addresses = '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7';
	const payments = { name: 'payments', event: 'transfer', addresses };

	test('are read, and make sources optional', async () => {
		const { sources, webhooks } = await read({ webhooks: [payments], targets: [target] });
		expect(sources).toEqual([]);
		expect(webhooks).toMatchObject([
			{
				name: 'payments',
				event: 'transfer',
				reportRepairs: false,
				takeOver: false,
				settings: { polled: { addresses: [addresses], readFrom: 'data' }, own: {} },
			},
		]);
	});

	test.each([
		[{ webhooks: [] }, /webhooks needs at least one/],
		[{ webhooks: [payments, payments] }, /webhooks must have unique names/],
		[{ webhooks: [payments], sources: [] }, /sources needs at least one/],
		[
			{ webhooks: [payments], sources: [{ ...source, name: 'payments' }] },
			/webhooks\.0\.name must not be the name of a source/,
		],
		[
			{ webhooks: [payments], sources: [source, { ...source, name: 'payments' }] },
			/webhooks\.0\.name must not be the name of a source/,
		],
		[
			{ webhooks: [{ ...payments, event: 'health' }] },
			/webhooks\.0\.event must be one of balanceThreshold, delegation, /,
		],
		[{ webhooks: [{ ...payments, colour: 1 }] }, /no field webhooks\.0\.colour/],
		[{ webhooks: [{ ...payments, readFrom: 'node' }] }, /no field webhooks\.0\.readFrom/],
		[{ webhooks: [{ ...payments, addresses: '0x12' }] }, /webhooks\.0\.addresses.* must be EVM/],
		[{ webhooks: [{ ...payments, addresses: undefined }] }, /webhooks\.0\.addresses/],
		[{ webhooks: [{ ...payments, reportRepairs: 'x' }] }, /webhooks\.0\.reportRepairs must be/],
		[
			{ webhooks: [{ name: 'r', event: 'rewardPaid', network: 'mainnet' }] },
			/webhooks\.0\.nodeIds/,
		],
	])('%j is refused, naming the field and no value', async (settings, text) => {
		const error = (await read({ targets: [target], ...settings }).catch(
			(thrown: unknown) => thrown,
		)) as Error;
		expect(error).toMatchObject({
			name: 'ConfigurationError',
			message: expect.stringMatching(text) as string,
		});
		for (const hidden of ['given:', '0x12']) expect(error.message).not.toContain(hidden);
	});

	test('a target selects them and their types', async () => {
		const selecting = async (one: object) =>
			await read({ webhooks: [payments], targets: [{ ...target, ...one }] });
		await selecting({ sources: ['payments'], types: ['token.transfer'] });
		await expect(selecting({ sources: ['others'] })).rejects.toThrow(
			'targets.0.sources.0 must be the name of a source or of a webhook',
		);
		await selecting({ types: ['webhook.repaired'] });
	});
});
