import type { WorkflowFile } from '../../../lab/kit/n8n/import';
import { exampleFile } from '../../../lab/kit/n8n/import';
import type { Session } from '../../../lab/kit/n8n/instance';
import { chooseCredential } from './actions';
import type { Locator } from './editor';
import type { FreshHost } from './freshHost';
import { until } from './host';
import { canvasNode, readerOf, sectionOf } from './words';

/** Imports examples by the menu of n8n's editor, fills in what n8n asks for, and publishes them. */

/** An input that n8n asks for: a field, with a value or a choice from its list, or a credential. */
/** `also`: what n8n says besides, since an empty value is not one of the field's form. */
export type Asked = { node: string; also?: string } & (
	| { field: string; value: string }
	| { field: string; chosen: string }
	| { credential: string }
);

export interface Importer {
	/** Imports into a new workflow, and waits until n8n has saved it by itself. */
	imported(name: string): Promise<{ id: string; published: boolean }>;
	/** The nodes that n8n marks, each with what n8n says about it. */
	marked(): Promise<Array<[node: string, issue: string]>>;
	/** Enters or chooses what n8n asked for. */
	fill(asked: Asked): Promise<void>;
	/** Makes a credential of this package in a node, with the values that it has at first. */
	makeCredential(node: string): Promise<void>;
	/** Changes a field of the credential that a node has. */
	changeCredential(node: string, field: string, value: string): Promise<void>;
	/** Publishes the workflow that is shown. */
	publish(): Promise<void>;
	/** The text of n8n beside a button that cannot be clicked. */
	refused(): Promise<string>;
	/** The message of n8n after a click that published nothing. */
	refusedWithError(): Promise<string>;
	unpublish(id: string): Promise<void>;
}

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

const MANUAL = 'n8n-nodes-base.manualTrigger';
const [howToImport] = sectionOf('README.md', 'Three things to try').trim().split('\n\n');

function startsByItself({ nodes }: WorkflowFile): boolean {
	return nodes.some(
		({ type, disabled }) => /(trigger|webhook)$/i.test(type) && type !== MANUAL && !disabled,
	);
}

