import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Architecture, buildLambdas } from '../lambdas/build/lambdas';

/** `npm run lambdas -- build [--arch arm64] [name …]`: a folder and a zip for each function. */

const kib = (bytes = 0) => `${Math.ceil(bytes / 1024)} KiB`.padStart(9);

async function main(): Promise<void> {
	const { values, positionals } = parseArgs({
		options: { arch: { type: 'string' } },
		allowPositionals: true,
	});
	if (values.arch !== undefined && values.arch !== 'x64' && values.arch !== 'arm64') {
		throw new Error(`--arch must be x64 or arm64; given: ${values.arch}`);
	}
	const built = await buildLambdas({
		architecture: values.arch as Architecture | undefined,
		...(positionals.length > 0 && { names: positionals }),
	});
	console.log(
		`${'function'.padEnd(22)}${'at start'.padStart(9)}${'all'.padStart(9)}${'zip'.padStart(9)}`,
	);
	for (const { name, startBytes, totalBytes, zipBytes } of built) {
		console.log(name.padEnd(22) + kib(startBytes) + kib(totalBytes) + kib(zipBytes));
	}
	console.log(
		`\n${path.relative(process.cwd(), path.dirname(built[0].folder)) || '.'}/<function>.zip, handler "handler.handler", runtime nodejs24.x`,
	);
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
