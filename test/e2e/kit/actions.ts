import type { Editor, Window } from './editor';

/** Steps of a user in the form of an action in n8n's editor. */

/** The text of the output panel once a run has ended. */
export async function output({ page }: Editor): Promise<string> {
	const panel = page.getByTestId('output-panel');
	await panel.getByTestId('ndv-data-container').locator('table').first().waitFor();
	return await panel.innerText();
}

/** Chooses a credential in the form that is open. */
export async function chooseCredential(
	{ page }: Pick<Window, 'page'>,
	name: string | RegExp,
): Promise<void> {
	await page.getByTestId('node-credentials-select').first().click();
	await page
		.locator('[data-test-id^="node-credentials-select-item"]')
		.filter({ hasText: name })
		.first()
		.click();
}

/** Opens the form of an action that the list of nodes offers under a node, and chooses its credential. */
export async function addAction(editor: Editor, node: string, action: string): Promise<void> {
	const { page } = editor;
	await page.getByTestId('item-iterator-item').filter({ hasText: node }).first().click();
	const entry = page.getByTestId('node-creator-item-name').filter({ hasText: action });
	const actions = page.getByTestId('node-creator-category-item').filter({ hasText: 'Actions' });
	await actions.waitFor();
	const collapsed = page.locator('[data-category-collapsed="true"]');
	if ((await collapsed.filter({ hasText: /\bActions\b/ }).count()) > 0) await actions.click();
	await entry.first().click();
	await page.getByTestId('ndv').waitFor();
	await chooseCredential(editor, editor.credential);
}
