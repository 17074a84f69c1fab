import { parseArgs } from 'node:util';
import path from 'node:path';
import { answersOf } from './openapi/answers';
import { FILES, missingIn, readDocument } from './openapi/documents';
import { Findings } from './openapi/findings';
import { divided } from './openapi/known';
import { servePrism } from './openapi/prism';
import { sendAll } from './openapi/requests';
import { installLocked } from './lib/lockedPackage';

const HELP = `Compares the package and the emulator with the OpenAPI documents of the services. Prism serves the
documents, and every HTTP operation is sent through the client of the core: with required fields, with
every field, and with each value of each choice. Every answer of the emulator, in both dialects, is
validated against the same documents.

Usage: npm run test:openapi -- --documents DIR

  --documents <dir>  Folder with ${Object.values(FILES).join(' and ')}: public/openapi of
                     ava-labs/builders-hub at commit d9e88bfd (its newest commit does not
                     have them any more)
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
			documents: { type: 'string' },
			help: { type: 'boolean', short: 'h', default: false },
		},
	});
	if (values.help) {
		print(HELP);
		return 0;
	}
	const folder = values.documents ?? '';
	const missing = missingIn(folder);
	if (missing.length > 0) {
		const place =
			folder === '' ? 'No --documents were given' : `${folder} has no ${missing.join(' and no ')}`;
		print(`${place}: nothing was compared. See --help.`);
		return NO_DOCUMENTS;
	}
	installLocked(TOOLS, 'Installing Prism (about 90 MB, only the first time)', print);
	const findings = new Findings();
	const documents = {
		data: readDocument(folder, 'data'),
		metrics: readDocument(folder, 'metrics'),
	};
	const servers = await Promise.all([
		servePrism(documents.data.file),
		servePrism(documents.metrics.file),
	]);
	try {
		const [data, metrics] = servers.map(({ url }) => url);
		const counts = await sendAll({ data, metrics }, findings);
		print(`${counts.operations} operations, ${counts.requests} requests to Prism`);
		for (const name of counts.unsent) print(`  no valid input has ${name}`);
	} finally {
		await Promise.all(servers.map((server) => server.close()));
	}
	for (const dialect of ['spec', 'live'] as const) {
		const { answers, valid, statuses } = await answersOf(dialect, documents, findings);
		const each = Object.entries(statuses).map(([status, count]) => `${count} of status ${status}`);
		print(
			`Emulator, dialect ${dialect}: ${valid} of ${answers} answers are valid (${each.join(', ')})`,
		);
	}
	const { known, unknown } = divided(findings.list());
	print(`${known.length} known differences, ${unknown.length} findings`);
	for (const { of, operation, fault, example } of unknown) {
		print(`  ${of} ${operation}: ${fault}\n      ${example}`);
	}
	return unknown.length > 0 ? 1 : 0;
}

main().then(
	(status) => {
		process.exitCode = status;
	},
	(error: unknown) => {
		process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
		process.exitCode = 2;
	},
);
