import type { IDataObject } from 'n8n-workflow';
import { parsedHtml } from '../../lab/kit/channels/rendered';
import { runExampleCode } from './exampleCode';
import { DAY_MS } from '../../core/formats/timeUnits';

/** The page of the example validator-dashboard: what the chain and other nodes say is text in it, never markup. */

const NODE = 'NodeID-FwJdk72TVgizzJoSQkKQ6BxutvLybp3Zs';
const OTHER = 'NodeID-GvFoLoEq1XLHopMf2JiqY5ScWXwnpNVd4';
const HOSTILE = [
	'<script>alert(1)</script>',
	'</text></svg><img src=x onerror=alert(1)>',
	'"><script>alert(1)</script>',
	`' onload='alert(1)`,
	'" onmouseover="alert(1)" x="',
	'&lt;b&gt; &amp; &#60;script&#62;',
	'<!-- ',
	'<![CDATA[<script>alert(1)</script>]]>',
	'</style><script>alert(1)</script>',
	'javascript:alert(1)',
	'${alert(1)}',
];

const day = (inDays: number) => new Date(Date.now() + inDays * DAY_MS).toISOString();

function validator(more: IDataObject = {}): IDataObject {
	return {
		nodeId: NODE,
		version: 'avalanchego/1.14.2',
		uptimePerformance: 98.5,
		startTimestamp: day(-50),
		endTimestamp: day(50.5),
		amountStaked: 2000,
		amountDelegated: 5000,
		delegationCapacity: 3000,
		delegationFee: 2,
		potentialReward: 12,
		...more,
	};
}

function pageOf(validators: IDataObject[], settings: IDataObject = {}) {
	const given = { title: 'Mine', network: 'mainnet', nodeIds: `${NODE},\n${OTHER}`, ...settings };
	const outputs = { Settings: [given], Validators: validators };
	const [json] = runExampleCode('validator-dashboard', 'Page', outputs, validators);
	const page = String(json.page);
	return { status: json.status, page, ...parsedHtml(page) };
}

test('charts and a table of each validator', () => {
	const { status, text, links, page } = pageOf([
		validator(),
		validator({ nodeId: OTHER, uptimePerformance: 79.25, endTimestamp: day(3.5) }),
	]);
	expect(status).toBe(200);
	expect(text).toContain('2 of 2');
	expect(text).toContain('98.50 %');
	expect(text).toContain('79.25 %');
	expect(text).toContain('3 days left');
	expect(text).toContain('50 days left');
	expect(text).toContain('AVAX10,000');
	expect(links).toEqual([OTHER, NODE].map((id) => `https://subnets.avax.network/validators/${id}`));
	expect(page).toContain('fill="#2e7d32"');
	expect(page).toContain('fill="#c62828"');
});

test.each([
	['2026-09-22T15:00:00Z', 'mainnet', 89.25, '#c62828'],
	['2026-09-22T14:59:59Z', 'mainnet', 89.25, '#2e7d32'],
	['2026-09-22T14:59:59Z', 'fuji', 89.25, '#c62828'],
	['2026-09-22T14:59:59Z', 'mainnet', 84, '#ef6c00'],
])('the bar of a validation from %s on on %s, at %d %%, is %s', (start, network, uptime, color) => {
	const { page } = pageOf([validator({ startTimestamp: start, uptimePerformance: uptime })], {
		network,
	});
	// Of 580 units, the share of the uptime.
	expect(page).toContain(
		`width="${((580 * uptime) / 100).toFixed(1)}" height="18" rx="2" fill="${color}"`,
	);
});

test.each(HOSTILE)('%s is text in every place', (hostile) => {
	const plain = pageOf([validator({ nodeId: 'a', version: 'b' })], { nodeIds: 'x' });
	const page = pageOf([validator({ nodeId: hostile, version: hostile })], {
		...{ nodeIds: hostile.replace(/[\s,]+/g, ''), title: hostile, network: hostile },
	});
	// The same elements and attributes as a page of harmless names, and a message of a missing one.
	const missing = page.text.includes('Not active on');
	expect(missing).toBe(/[\s,]/.test(hostile));
	expect(page.tags).toEqual(
		missing ? plain.tags : plain.tags.filter((tag) => !['p', 'p class'].includes(tag)),
	);
	expect(page.text.split(hostile).length).toBeGreaterThan(2);
	expect(page.links).toEqual([
		`https://subnets.avax.network/validators/${encodeURIComponent(hostile)}`,
	]);
});

test.each(HOSTILE)('a failure with %s is text, and the status says that it is one', (hostile) => {
	const plain = pageOf([{ error: 'a' }]);
	for (const error of [hostile, { message: hostile }]) {
		const { status, tags, text } = pageOf([{ error }]);
		expect(status).toBe(502);
		expect(tags).toEqual(plain.tags);
		expect(text).toContain(hostile);
	}
});

test('numbers that are none draw nothing, and leave no NaN or text in an attribute', () => {
	const wrong = ['"><script>', '1e999', null, {}, -5, 1e300, 'NaN'];
	const plain = pageOf([validator()]);
	for (const value of wrong) {
		const names = 'uptimePerformance startTimestamp endTimestamp amountStaked amountDelegated';
		const fields = `${names} delegationCapacity delegationFee potentialReward`.split(' ');
		const { page, tags } = pageOf([
			validator(Object.fromEntries(fields.map((field) => [field, value])) as IDataObject),
		]);
		expect(tags).toEqual(plain.tags);
		expect(page).not.toMatch(/NaN|undefined|Infinity|\[object/);
		for (const [, x, width] of page.matchAll(/<rect x="([^"]*)" y="\d+" width="([^"]*)"/g)) {
			expect(Number(x)).toBeGreaterThanOrEqual(170);
			expect(Number(x) + Number(width)).toBeLessThanOrEqual(750.05);
			expect(Number(width)).toBeGreaterThanOrEqual(0);
		}
	}
});

test('long names are cut, and characters that turn the direction are removed', () => {
	const { page, text } = pageOf([
		validator({ version: 'v'.repeat(1_000_000) }),
		validator({ nodeId: OTHER, version: 'a\u202Ecod\u0000.\u2066exe' }),
	]);
	expect(page.length).toBeLessThan(20_000);
	expect(text).toContain(`${'v'.repeat(59)}…`);
	expect(page).not.toMatch(/[\u0000\u202a-\u202e\u2066-\u2069]/);
});

test('no validator is active: the page says which', () => {
	const { status, text, page } = pageOf([{}]);
	expect(status).toBe(200);
	expect(text).toContain(`Not active on mainnet: ${NODE}, ${OTHER}`);
	expect(page).not.toContain('<svg');
	expect(page).not.toMatch(/NaN|undefined|Infinity/);
});
