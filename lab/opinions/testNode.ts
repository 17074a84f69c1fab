import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { exitWith } from '../kit/system/exit';
import { clock, httpTransport, servicesOf } from '../../core';
import { isLocal } from './realNode/contracts/sender';
import { nodeHeader } from './live/nodeHeader';
import { askNode, NoNode } from './realNode/raw';
import { recordingOf } from './realNode/record';
import { findingsOf, reportOf } from './realNode/report';
import { missedFaults } from './realNode/prove';
import { type NodeOptions, runNode } from './realNode/run';

/** Status of a command that lacks what it needs: sysexits.h, EX_TEMPFAIL. */
const NO_NODE = 75;

const HELP = `Asks a real node every operation of JSON-RPC, health and metrics, and polls the events that a node
serves alone. Inputs are drawn from the node: its validators, blocks, transactions and outputs.

- Each operation is called with its required fields, with all fields, and with further values of each.
  What the package returns is compared with what the node said: no digit and no field may be lost.
- Each field gets wrong values. The package must refuse them before sending, or else the node.
- Calls that an EVM chain takes in batches are sent again in batches of several sizes, right and wrong ones
  mixed. Each must have the result of its call alone.
- Each event is polled twice. What it tells must be what the node said, and come once.
- On a local network (network ID 12345 or 1337) it first makes transactions of every kind on the P-, X- and
  C-Chain and the L1, with the public key of such networks, and it deploys contracts on the C-Chain.
  Functions are read, events searched and call data decoded with values drawn at random, and compared
  with viem; contracts that misbehave must give an item or an error that says why.
- At the end it proves itself: faults are put into the package, and each must be found.

Usage: npm run opinion -- node --node <url> [options]

  --node <url>      The node, such as http://127.0.0.1:9650. Of a network that is not local, nothing is
                    changed: only transactions that it accepted are sent again
  --l1 <chain>      A chain of subnet-evm on that node as well: its blockchain id or an alias
  --seed <number>   Draws the same inputs from the same node again (default: by the time)
  --only <text>     Only operations and events with this text in their id, and nothing else of the above
  --patience <min>  For how many minutes an event that is not ready is polled again: a node is not
                    judged in its first 15 minutes (default 20)
  --record <file>   Writes the calls to a file, without what is about the machine, for
                    core/testing/vectors/real-node
  --record-contracts <file>
                    Writes answers of contracts to a file, for the same folder
  --help            This text

The header for the node, "Name: value", is read from the environment: AVALANCHE_NODE_HEADER.
It exits with 1 if there is a finding, and with ${NO_NODE} without a node that answers.
`;

async function main(): Promise<number> {
	const { values } = parseArgs({
		options: {
			node: { type: 'string' },
			l1: { type: 'string' },
			seed: { type: 'string' },
			patience: { type: 'string', default: '20' },
			only: { type: 'string' },
			record: { type: 'string' },
			'record-contracts': { type: 'string' },
			help: { type: 'boolean', short: 'h', default: false },
		},
	});
	if (values.help) {
		process.stdout.write(HELP);
		return 0;
	}
	if (!values.node) throw new NoNode('No node was given (--node)');
	const seed = Number(values.seed ?? Date.now() % 2 ** 32);
	if (!Number.isSafeInteger(seed)) throw new RangeError('--seed must be a whole number');
	const header = nodeHeader(process.env.AVALANCHE_NODE_HEADER);
	const urls = { dataUrl: '', metricsUrl: '', nodeUrl: values.node };
	const { node } = servicesOf({ ...urls, ...header });
	const say = (line: string) => process.stderr.write(`${line}\n`);
	const { l1, only } = values;
	const answer = await askNode(node)('/ext/info', 'info.getNodeVersion').catch((error: unknown) => {
		throw new NoNode(`The node does not answer: ${String(error)}`);
	});
	const local = only === undefined && (await isLocal(askNode(node)));
	const options: NodeOptions = {
		node,
		...(l1 !== undefined && { l1 }),
		transport: httpTransport,
		clock,
		seed,
		...(only !== undefined && { only }),
		contracts: local,
		traffic: local,
		patience: 60 * Number(values.patience),
		say,
	};
	const result = await runNode(options);
	const { tried, missed } =
		only === undefined ? await missedFaults(options, result) : { tried: 0, missed: [] };
	if (values.record) writeFileSync(values.record, recordingOf(result, node.url));
	const contractsFile = values['record-contracts'];
	if (contractsFile && result.contracts) {
		const lines = result.contracts.recorded.map((line) => JSON.stringify(line));
		writeFileSync(contractsFile, `${lines.join('\n')}\n`);
	}
	const { version } = answer as { version: string };
	process.stdout.write(`${version}, seed ${seed}\n${reportOf(result)}\n`);
	process.stdout.write(`${tried - missed.length} of ${tried} seeded faults found\n`);
	for (const what of missed) process.stdout.write(`NOT FOUND ${what}\n`);
	return findingsOf(result) === 0 && missed.length === 0 ? 0 : 1;
}

exitWith(main(), (error) => (error instanceof NoNode ? NO_NODE : 2));
