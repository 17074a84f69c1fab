import { readAbi } from '../abi/read';
import { type AbiEvent, type AbiFunction, AbiMistake, signatureOf } from '../abi/types';
import { parseFields } from '../fields/fieldSet';
import { isMap } from '../formats/json';
import { blockTransaction } from '../subjects/events/blockTransaction/declare';
import { contractEvent } from '../subjects/events/contractEvent/declare';
import { type Alternative, conditionsOf } from './monitorExpressions';

/**
 * Monitors of OpenZeppelin Monitor as a workflow of n8n and as sources of notify. Of their files only names,
 * addresses, ABIs, expressions, chain IDs and the kinds of channels are read: no URL, no header, no secret, no text of
 * a message. Conditions that have no equal would let more events pass: such a trigger is imported disabled.
 */

type Json = Readonly<Record<string, unknown>>;

/** The files of three folders, by their names; `chains`: blockchain IDs of L1s, by their EVM chain IDs. */
type MonitorFiles = Record<'monitors' | 'networks' | 'triggers', Json> & { chains?: Json };

/** A trigger to make. */
type Wanted = Record<'name' | 'chainId', string> & {
	kind: Kind;
	settings: Json;
	disabled: boolean;
};

/** Kinds of entries of an ABI that a monitor watches, and the event for each. */
type Kind = keyof typeof ROOMS;
const ROOMS = { event: contractEvent, function: blockTransaction };
const USUAL = { event: { preset: 'custom' }, function: { watch: 'function' } };

const C_CHAINS = { '43114': 'C', '43113': 'C' };

const map = (given: unknown): Json => (isMap(given) ? given : {});
const list = (given: unknown): Json[] => (Array.isArray(given) ? given.map(map) : []);
const texts = (given: unknown): string[] =>
	Array.isArray(given) ? given.filter((one) => typeof one === 'string') : [];
/** A text of the files as one line of the report. */
const said = (given: unknown) =>
	JSON.stringify(String(given).slice(0, 200)).replace(/`|\$\{/g, "'");

/** The workflow; the sources by the EVM chain ID, because a function asks one node; and the report. */
export function importMonitors({ monitors, networks, triggers, chains }: MonitorFiles) {
	const bySlug = new Map(Object.values(networks).map((one) => [String(map(one).slug), map(one)]));
	const channels = Object.assign({}, ...Object.values(triggers).map(map)) as Json;
	const wanted: Wanted[] = [];
	const lines: string[] = [];
	for (const [file, given] of Object.entries(monitors)) {
		const monitor = map(given);
		const made = triggersOf(monitor, bySlug, { ...C_CHAINS, ...chains });
		lines.push(`## ${said(monitor.name ?? file)}`, '', ...made.report.map((one) => `- ${one}`));
		for (const key of texts(monitor.triggers)) lines.push(`- ${channelText(key, channels[key])}`);
		lines.push('');
		wanted.push(...made.wanted);
	}
	wanted.forEach((one, at) => (one.name = `${one.name.slice(0, 56)}-${at + 1}`));
	const sources: Record<string, object[]> = {};
	for (const { name, chainId, kind, settings, disabled } of wanted) {
		const event = ROOMS[kind].value;
		if (!disabled) (sources[chainId] ??= []).push({ name, event, ...settings });
	}
	return { workflow: workflowOf(wanted), sources, report: `${lines.join('\n')}\n${GENERAL}` };
}

const GENERAL = `## All monitors

- Blocks are not skipped: max_past_blocks, cron_schedule and recovery_config have no equal. Triggers poll each minute.
- Events of Avalanche are final: confirmation_blocks has no equal.
- A transaction with several events and functions is one match there; here, each is an item.
- URLs, tokens, passwords, headers and messages were not read. Set the channel in the example workflow Send an Alert, which
  this workflow calls, or as a target of notify.
`;

