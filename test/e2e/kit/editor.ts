import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { OWNER } from '../../../lab/kit/n8n/instance';
import type { Host } from './host';

/** n8n's editor in a real browser. */

export const SCREENSHOTS =
	process.env.E2E_SCREENSHOTS ?? path.resolve(__dirname, '../../../.cache/screenshots');
const WINDOW = { width: 1280, height: 800 };
/** Without network besides loopback, and without a sandbox that containers do not allow. */
const ARGUMENTS = [
	'--headless',
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/** Screenshots show the end of animations, and no notifications over what they show. */
const STILL = {
	animations: 'disabled',
	style: '.el-notification { visibility: hidden }',
} as const;

/** The parts of an element of the page that are looked at. */
interface Element {
	scrollWidth: number;
	clientWidth: number;
	innerText: string;
	getAttribute(name: string): string | null;
}

/** The parts of playwright's interface that the tests use; it is installed by itself. */
export interface Locator {
	click(options?: { timeout: number }): Promise<void>;
	dblclick(): Promise<void>;
	hover(options?: { force: boolean }): Promise<void>;
	fill(text: string): Promise<void>;
	waitFor(options?: { state?: 'visible' | 'hidden'; timeout?: number }): Promise<void>;
	filter(options: { hasText: string | RegExp }): Locator;
	getByTestId(id: string): Locator;
	getByText(text: string | RegExp, options?: { exact: boolean }): Locator;
	getByLabel(text: string): Locator;
	getByRole(role: string, options?: { name?: string | RegExp; exact?: boolean }): Locator;
	locator(selector: string): Locator;
	first(): Locator;
	last(): Locator;
	count(): Promise<number>;
	isVisible(): Promise<boolean>;
	allInnerTexts(): Promise<string[]>;
	innerText(): Promise<string>;
	boundingBox(): Promise<{ x: number; y: number; width: number; height: number } | null>;
	inputValue(): Promise<string>;
	screenshot(options: { path: string }): Promise<unknown>;
	/** Runs in the page, on the elements found. */
	evaluateAll<Value>(read: (elements: Element[]) => Value): Promise<Value>;
}

interface Request {
	url(): string;
	failure(): { errorText: string } | null;
}

interface Response {
	url(): string;
	status(): number;
}

type Finding = 'getByTestId' | 'getByText' | 'getByLabel' | 'getByRole' | 'locator';

export interface Page extends Pick<Locator, Finding> {
	goto(url: string): Promise<unknown>;
	url(): string;
	/** Shows a page of its own. */
	setContent(html: string): Promise<void>;
	waitForEvent(event: 'filechooser'): Promise<{ setFiles(file: string): Promise<void> }>;
	waitForURL(url: RegExp): Promise<void>;
	waitForLoadState(state: 'networkidle'): Promise<void>;
	on(event: 'requestfailed', listener: (request: Request) => void): void;
	on(event: 'response', listener: (response: Response) => void): void;
	screenshot(options: { path: string } & typeof STILL): Promise<unknown>;
	keyboard: { press(key: string): Promise<void> };
	mouse: { move(x: number, y: number): Promise<void> };
	setDefaultTimeout(ms: number): void;
	setViewportSize(size: { width: number; height: number }): Promise<void>;
	emulateMedia(options: { colorScheme: 'light' | 'dark' }): Promise<void>;
}

interface Browser {
	newContext(options: object): Promise<{ newPage(): Promise<Page> }>;
	close(): Promise<void>;
}

interface Driver {
	chromium: { launch(options: object): Promise<Browser> };
	selectors: { setTestIdAttribute(name: string): void };
}

export interface Editor extends Window {
	/** Name of the credential for the local services. */
	credential: string;
	/** Opens a node of the workflow that is shown, keeps its form, and gives what is cut off in it. */
	form(node: string, name: string): Promise<string[]>;
	/** Makes the window so high that long forms fit, or as it was. */
	resize(height?: number): Promise<void>;
	/** Opens an empty workflow and the list of nodes, and searches there. */
	search(text: string): Promise<void>;
	/** Searches in the list of nodes that is open. */
	searchFor(text: string): Promise<void>;
	/** Chooses an entry of a menu of the node's form. */
	choose(parameter: string, entry: string): Promise<void>;
}

/** A browser with one page. */
export interface Window {
	page: Page;
	/** Keeps what the page looks like, under a name. Gives the file. */
	shot(name: string): Promise<string>;
	close(): Promise<void>;
}

const MOST_FAILURES = 20;
/** The latest requests of each page that failed. */
const failures = new WeakMap<Page, string[]>();

/** The latest requests of a page that had no answer, or an answer with an error. */
export const failuresOf = (page: Page): string => (failures.get(page) ?? []).join('\n');

function noteFailures(page: Page): void {
	const latest: string[] = [];
	failures.set(page, latest);
	const note = (text: string) => {
		latest.push(text);
		if (latest.length > MOST_FAILURES) latest.shift();
	};
	page.on('requestfailed', (request) => note(`${request.url()}: ${request.failure()?.errorText}`));
	page.on('response', (response) => {
		if (response.status() >= 400) note(`${response.url()}: ${response.status()}`);
	});
}

/** Opens a browser. */
export async function openWindow(): Promise<Window> {
	const { E2E_DRIVER: driver, E2E_CHROMIUM: executablePath } = process.env;
	if (!driver) throw new Error('Run these tests by npm run test:e2e');
	const { chromium, selectors } = (await import(driver)) as Driver;
	selectors.setTestIdAttribute('data-test-id');
	const browser = await chromium.launch({ executablePath, args: ARGUMENTS });
	const context = await browser.newContext({
		viewport: WINDOW,
		locale: 'en-GB',
		timezoneId: 'UTC',
	});
	const page = await context.newPage();
	page.setDefaultTimeout(150_000);
	noteFailures(page);
	mkdirSync(SCREENSHOTS, { recursive: true });
	return {
		page,
		async shot(name) {
			const file = path.join(SCREENSHOTS, `${name}.png`);
			// Away from whatever shows a tooltip.
			await page.mouse.move(1, 1);
			await page.screenshot({ path: file, ...STILL });
			return file;
		},
		close: async () => await browser.close(),
	};
}

/** Opens the editor of an n8n and logs in. Nodes that are added get the credential. */
export async function openEditor({ url, credential: { name: credential } }: Host): Promise<Editor> {
	const { page, shot, close } = await openWindow();
	await page.goto(`${url}/signin`);
	await page.locator('input[name=emailOrLdapLoginId]').fill(OWNER.email);
	await page.locator('input[type=password]').fill(OWNER.password);
	await page.getByRole('button', { name: 'Sign in' }).click();
	await page.waitForURL(/\/home/);
	const searchBar = page.getByTestId('node-creator-search-bar');
	return {
		page,
		shot,
		credential,
		async form(node, name) {
			await page.locator(`[data-test-id="canvas-node"][data-node-name="${node}"]`).dblclick();
			const ndv = page.getByTestId('ndv');
			await ndv.getByTestId('node-parameters').first().waitFor();
			const texts = ndv.locator('label, label span, [data-test-id="node-parameters"] .el-select');
			const cut = await texts.evaluateAll((all) =>
				all
					.filter(
						({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1,
					)
					.map(({ innerText }) => innerText),
			);
			await ndv.screenshot({ path: path.join(SCREENSHOTS, `${name}.png`) });
			await page.keyboard.press('Escape');
			await ndv.waitFor({ state: 'hidden' });
			return [...new Set(cut)];
		},
		resize: async (height = WINDOW.height) => await page.setViewportSize({ ...WINDOW, height }),
		async search(text) {
			await page.goto(`${url}/workflow/new`);
			await page.getByTestId('canvas-add-button').locator('button').click();
			await searchBar.fill(text);
		},
		async searchFor(text) {
			// Entries of the search before are not taken for those of this one.
			const found = page.getByTestId('node-creator-item-name').filter({ hasText: 'Avalanche' });
			await searchBar.fill('no node has these words');
			await found.first().waitFor({ state: 'hidden' });
			await searchBar.fill(text);
		},
		async choose(parameter, entry) {
			await page.getByTestId(`parameter-input-${parameter}`).click();
			await page.getByTestId('parameter-input-item').getByText(entry).first().click();
		},
		close,
	};
}
