import { ensureBuilt } from './build/freshness';

/** Tests of the built package see the sources as they are. */
export default async function build(): Promise<void> {
	await ensureBuilt((line) => process.stdout.write(`${line}\n`));
}
