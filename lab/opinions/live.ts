import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { exitWith } from '../kit/system/exit';
import { clock, DEFAULT_URLS, httpTransport } from '../../core';
import { nodeHeader } from './live/nodeHeader';
import { notAsked } from './live/questions';
import { report, resultTable, summary } from './live/report';
import { runLive } from './live/run';

const REPORT = 'live-report.md';

const HELP = `Calls every operation that changes nothing at the public services and at your node, once without and
once with a key, and compares the responses with the declarations. It uses at most half of the compute
units per minute that the services allow without a plan, and writes a report without secrets that can
be attached to an issue.

Usage: npm run opinion -- live [options]

  --node-url <url>     Your node; without it, operations of a node are not called
  --data-url <url>     Another data service
  --metrics-url <url>  Another metrics service
  --value <name=value> Value of a field instead of the declaration's example, such as
                       nodeId=NodeID-...; can be repeated, and is not in the report
  --service <name>     Only operations of this service: data, metrics or node; can be repeated
  --only <text>        Only operations with this text in their id
  --report <file>      File of the report (default ${REPORT})
  --help               This text

Secrets are read from the environment, so that no process list shows them:
  AVALANCHE_API_KEY      Key of the data service
  AVALANCHE_NODE_HEADER  Header for the node, as "Name: value"

Fields that a response has and the declaration does not name are listed; they are passed on, and are no
difference. With --service node, only the node is called; otherwise it needs the internet. It does not
run in CI, and exits with 1 if a response differs.
`;

const SERVICES = ['data', 'metrics', 'node'] as const;

function readOptions(args: string[]) {
	const { values } = parseArgs({
		args,
		options: {
			'node-url': { type: 'string' },
			'data-url': { type: 'string' },
			'metrics-url': { type: 'string' },
			value: { type: 'string', multiple: true, default: [] },
			service: { type: 'string', multiple: true },
			only: { type: 'string' },
			report: { type: 'string', default: REPORT },
			help: { type: 'boolean', short: 'h', default: false },
		},
	});
	const given = new Map<string, string>();
	for (const each of values.value) {
		const at = each.indexOf('=');
		if (at < 1) throw new RangeError('--value must be name=value. See --help.');
		given.set(each.slice(0, at), each.slice(at + 1));
	}
	const services = values.service?.map((name) => {
		const service = SERVICES.find((one) => one === name);
		if (!service) throw new RangeError(`--service must be one of ${SERVICES.join(', ')}`);
		return service;
	});
	return { ...values, services, given };
}

async function main(): Promise<boolean> {
	const options = readOptions(process.argv.slice(2));
	if (options.help) {
		process.stdout.write(HELP);
		return true;
	}
	const { CI, AVALANCHE_API_KEY: apiKey, AVALANCHE_NODE_HEADER: header } = process.env;
	if (CI && CI !== 'false') {
		throw new Error(
			'npm run opinion -- live calls public services: it does not run in CI (CI is set)',
		);
	}
	const dataUrl = options['data-url'] ?? DEFAULT_URLS.dataUrl;
	const metricsUrl = options['metrics-url'] ?? DEFAULT_URLS.metricsUrl;
	const nodeUrl = options['node-url'];
	const { given } = options;
	const access = { dataUrl, metricsUrl, nodeUrl, apiKey, ...nodeHeader(header) };
	const say = (line: string) => process.stderr.write(`${line}\n`);
	const lines = await runLive({
		...access,
		transport: httpTransport,
		clock,
		given,
		only: options.only,
		services: options.services,
		say,
	});
	const file = path.resolve(__dirname, '../../package.json');
	const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
	const own = [dataUrl, metricsUrl, nodeUrl].flatMap((url) => (url ? [new URL(url).host] : []));
	const publicHosts = Object.values(DEFAULT_URLS).map((url) => new URL(url).host);
	const hidden = own.filter((host) => !publicHosts.includes(host));
	const text = report(lines, {
		version,
		node: process.version,
		platform: `${process.platform} ${process.arch}`,
		date: new Date(clock.now()).toISOString(),
		services: { 'Data service': dataUrl, 'Metrics service': metricsUrl, Node: nodeUrl },
		publicHosts,
		secrets: [apiKey, access.nodeHeaderSecret, ...hidden, ...given.values()],
		notAsked: notAsked(),
	});
	writeFileSync(options.report, text);
	process.stdout.write(`${resultTable(lines).join('\n')}\n\n${summary(lines)}\n`);
	process.stdout.write(`The report, without secrets, is in ${options.report}\n`);
	return lines.every(
		({ withoutKey, withKey }) => ![withoutKey.result, withKey?.result].includes('differs'),
	);
}

exitWith(
	main().then((same) => (same ? 0 : 1)),
	() => 2,
);
