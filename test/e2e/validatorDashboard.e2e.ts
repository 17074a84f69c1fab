import { exampleWorkflow } from '../../lab/kit/n8n/import';
import { openWindow, type Window } from './kit/editor';
import { type Host, publish, useSharedHost } from './kit/host';

/** The page of the example validator-dashboard, as n8n sends it and a browser shows it. */

const EXAMPLE = 'validator-dashboard';
const { nodes, ...rest } = exampleWorkflow(EXAMPLE);
const [path] = nodes.flatMap(({ parameters }) =>
	parameters.path ? [String(parameters.path)] : [],
);
const HOSTILE = `"></text></svg><script>document.title = 'taken'</script><img src=x onerror="document.title = 'taken'">&amp;`;

interface ServedValidator {
	nodeId: string;
	uptimePerformance: number;
}

let host: Host;
let browser: Window;
let url: string;

beforeAll(async () => {
	const id = 'published-dashboard';
	host = await useSharedHost({ workflows: [{ ...rest, nodes, id }] });
	await publish(host, id);
	url = `${host.url}/webhook/${path}`;
	browser = await openWindow();
});

afterEach(() => host?.emulator.control.clearFaults());

afterAll(async () => {
	await browser?.close();
	await host?.close();
});

/** The validators of the page, as the service answers. */
async function served(): Promise<ServedValidator[]> {
	const settings = JSON.stringify(nodes.find(({ name }) => name === 'Settings')?.parameters);
	const ids = [...settings.matchAll(/NodeID-\w+/g)].map(([id]) => id);
	const query = `nodeIds=${ids.join(',')}&validationStatus=active&pageSize=100`;
	const response = await fetch(`${host.emulator.dataUrl}/v1/networks/mainnet/validators?${query}`);
	return ((await response.json()) as { validators: ServedValidator[] }).validators;
}

test('the webhook answers with the page: a row of each chart for each validator', async () => {
	const { page, shot } = browser;
	const response = await fetch(url);
	expect([response.status, response.headers.get('content-type')]).toEqual([
		200,
		'text/html; charset=utf-8',
	]);
	await page.setViewportSize({ width: 980, height: 1150 });
	await page.goto(url);
	await page.locator('h1').waitFor();
	const validators = await served();
	expect(validators.length).toBeGreaterThan(3);
	expect(await page.locator('svg').count()).toBe(3);
	for (const { nodeId, uptimePerformance } of validators) {
		expect(await page.locator(`td a[href$="/${nodeId}"]`).count()).toBe(1);
		const uptime = page
			.locator('svg text')
			.filter({ hasText: `${uptimePerformance.toFixed(2)} %` });
		expect(await uptime.count()).toBe(1);
	}
	await shot(EXAMPLE);
});

test('what a validator says of itself is shown as text, and runs nothing', async () => {
	const { page, shot } = browser;
	const validators = (await served()).map((one) => ({ ...one, avalancheGoVersion: HOSTILE }));
	host.emulator.control.addFaults({
		faults: [
			{ kind: 'status', status: 200, path: '/validators', body: JSON.stringify({ validators }) },
		],
	});
	await page.goto(url);
	await page.locator('h1').waitFor();
	expect(await page.locator('title').allInnerTexts()).toEqual(['My Validators']);
	for (const foreign of ['script', 'img', '[onerror]'])
		expect(await page.locator(foreign).count()).toBe(0);
	const nameStart = HOSTILE.slice(0, 40);
	expect(await page.locator('td').filter({ hasText: nameStart }).count()).toBe(validators.length);
	await shot(`${EXAMPLE}-hostile`);
});

test('a failure of the service is a page with its reason, and status 502', async () => {
	const { page } = browser;
	host.emulator.control.addFaults({
		faults: [{ kind: 'status', status: 403, path: '/validators', message: 'no <b>such</b> key' }],
	});
	expect((await fetch(url)).status).toBe(502);
	await page.goto(url);
	const message = page.locator('p.message');
	await message.waitFor();
	expect(await message.innerText()).toContain('no <b>such</b> key');
});
