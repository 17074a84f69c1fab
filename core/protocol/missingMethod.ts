import { fieldSet } from '../fields/fieldSet';
import * as out from '../fields/outputs';
import { Failure } from '../failure';
import { type AnyOperation, type OutputOf, declare } from '../operations/declare';
import { evmChainsOf, missingValueOf } from '../operations/reading';
import { type EvmChains, reasonFor } from '../fields/versions';
import { isPublicEndpoint } from './ownNode';
import type { Clock } from './ports';

/** The failure of a service that does not have a method, with the reason as far as it is known. */

/** The parts of a client that this needs. */
interface Asking {
	clock: Clock;
	urlOf(operation: AnyOperation): string;
	nameOf(operation: AnyOperation, host: string): string;
	/** One call without retries. */
	ask(operation: typeof NODE_VERSION, signal?: AbortSignal): Promise<unknown>;
}

/** The call for the versions of a node: the core alone makes it, which knows no resource. */
const NODE_VERSION = declare({
	id: 'node.version',
	node: 'avalancheRpc',
	resource: { value: 'info', name: 'Info' },
	entry: { value: 'getNodeVersion', name: 'Get Node Version' },
	action: 'Get the version of the node',
	description: 'The versions of the node and its virtual machines',
	service: 'node',
	call: { type: 'rpc', endpoint: '/ext/info', method: 'info.getNodeVersion', params: 'named' },
	input: fieldSet({}),
	output: out.object({
		version: out.essential(out.text()),
		vmVersions: out.optional(out.map(out.text())),
	}),
	spec: 'Node JSON-RPC: Info API',
});

type NodeVersions = OutputOf<typeof NODE_VERSION>;

/** Time for which a version is known, in milliseconds: a node can be updated. */
const KNOWN_FOR = 60_000;
/** The virtual machines of every node. */
const OWN_MACHINES: ReadonlySet<string> = new Set(['avm', 'evm', 'platform']);

const HINT =
	'Check the version of the node and its options. Index, health and debug methods are for a node of your own.';

/** The versions that matter for a call: of the node, and of the plugin that runs an L1 if there is one only. */
function versionText({ version, vmVersions }: NodeVersions, chain?: EvmChains): string {
	const own = version.replace(/^avalanchego\//, '');
	const plugins = Object.entries(vmVersions ?? {}).filter(
		([machine]) => !OWN_MACHINES.has(machine),
	);
	if (chain !== 'Subnet-EVM L1s' || plugins.length !== 1) return own;
	return `${own}, plugin ${plugins[0][1]}`;
}

/**
 * A function that returns the failure of a method or value that the node does not have in the words of users:
 * `The node at … (1.15.2) does not have avax.getAtomicTxStatus: removed in 1.15.2. Use C-Chain Atomic: Get
 * Transaction.` It asks a node of the user's own for its version, at most once a minute.
 */
export function missingMethods({ clock, urlOf, nameOf, ask }: Asking) {
	let known: { at: number; versions: Promise<NodeVersions | undefined> } | undefined;

	async function asked(signal?: AbortSignal): Promise<NodeVersions | undefined> {
		try {
			return (await ask(NODE_VERSION, signal)) as NodeVersions;
		} catch {
			return undefined;
		}
	}

	async function versionsOf(operation: AnyOperation, signal?: AbortSignal) {
		// Behind the URL of a public endpoint, an arbitrary node answers.
		if (operation.service !== 'node' || isPublicEndpoint(urlOf(operation))) return undefined;
		if (!known || clock.now() - known.at > KNOWN_FOR) {
			known = { at: clock.now(), versions: asked(signal) };
		}
		const versions = await known.versions;
		signal?.throwIfAborted();
		return versions;
	}

	return async (
		failure: Failure,
		operation: AnyOperation,
		input: Readonly<Record<string, unknown>>,
		signal?: AbortSignal,
	): Promise<Failure> => {
		const { call } = operation;
		const missing = failure.missing ? undefined : missingValueOf(operation, input);
		const declared = missing ? missing.versions : operation.versions;
		const versions = await versionsOf(operation, signal);
		const chain = evmChainsOf(operation, input);
		const method = call.type === 'rpc' ? call.method : `${call.method} ${call.path}`;
		const what = missing ? `"${missing.value}" of ${method}` : method;
		const on = chain === 'C-Chain' ? ' on the C-Chain' : ' on this chain';
		const name = nameOf(operation, new URL(urlOf(operation)).host);
		const who = versions ? `${name} (${versionText(versions, chain)})` : name;
		const reason = reasonFor(declared, chain, versions?.version);
		const instead = declared?.instead ? ` Use ${declared.instead}.` : '';
		const said = `${what}${chain && declared?.chains ? on : ''}: ${reason}.${instead}`;
		return new Failure({
			...failure,
			message: `${who} does not have ${said}`,
			hint: instead.trim() || HINT,
			retryable: failure.retryable,
			cause: failure,
		});
	};
}