function triggersOf(monitor: Json, bySlug: ReadonlyMap<string, Json>, chains: Json) {
	const report: string[] = [];
	const wanted: Wanted[] = [];
	const { events, functions, transactions } = map(monitor.match_conditions);
	const wider = list(monitor.trigger_conditions).map(
		(one) => `the script ${said(one.script_path)} (${said(one.language)})`,
	);
	for (const { expression } of list(transactions))
		if (typeof expression === 'string')
			wider.push(`the condition on transactions ${said(expression)}`);
	if (list(events).length + list(functions).length === 0)
		report.push(
			'not mapped: it has no events or functions; transactions of an address are not read',
		);
	const statuses = new Set(list(transactions).map(({ status }) => status));
	const [status] = statuses.size === 1 ? statuses : [];
	const isFailed = status === 'Failure';
	if (isFailed && list(events).length > 0)
		report.push('not mapped: events: a failed transaction has none');
	const result = isFailed ? 'failed' : status === 'Success' ? 'succeeded' : undefined;
	const found = [
		...(isFailed ? [] : list(events).flatMap((one) => watchedIn('event', one, monitor, report))),
		...list(functions)
			.flatMap((one) => watchedIn('function', one, monitor, report))
			.map((one) => ({ ...one, settings: { ...one.settings, ...(result && { result }) } })),
	];
	for (const slug of texts(monitor.networks)) {
		const { network_type: kind, chain_id: id } = bySlug.get(slug) ?? {};
		const blockchainId = chains[String(id)];
		if (kind !== 'EVM' || blockchainId === undefined) {
			const what = kind === 'EVM' ? `chain ID ${said(id)}` : said(kind ?? 'no file');
			report.push(
				`not mapped: the network ${said(slug)}: ${what} is not the C-Chain; of an L1, give --chain`,
			);
			continue;
		}
		for (const { kind: room, named, missing, ...given } of found) {
			const lacking = [...wider, ...missing];
			const settings = { ...(blockchainId !== 'C' && { blockchainId }), ...given.settings };
			const mistake = mistakeIn(settings, room);
			const disabled = monitor.paused === true || lacking.length > 0;
			const why = lacking.length > 0 ? `without ${lacking.join('; ')}` : 'the monitor is paused';
			const so = `on ${said(slug)}, by a node of chain ${id}${disabled ? `, disabled: ${why}` : ''}`;
			report.push(
				mistake ? `not mapped: ${said(named)}: ${mistake}` : `mapped: ${said(named)} ${so}`,
			);
			if (!mistake)
				wanted.push({
					...{ name: nameOf(monitor.name), chainId: String(id) },
					...{ kind: room, settings, disabled },
				});
		}
	}
	return { wanted, report };
}

/** An event or a function of a monitor as settings: of each ABI, and of each alternative of its expression. */
function watchedIn(kind: Kind, watched: Json, monitor: Json, report: string[]) {
	const { signature, expression } = watched;
	const byAbi = new Map<string, { entry: AbiEvent | AbiFunction; addresses: string[] }>();
	for (const { address, contract_spec: spec } of list(monitor.addresses)) {
		const found = entryIn(kind, spec, String(signature).replace(/\s/g, ''));
		if (!found) continue;
		const known = byAbi.get(found.abi) ?? { entry: found.entry, addresses: [] };
		known.addresses.push(String(address).toLowerCase());
		byAbi.set(found.abi, known);
	}
	if (byAbi.size === 0)
		report.push(`not mapped: ${said(signature)}: no ABI of its addresses has it, it never matched`);
	return [...byAbi].flatMap(([abi, { entry, addresses }]) => {
		const usual = { ...USUAL[kind], abi, addresses: addresses.join(', ') };
		let alternatives: Alternative[] = [{ conditions: {}, wider: [] }];
		try {
			if (typeof expression === 'string') alternatives = conditionsOf(expression, entry);
		} catch (error) {
			alternatives[0].wider.push(`${expression}: ${(error as Error).message}`);
		}
		for (const { never } of alternatives)
			if (never !== undefined) report.push(`not mapped: never true there: ${said(never)}`);
		const usable = alternatives.filter(({ never }) => never === undefined);
		if (usable.length > 1)
			report.push(
				`mapped with a difference: what fulfils several alternatives of ${said(expression)} is an item of each`,
			);
		return usable.map(({ conditions, wider }) => ({
			kind,
			named: entry.name,
			settings: {
				...usual,
				...(Object.keys(conditions).length > 0 && { conditions: JSON.stringify(conditions) }),
			},
			missing: wider.map(said),
		}));
	});
}

