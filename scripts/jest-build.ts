import { ensureBuilt } from './build/freshness';

/** Tests of the built package use a build of the current sources. */
export default async function build(): Promise<void> {
	await ensureBuilt((line) => process.stdout.write(`${line}\n`));
}
