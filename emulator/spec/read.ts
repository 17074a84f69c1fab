import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isTranscription, roomFiles, SUBJECTS } from '../../core/subjects/rooms';
import { blocksOf, SpecError } from './blocks';
import { isEndpoint, readEndpoint } from './endpoint';
import { namedTypes } from './namedTypes';
import type { Endpoint, Service } from './types';

export { SpecError } from './blocks';
export { leavesOf, type Leaf, type Wire, wiresOf } from './expand';
export type * from './types';

const SERVICES: readonly Service[] = ['data', 'metrics', 'node'];
const SERVICE_LINE = /^service\s+(\w+)\s*$/m;
let whole: readonly Endpoint[] | undefined;

interface SpecFile {
	name: string;
	content: string;
}

/** All endpoints of the transcription, read once. Throws a SpecError that names file and line. */
export function readSpec(): readonly Endpoint[] {
	if (whole) return whole;
	const files = roomFiles(isTranscription).map((file) => ({
		name: `core/subjects/${file}`,
		content: readFileSync(join(SUBJECTS, file), 'utf8'),
	}));
	const services = new Map(files.map((file) => [file, serviceOf(file)]));
	whole = SERVICES.flatMap((service) =>
		readService(
			service,
			files.filter((file) => services.get(file) === service),
		),
	);
	return whole;
}

/** The service that a file names in its line `service`. */
function serviceOf({ name, content }: SpecFile): Service {
	const service = SERVICE_LINE.exec(content)?.[1] as Service;
	if (SERVICES.includes(service)) return service;
	throw new SpecError(`${name}:1`, `the line "service" with ${SERVICES.join(', ')} is missing`);
}

/** The endpoints of one service. Its files share their schemas and named types. */
export function readService(service: Service, files: readonly SpecFile[]): Endpoint[] {
	const blocks = files
		.flatMap(({ name, content }) => blocksOf(name, content))
		.filter(({ text }) => !SERVICE_LINE.test(text));
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
