import { type Emulator, type EmulatorOptions, startEmulator } from '../../../emulator';
import {
	avalancheCredential,
	type CredentialFile,
	importCredentials,
	importWorkflows,
	type WorkflowFile,
} from '../../../lab/kit/n8n/import';
import { createInstance, type Instance, installPackage } from '../../../lab/kit/n8n/instance';

/** A real n8n with the packed package and the local services behind it. */
export interface Host {
	n8n: Instance;
	emulator: Emulator;
	close(): Promise<void>;
}

/** Prepares n8n, without starting it. */
export async function prepareHost(given: {
	emulator?: EmulatorOptions;
	workflows?: WorkflowFile[];
	/** Beside the credential of this package. */
	credentials?: CredentialFile[];
}): Promise<Host> {
	const command = process.env.E2E_N8N;
	if (!command) throw new Error('Run these tests by npm run test:e2e');
	const emulator = await startEmulator(given.emulator);
	const n8n = await createInstance(command);
	const close = async () => {
		await n8n.remove();
		await emulator.close();
	};
	try {
		await installPackage(n8n.folder, process.env.E2E_PACKAGE);
		await importCredentials(n8n, [avalancheCredential(emulator), ...(given.credentials ?? [])]);
		if (given.workflows?.length) await importWorkflows(n8n, given.workflows);
	} catch (error) {
		await close();
		throw error;
	}
	return { n8n, emulator, close };
}

/** Waits until something holds. Rejects with what was seen last where it does not in a long time. */
export async function until<Value>(
	what: string,
	look: () => Promise<Value> | Value,
	holds: (value: Value) => boolean = Boolean,
	timeoutMs = 300_000,
): Promise<Value> {
	const deadline = Date.now() + timeoutMs;
	for (;;) {
		const value = await look();
		if (holds(value)) return value;
		if (Date.now() > deadline) {
			throw new Error(
				`Waited in vain for ${what}; last seen: ${JSON.stringify(value)?.slice(0, 2000)}`,
			);
		}
		await new Promise((resolve) => setTimeout(resolve, 200));
	}
}