/** Works in the window of the host. */
export function importerOf({ window: { page } }: FreshHost, session: Session): Importer {
	const reader = readerOf(page, '');
	let hasPublished = false;
	const publishButton = () => page.getByRole('button', { name: 'Publish', exact: true }).first();
	const markedNodes = page.locator(
		'[data-test-id="canvas-node"]:has([data-test-id="node-issues"])',
	);
	const tooltip = page
		.locator('.n8n-tooltip, [role="tooltip"]')
		.filter({ hasText: /^Issues/ })
		.last();

	async function open(node: string) {
		await canvasNode(page, node).dblclick();
		await page.getByTestId('ndv').waitFor();
	}

	/** True if n8n has saved in the workflow that is shown what was filled in. */
	async function isSaved(asked: Asked): Promise<boolean> {
		const [, id] = /\/workflow\/([^/?]+)/.exec(page.url()) ?? [];
		const { nodes } = (await session.rest('GET', `/workflows/${id}`)) as WorkflowFile;
		const { credentials, parameters } = nodes.find(({ name }) => name === asked.node) ?? {};
		if ('credential' in asked) return Object.keys(credentials ?? {}).length > 0;
		const text = JSON.stringify('value' in asked ? asked.value : asked.chosen);
		return JSON.stringify(parameters ?? {}).includes(text.slice(1, -1));
	}

	/** Publishes until something is shown: n8n ignores a click while its dialog opens. */
	async function publishUntil(result: Locator) {
		await reader.follow('**Publish** **Publish**');
		const button = page.locator('[role="dialog"]').getByRole('button', {
			name: 'Publish',
			exact: true,
		});
		await until('the end of publishing', async () => {
			if (await result.isVisible()) return true;
			await new Promise((resolve) => setTimeout(resolve, 3000));
			if (!(await result.isVisible()) && (await button.first().isVisible()))
				await button
					.first()
					.click({ timeout: 3000 })
					.catch(() => undefined);
			return await result.isVisible();
		});
	}

	return {
		async imported(name) {
			const file = exampleFile(name);
			await readerOf(page, name).follow(howToImport);
			const id = await until('the workflow to be saved', async () => {
				const [, workflowId = 'new'] = /\/workflow\/([^/?]+)/.exec(page.url()) ?? [];
				if (workflowId === 'new') return undefined;
				const saved = (await session
					.rest('GET', `/workflows/${workflowId}`)
					.catch(() => undefined)) as WorkflowFile | undefined;
				const isIt = saved?.name === file.name && saved.nodes.length === file.nodes.length;
				return isIt ? workflowId : undefined;
			});
			return { id: String(id), published: startsByItself(file) };
		},

		async marked() {
			// Nodes are marked a moment after they are drawn.
			await page.waitForLoadState('networkidle');
			const names = await markedNodes.evaluateAll((all) =>
				all.map((one) => one.getAttribute('data-node-name') ?? ''),
			);
			const marks: Array<[string, string]> = [];
			for (const name of names) {
				await until('the tooltip of before to be gone', async () => {
					await page.mouse.move(1, 1);
					return !(await tooltip.isVisible());
				});
				const mark = canvasNode(page, name).getByTestId('node-issues');
				// A tooltip opens by a move over its mark, not by one that ends there while the canvas moves.
				await until('what n8n says of a node', async () => {
					const { x, y, width, height } = (await mark.boundingBox()) as Box;
					await page.mouse.move(x + width / 2, y + height / 2);
					await page.mouse.move(x + width / 3, y + height / 3);
					return await tooltip.isVisible();
				});
				const lines = (await tooltip.innerText()).split('\n').map((line) => line.trim());
				marks.push([name, lines.filter((line) => line && line !== 'Issues').join(' ')]);
			}
			await page.mouse.move(1, 1);
			return marks;
		},

		async fill(asked) {
			if ('value' in asked) {
				const { node, field, value } = asked;
				await reader.follow(`**${node}** **${field}** **✕**`, { [field]: value });
			} else if ('chosen' in asked) {
				await open(asked.node);
				await page.getByTestId('rlc-input').first().click();
				await page.getByTestId('rlc-item').filter({ hasText: asked.chosen }).first().click();
				await reader.follow('**✕**');
			} else {
				await open(asked.node);
				await chooseCredential({ page }, /account/);
				await reader.follow('**✕**');
			}
			// n8n publishes what it has saved. It saves a moment after a change, but not one that is made while it saves.
			await until('the change to be saved', async () => {
				if (await isSaved(asked)) return true;
				await page.keyboard.press('Control+s');
				return false;
			});
		},

		makeCredential: async (node) =>
			await reader.follow(`**${node}** **Connect to Avalanche** **Save** **✕**`),

		async changeCredential(node, field, value) {
			await open(node);
			await page.getByTestId('credential-edit-button').first().click();
			const dialog = page.getByTestId('credential-edit-dialog');
			await dialog.waitFor();
			await reader.follow(`**${field}**`, { [field]: value });
			// Unlike that of a new credential, its dialog stays. n8n ignores a click while it is busy.
			const top = page.locator('[role="dialog"]');
			await until('the credential to be saved', async () => {
				const save = top.getByRole('button', { name: 'Save', exact: true }).last();
				if (await save.isVisible()) await save.click({ timeout: 3000 }).catch(() => undefined);
				await new Promise((resolve) => setTimeout(resolve, 1000));
				return await top.getByText('Saved', { exact: true }).last().isVisible();
			});
			await until('its dialog to be closed', async () => {
				if (await dialog.isVisible()) await page.keyboard.press('Escape');
				await new Promise((resolve) => setTimeout(resolve, 1000));
				return !(await dialog.isVisible());
			});
			// Escape may have closed the form, too.
			if (await page.getByTestId('ndv').isVisible()) await reader.follow('**✕**');
		},

		async publish() {
			await publishUntil(page.getByRole('button', { name: 'Published' }));
			if (hasPublished) return;
			// A dialog about executions, which n8n shows after the first publishing that succeeds.
			const said = page.getByText("Don't show again").first();
			const deadline = Date.now() + 10_000;
			while (!(await said.isVisible())) {
				if (Date.now() > deadline) return;
				await new Promise((resolve) => setTimeout(resolve, 500));
			}
			await said.click();
			await page.getByRole('button', { name: 'Got it' }).click();
			hasPublished = true;
		},

		async refused() {
			await publishButton().hover({ force: true });
			const said = page.getByText(/This workflow has no trigger nodes/).first();
			await said.waitFor();
			return await said.innerText();
		},

		async refusedWithError() {
			await reader.follow('**Publish** **Publish**');
			const said = page
				.locator('.el-notification')
				.filter({ hasText: /could not be/ })
				.first();
			await said.waitFor();
			return await said.innerText();
		},

		unpublish: async (id) => void (await session.rest('POST', `/workflows/${id}/deactivate`)),
	};
}
