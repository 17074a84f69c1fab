import { readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { BinaryDataService } from 'n8n-core';
import { transactionExport } from '../lib/core';
import { httpRequest, ownStep, runSteps, startEngine } from '../lib/n8nHost';

interface Setup {
	url: string;
	way: 'own' | 'httpRequest';
	/** Folder of n8n's binary data. */
	folder: string;
}

const LOGGER = { error() {}, warn() {}, info() {}, debug() {} };

/** n8n's binary data in files, as it keeps them by default. */
async function keepInFiles(folder: string): Promise<void> {
	const requireOfCore = createRequire(require.resolve('n8n-core'));
	const { Container } = requireOfCore('@n8n/di') as {
		Container: { set(type: unknown, instance: unknown): void };
	};
	const config = { mode: 'filesystem', localStoragePath: folder, signingSecret: 'local' };
	const service = new BinaryDataService(config as never, LOGGER as never, LOGGER as never);
	await service.init();
	Container.set(BinaryDataService, service);
}

const OWN = ownStep(transactionExport.get, {
	operationId: '7c1c4d5e-0a55-4a1f-9d0e-3b8f1c2d4e5f',
	options: { download: true },
});

/** Each run downloads the file in a workflow, into n8n's store, and gives its bytes. */
export async function prepare({ url, way, folder }: Setup) {
	const engine = await startEngine(url);
	await keepInFiles(folder);
	const options = { response: { response: { responseFormat: 'file' } } };
	const step = way === 'own' ? OWN : httpRequest({ url: `${url}/file.csv`, options });
	return async (): Promise<number> => {
		const [{ binary }] = await runSteps(engine, [step]);
		for (const entry of readdirSync(folder)) {
			rmSync(`${folder}/${entry}`, { recursive: true });
		}
		return binary?.data.bytes ?? 0;
	};
}
