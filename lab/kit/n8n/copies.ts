import { cpSync } from 'node:fs';
import { createInstance, type Instance, type InstanceOptions, installPackage } from './instance';

/**
 * Copies of one n8n that has this package and an owner: what costs most in a new n8n, the package's installation
 * and the migrations of its database, is done once.
 */

/** One key for all: a copy reads the credentials that it was copied with. */
const KEY = { N8N_ENCRYPTION_KEY: 'of-all-copies-of-one-n8n' };

/** For a busy machine: by default n8n answers 503 to every request while a query takes more than 5 s. */
export const PATIENT = { DB_PING_TIMEOUT_MS: '300000' };

/** An n8n that is started once, for its copies. */
export async function createOriginal(command: string, tarball?: string): Promise<Instance> {
	const n8n = await createInstance(command, { variables: KEY });
	try {
		await installPackage(n8n.folder, tarball);
		await n8n.start();
		await n8n.login();
		await n8n.stop();
	} catch (error) {
		await n8n.remove();
		throw error;
	}
	return n8n;
}

/** A copy of the n8n with this folder, not started. */
export async function createCopy(
	command: string,
	folder: string,
	options: InstanceOptions = {},
): Promise<Instance> {
	const variables = { ...KEY, ...PATIENT, ...options.variables };
	const n8n = await createInstance(command, { ...options, variables });
	cpSync(folder, n8n.folder, { recursive: true });
	return n8n;
}
