import path from 'node:path';
import { type Emulator, type EmulatorOptions, startEmulator } from '../../../emulator';
import { createCopy } from '../../../lab/kit/n8n/copies';
import {
	avalancheCredential,
	CREDENTIAL,
	type CredentialFile,
	type WorkflowFile,
} from '../../../lab/kit/n8n/import';
import { type Instance, loginTo, type Session } from '../../../lab/kit/n8n/instance';

export interface Credential {
	id: string;
	name: string;
}

/** A real n8n with the packed package, and local services of the test file behind it. */
export interface Host {
	/** URL of the editor. */
	url: string;
	session: Session;
	emulator: Emulator;
	/** The credential for the local services. */
	credential: Credential;
	close(): Promise<void>;
}

/** Contents of n8n that a test file has for itself. */
export interface Given {
	emulator?: EmulatorOptions;
	workflows?: WorkflowFile[];
	/** Beside the credential of this package, or in place of it, by their ids in the workflows. */
	credentials?: CredentialFile[];
}

function fromCommand(name: 'E2E_N8N' | 'E2E_ORIGINAL' | 'E2E_SHARED' | 'E2E_SHARED_LOG'): string {
	const given = process.env[name];
	if (!given) throw new Error('Run these tests by npm run test:e2e');
	return given;
}

/** File with the output of the n8n that the files share. */
export const sharedLog = (): string => fromCommand('E2E_SHARED_LOG');

/** Name of the test file that runs. */
const fileName = () => path.basename(expect.getState().testPath ?? '', '.e2e.ts');

/** Makes the credentials, under names of this file, and the workflows, whose nodes get these credentials. */
async function fill({ rest }: Session, emulator: Emulator, given: Given): Promise<Credential> {
	const made = new Map<string, Credential>();
	for (const { id, name, ...file } of [
		avalancheCredential(emulator),
		...(given.credentials ?? []),
	]) {
		const own = `${name} of ${fileName()}${made.has(id) ? ' again' : ''}`;
		const created = (await rest('POST', '/credentials', { ...file, name: own })) as Credential;
		made.set(id, { id: created.id, name: own });
	}
	const linked = ([type, { id, name }]: [string, { id: string | null; name: string }]) => {
		const found = made.get(id ?? '') ?? { id, name };
		return [type, { id: found.id, name: found.name }] as const;
	};
	for (const { nodes, ...workflow } of given.workflows ?? []) {
		const own = nodes.map(({ credentials = {}, ...node }) => {
			return { ...node, credentials: Object.fromEntries(Object.entries(credentials).map(linked)) };
		});
		await rest('POST', '/workflows', { settings: {}, ...workflow, nodes: own });
	}
	return made.get(CREDENTIAL.id) ?? CREDENTIAL;
}

/** The n8n that runs for all files: `given` has ids that no other file has. */
export async function useSharedHost(given: Given = {}): Promise<Host> {
	const url = fromCommand('E2E_SHARED');
	const emulator = await startEmulator(given.emulator);
	try {
		const session = await loginTo(url);
		const credential = await fill(session, emulator, given);
		return { url, session, emulator, credential, close: () => emulator.close() };
	} catch (error) {
		await emulator.close();
		throw error;
	}
}

export interface OwnHost extends Host {
	n8n: Instance;
}

/** Starts an n8n of the test's own, which it can kill. `variables`: those of this n8n. */
export async function startHost(
	given: Given = {},
	variables: Record<string, string> = {},
): Promise<OwnHost> {
	const emulator = await startEmulator(given.emulator);
	const original = fromCommand('E2E_ORIGINAL');
	const n8n = await createCopy(fromCommand('E2E_N8N'), original, { variables });
	const close = async () => {
		await n8n.remove();
		await emulator.close();
	};
	try {
		await n8n.start();
		const session = await n8n.login();
		const credential = await fill(session, emulator, given);
		return { url: n8n.url, n8n, session, emulator, credential, close };
	} catch (error) {
		await close();
		throw error;
	}
}

/** Publishes a workflow as it is saved. */
export async function publish({ session: { rest } }: Host, id: string): Promise<void> {
	const { versionId } = (await rest('GET', `/workflows/${id}`)) as { versionId: string };
	await rest('POST', `/workflows/${id}/activate`, { versionId });
}

/** Ends what a published workflow does. */
export const unpublish = async ({ session: { rest } }: Host, id: string): Promise<void> =>
	void (await rest('POST', `/workflows/${id}/deactivate`));

/** Waits until something holds. Rejects with what was seen last where it does not in a long time. */
export async function until<Value>(
	what: string,
	read: () => Promise<Value> | Value,
	holds: (value: Value) => boolean = Boolean,
	timeoutMs = 300_000,
): Promise<Value> {
	const deadline = Date.now() + timeoutMs;
	for (;;) {
		const value = await read();
		if (holds(value)) return value;
		if (Date.now() > deadline) {
			throw new Error(
				`Waited in vain for ${what}; last seen: ${JSON.stringify(value)?.slice(0, 2000)}`,
			);
		}
		await new Promise((resolve) => setTimeout(resolve, 200));
	}
}
