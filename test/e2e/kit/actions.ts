import type { Editor } from './editor';

/** Steps of a user in the form of an action in n8n's editor. */

/** The text of the output panel once a run has ended. */
export async function output({ page }: Editor): Promise<string> {
	const panel = page.getByTestId('output-panel');
	await panel.getByTestId('ndv-data-container').locator('table').first().waitFor();
	return await panel.innerText();
}

/** Opens the form of an action that the list of nodes offers under a node. */
export async function addAction({ page }: Editor, node: string, action: string): Promise<void> {
	await page.getByTestId('item-iterator-item').filter({ hasText: node }).first().click();
	const entry = page.getByTestId('node-creator-item-name').filter({ hasText: action });
	const actions = page.getByTestId('node-creator-category-item').filter({ hasText: 'Actions' });
	await actions.waitFor();
	const collapsed = page.locator('[data-category-collapsed="true"]');
	if ((await collapsed.filter({ hasText: /\bActions\b/ }).count()) > 0) await actions.click();
	await entry.first().click();
	await page.getByTestId('ndv').waitFor();
}
