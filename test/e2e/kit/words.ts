import { readFileSync } from 'node:fs';
import path from 'node:path';
import { failuresOf, type Locator, type Page } from './editor';
import { until } from './host';

/** A user who does what a page of the documents says: what is bold there is what they click. */

const ROOT = path.resolve(__dirname, '../../..');

/** The text below a heading of a page, up to the next heading. */
export function sectionOf(file: string, heading: string): string {
	const text = readFileSync(path.join(ROOT, file), 'utf8');
	const [, ...sections] = text.split(/^#+ (?=.)/m);
	const found = sections.find((section) => section.startsWith(`${heading}\n`));
	if (!found) throw new Error(`${file} has no heading "${heading}"`);
	return found.slice(heading.length);
}

/** The items of the numbered list in a text. */
export function stepsOf(text: string): string[] {
	const [, ...steps] = text.split(/^\d+\. /m);
	return steps.map((step) => step.split('\n\n')[0]);
}

/** The labels that a text has in bold, in their order. A bold sentence is a title. */
export function labelsOf(text: string): string[] {
	return [...text.matchAll(/\*\*([^*]+)\*\*/g)]
		.map(([, label]) => label.replaceAll(/\s+/g, ' '))
		.filter((label) => !label.endsWith('.'))
		.flatMap((label) => label.split(' → '));
}

/** Signs that stand for buttons without a text. */
const SIGNS: Record<string, (page: Page) => Locator> = {
	'+': (page) => page.getByRole('button', { name: 'Add new item' }),
	'⋯': (page) => page.getByTestId('workflow-menu'),
	'✕': (page) => page.getByTestId('ndv-close-button'),
};

export function canvasNode(page: Page, name: string): Locator {
	return page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
}

/** A dialog above the canvas and the form of a node, which is one itself. */
const dialogOf = (page: Page) => page.locator('[role="dialog"]');

/** Locators of an element that can be clicked, by its label, topmost first. */
function locatorsOf(page: Page, label: string): Locator[] {
	const [dialog, form] = [dialogOf(page), page.getByTestId('ndv')];
	return [
		dialog.getByRole('button', { name: label, exact: true }),
		form.getByText(label, { exact: true }),
		page.getByRole('menuitem', { name: label, exact: true }),
		canvasNode(page, label),
		page.getByRole('button', { name: label }),
	].map((locator) => locator.last());
}

export interface Reader {
	/** Clicks what a text has in bold. `entries`: what is entered into fields, by their labels. */
	follow(text: string, entries?: Record<string, string>): Promise<void>;
	/** Number of mouse clicks; a double click is two. */
	clicks(): number;
	/** Number of double clicks. */
	doubleClicks(): number;
}

/** `file`: the workflow that is imported. */
export function readerOf(page: Page, file: string): Reader {
	let clicks = 0;
	let doubleClicks = 0;

	/** Enters a text into a field of the form or dialog on top. */
	async function enter(label: string, text: string) {
		const isDialog = await page.getByTestId('credential-edit-dialog').isVisible();
		const labelled = `//label[starts-with(normalize-space(), "${label}")]`;
		const group = isDialog
			? page.locator(`xpath=${labelled}/ancestor::*[descendant::input][1]`)
			: page.getByTestId('input-label').filter({ hasText: new RegExp(`^${label}\\b`) });
		// A picker has its own input beside that of its mode.
		const picker = group.getByTestId('rlc-input');
		const isPicker = (await picker.count()) > 0;
		const inner = group.locator('input, textarea, [contenteditable="true"]').first();
		const field = isPicker ? picker.first() : inner;
		await field.click();
		await field.fill(text);
		clicks += 1;
	}

	async function click(label: string, isAgain: boolean) {
		// An element that is still loading ignores clicks.
		await page.waitForLoadState('networkidle');
		const locators = SIGNS[label] ? [SIGNS[label](page)] : locatorsOf(page, label);
		// The same label twice is the button of the dialog that the first one has opened.
		const where = isAgain ? locators.slice(0, 1) : locators;
		const visible = await until(
			`"${label}" to be shown`,
			async () => {
				for (const one of where) if (await one.isVisible()) return one;
				return undefined;
			},
			(found) => found !== undefined,
			150_000,
		);
		if (visible === locators[3]) {
			await visible.dblclick();
			await page.getByTestId('ndv').waitFor();
			clicks += 2;
			doubleClicks += 1;
			return;
		}
		if (label === 'From file') {
			const chooser = page.waitForEvent('filechooser');
			await visible?.click();
			await (await chooser).setFiles(path.join(ROOT, 'examples/workflows', `${file}.json`));
			await page.locator('[data-test-id="canvas-node"]').first().waitFor();
		} else await visible?.click();
		clicks += 1;
		if (label === 'New workflow') await opened();
		if (label === 'Save') await saved(visible);
	}

	/**
	 * Waits for the canvas of a new workflow. The editor has none where one of the 70 requests for it
	 * fails: a user begins again then, and so does this, once, and prints what failed.
	 */
	async function opened() {
		const canvas = page.getByTestId('canvas-add-button');
		try {
			await canvas.waitFor({ timeout: 30_000 });
		} catch (error) {
			process.stderr.write(`No new workflow at ${page.url()}: ${error}\n${failuresOf(page)}\n`);
			await page.goto(new URL('/home/workflows', page.url()).href);
			for (const locator of [SIGNS['+'](page), locatorsOf(page, 'New workflow')[2]])
				await locator.click();
			await canvas.waitFor();
		}
	}

	/** Waits until a credential is saved and its dialog is gone; n8n ignores a click while it opens. */
	async function saved(button?: Locator) {
		const dialog = page.getByTestId('credential-edit-dialog');
		await until(
			'the credential to be saved',
			async () => {
				await new Promise((resolve) => setTimeout(resolve, 3000));
				if (!(await dialog.isVisible())) return true;
				await button?.click();
				return false;
			},
			Boolean,
			150_000,
		);
	}

	return {
		async follow(text, entries = {}) {
			let last = '';
			for (const label of labelsOf(text)) {
				if (label in entries) await enter(label, entries[label]);
				else await click(label, label === last);
				last = label;
			}
		},
		clicks: () => clicks,
		doubleClicks: () => doubleClicks,
	};
}