/** The event or function with this signature, and an ABI that contains it alone. */
function entryIn(
	kind: Kind,
	spec: unknown,
	signature: string,
): { abi: string; entry: AbiEvent | AbiFunction } | undefined {
	for (const { type, name, inputs, anonymous } of list(spec)) {
		if (type !== kind) continue;
		const abi = JSON.stringify([{ type, name, inputs, anonymous }]);
		try {
			const [entry] = readAbi(abi, kind);
			if (entry.kind === kind && signatureOf(entry) === signature) return { abi, entry };
		} catch (error) {
			if (!(error instanceof AbiMistake)) throw error;
		}
	}
	return undefined;
}

/** The mistake in settings, in the words of the form. */
function mistakeIn(settings: Json, kind: Kind): string | undefined {
	try {
		parseFields(ROOMS[kind].fields, settings, ROOMS[kind].name);
		return undefined;
	} catch (error) {
		return (error as Error).message;
	}
}

function channelText(key: string, given: unknown): string {
	const kind = map(given).trigger_type;
	if (given === undefined) return `not mapped: the trigger ${said(key)}: there is no file of it`;
	if (kind === 'script') return `not mapped: the trigger ${said(key)}: scripts are not run`;
	return `to set: the channel of the trigger ${said(key)}, ${said(kind)}: its address and its secrets are not copied`;
}

const nameOf = (given: unknown) =>
	String(given)
		.replace(/[^A-Za-z0-9]+/g, '-')
		.replace(/^-|-$/g, '') || 'monitor';

/** A workflow in which all triggers lead to one node that sends. */
function workflowOf(wanted: readonly Wanted[]) {
	const triggers = wanted.map(({ name, kind, settings, disabled }, at) => {
		const { blockchainId = 'C', conditions, result, ...rest } = settings;
		return {
			id: `trigger-${at + 1}`,
			name,
			type: 'n8n-nodes-avalanche-network.avalancheTrigger',
			typeVersion: 1.1,
			position: [0, at * 160],
			...(disabled && { disabled }),
			parameters: {
				pollTimes: { item: [{ mode: 'everyMinute' }] },
				event: ROOMS[kind].value,
				blockchainId: { __rl: true, mode: 'id', value: blockchainId },
				...rest,
				filters: {
					...(conditions !== undefined && { conditions }),
					...(result !== undefined && { result }),
				},
				options: {},
			},
		};
	});
	const send = {
		id: 'send',
		name: 'Send an Alert',
		type: 'n8n-nodes-base.executeWorkflow',
		typeVersion: 1.2,
		position: [260, 0],
		parameters: {
			workflowId: { __rl: true, mode: 'list', value: '', cachedResultName: 'Send an Alert' },
			workflowInputs: { mappingMode: 'defineBelow', value: {} },
			options: {},
		},
	};
	const main = [[{ node: send.name, type: 'main', index: 0 }]];
	return {
		name: 'From OpenZeppelin Monitor',
		nodes: [...triggers, send],
		connections: Object.fromEntries(triggers.map(({ name }) => [name, { main }])),
		settings: { executionOrder: 'v1' },
		pinData: {},
		active: false,
		tags: [],
	};
}
