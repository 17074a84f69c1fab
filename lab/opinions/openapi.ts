import { parseArgs } from 'node:util';
import path from 'node:path';
import { exitWith } from '../kit/system/exit';
import { answersOf } from './openapi/answers';
import { download } from './openapi/download';
import { type DocumentedService, FILES, missingIn, readDocument } from './openapi/documents';
import { Findings } from './openapi/findings';
import { divided } from './openapi/known';
import { servePrism } from './openapi/prism';
import { sendAll } from './openapi/requests';
import { SENTENCES } from './openapi/sentences';
import { installLocked } from '../../scripts/lib/lockedPackage';

const HELP = `Compares the package and the emulator with the OpenAPI documents of the services. Prism serves the
documents, and every HTTP operation is sent through the client of the core: with required fields, with
every field, and with each value of each choice. Every answer of the emulator, in both dialects, is
validated against the same documents.

Usage: npm run opinion -- openapi --documents DIR [--documents OLDER]
       npm run opinion -- openapi --url URL --url URL

  --documents <dir>  Folder with ${Object.values(FILES).join(' and ')}: public/openapi of
                     ava-labs/builders-hub at commit d9e88bfd (its newest commit does not
                     have them any more). Repeated: an older one, for operations that the
                     first does not have, as 62eac8a0 has the holders of tokens
  --url <url>        URL of a service, which serves its document at /api-json; once for each
                     service. It is newer than each folder
  --help             This text

It does not run in CI. It exits with 0 without findings, with 1 with findings, and with 75 if there are no
documents. Known differences of the documents from the services are not findings.
`;

const NO_DOCUMENTS = 75;
const TOOLS = path.join(__dirname, 'openapi');
const print = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
	const { values } = parseArgs({
		options: {
			documents: { type: 'string', multiple: true, default: [] },
			url: { type: 'string', multiple: true, default: [] },
			help: { type: 'boolean', short: 'h', default: false },
		},
	});
	if (values.help) {
		print(HELP);
		return 0;
	}
	const folders = [...values.documents];
	if (values.url.length > 0) folders.unshift(await download(values.url));
	const missing = folders.flatMap((folder) =>
		missingIn(folder).map((file) => `${folder} has no ${file}`),
	);
	if (folders.length === 0) missing.push('No --documents and no --url were given');
	if (missing.length > 0) {
		print(`${missing.join(', ')}: nothing was compared. See --help.`);
		return NO_DOCUMENTS;
	}
	installLocked(TOOLS, 'Installing Prism (about 90 MB, only the first time)', print);
	const findings = new Findings();
	const read = (service: DocumentedService) =>
		folders.map((folder) => readDocument(folder, service));
	const documents = { data: read('data'), metrics: read('metrics') };
	const all = [...documents.data, ...documents.metrics];
	const servers = await Promise.all(all.map(({ file }) => servePrism(file)));
	const urls = new Map(all.map(({ file }, at) => [file, servers[at].url]));
	try {
		const counts = await sendAll(documents, (file) => urls.get(file) ?? '', findings);
		print(`${counts.operations} operations, ${counts.requests} requests to Prism`);
	} finally {
		await Promise.all(servers.map((server) => server.close()));
	}
	for (const dialect of ['spec', 'live'] as const) {
		const { answers, valid, unjudged, statuses } = await answersOf(dialect, documents, findings);
		const each = Object.entries(statuses).map(([status, count]) => `${count} of status ${status}`);
		print(
			`Emulator, dialect ${dialect}: ${valid} of ${answers} answers are valid, nothing judged ${unjudged} (${each.join(', ')})`,
		);
	}
	const said = new Set(all.flatMap((document) => document.statements));
	for (const fault of said) {
		if (SENTENCES.some(({ says }) => says.test(fault))) continue;
		findings.add({
			of: 'sentence',
			operation: 'lab/opinions/openapi/sentences.ts',
			fault,
			example: '',
		});
	}
	print(`${said.size} sentences of the documents that state a limit, a default or a condition`);
	const { known, unknown } = divided(findings.list());
	print(`${known.length} known differences, ${unknown.length} findings`);
	for (const { of, operation, fault, example } of unknown) {
		print(`  ${of} ${operation}: ${fault}\n      ${example}`);
	}
	return unknown.length > 0 ? 1 : 0;
}

exitWith(main(), () => 2);
