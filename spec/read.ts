import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blocksOf, SpecError } from './blocks';
import { isEndpoint, readEndpoint } from './endpoint';
import { namedTypes } from './namedTypes';
import type { Endpoint, Service } from './types';

export { SpecError } from './blocks';
export { leavesOf, type Leaf, type Wire, wiresOf } from './expand';
export type * from './types';

const SERVICES: readonly Service[] = ['data', 'metrics', 'node'];
let whole: readonly Endpoint[] | undefined;

/** All endpoints of the transcription, read once. Throws a SpecError that names file and line. */
export function readSpec(): readonly Endpoint[] {
	whole ??= SERVICES.flatMap((service) => {
		const folder = join(__dirname, service);
		const names = readdirSync(folder).filter((name) => name.endsWith('.spec'));
		return readService(
			service,
			names.sort().map((name) => ({
				name: `spec/${service}/${name}`,
				content: readFileSync(join(folder, name), 'utf8'),
			})),
		);
	});
	return whole;
}

/** The endpoints of one service. Its files share their schemas and named types. */
export function readService(
	service: Service,
	files: ReadonlyArray<{ name: string; content: string }>,
): Endpoint[] {
	const blocks = files.flatMap(({ name, content }) => blocksOf(name, content));
	const lookup = namedTypes(blocks.filter((block) => !isEndpoint(block)));
	const endpoints = blocks.filter(isEndpoint).map((block) => readEndpoint(block, service, lookup));
	const ids = new Map<string, string>();
	for (const { id, at } of endpoints) {
		const other = ids.get(id);
		if (other) throw new SpecError(at, `${id} is there already, at ${other}`);
		ids.set(id, at);
	}
	return endpoints;
}
