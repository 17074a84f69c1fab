import { NODE_OVERLAP, nodeBlocks, timed } from '../shared/nodeLogs';
import { type AdminLog, type L1Settings, adminLogs } from '../shared/l1Contracts';
import { idText } from '../l1Administration/words';
import type { PollContext } from '../../../events/event';
import { DAY } from '../../../formats/timeUnits';

/** Changes of validators and stakes that began at the manager of an L1, until they are completed. */

/** A change; what the state keeps of it. */
export interface PendingChange {
	/** Kind and ID, and of a weight its nonce. */
	key: string;
	kind: Kind;
	/** Validation ID (cb58), or delegation ID (hex). */
	id: string;
	nodeId?: string;
	contract: string;
	txHash: string;
	/** Unix seconds. */
	began: number;
	/** Of a registration: after this time the P-Chain does not accept it. */
	expires?: number;
	/** Unix seconds of the completion. */
	done?: number;
}

export type Kind = 'registration' | 'removal' | 'weight' | 'delegation' | 'undelegation';

/** Events that begin a change, also of contracts of version 1; a weight of these has no end. */
const BEGINS: Readonly<Record<string, Kind>> = {
	InitiatedValidatorRegistration: 'registration',
	ValidationPeriodCreated: 'registration',
	InitiatedValidatorRemoval: 'removal',
	ValidatorRemovalInitialized: 'removal',
	InitiatedValidatorWeightUpdate: 'weight',
	InitiatedDelegatorRegistration: 'delegation',
	DelegatorAdded: 'delegation',
	InitiatedDelegatorRemoval: 'undelegation',
	DelegatorRemovalInitialized: 'undelegation',
};

/** Events that complete changes of the same ID: the end of a validation completes all that it had. */
const ENDS: Readonly<Record<string, readonly Kind[]>> = {
	CompletedValidatorRegistration: ['registration'],
	ValidationPeriodRegistered: ['registration'],
	CompletedValidatorRemoval: ['registration', 'removal', 'weight'],
	ValidationPeriodEnded: ['registration', 'removal', 'weight'],
	CompletedValidatorWeightUpdate: ['weight'],
	CompletedDelegatorRegistration: ['delegation'],
	DelegatorRegistered: ['delegation'],
	CompletedDelegatorRemoval: ['delegation', 'undelegation'],
	DelegationEnded: ['delegation', 'undelegation'],
};

export interface StoredChanges {
	/** All blocks up to this one were read. */
	through?: number;
	changes: readonly PendingChange[];
}

/** Changes that the state keeps, the newest; of those that an earlier poll saw completed, fewer. */
const MOST = 500;
const MOST_DONE = 20;
/** Seconds before the first poll from which changes are read: a registration is valid for a day. */
const BACK = DAY + 3600;

/** The changes after the blocks since the last poll. */
export async function changesSince(
	stored: StoredChanges,
	settings: L1Settings,
	context: PollContext,
): Promise<StoredChanges> {
	const { through } = stored;
	const now = Math.floor(context.clock.now() / 1000);
	const from =
		through === undefined
			? await nodeBlocks.at(settings, context, now - BACK)
			: Math.max(0, through - NODE_OVERLAP);
	// No block is as new as the start, where the chain has stood still since.
	let last =
		through === undefined ? Math.min(from, await nodeBlocks.newest(settings, context)) : -1;
	const items: AdminLog[] = [];
	for await (const page of adminLogs(settings, context, { order: 'oldest', from })) {
		items.push(...page.items);
		last = Math.max(last, page.through ?? last);
	}
	// A node behind the same URL that is behind has beginnings whose ends it has not.
	if (through !== undefined && last < through) return stored;
	const changes = new Map(stored.changes.map((one) => [one.key, one]));
	for (const item of items) await apply(item, changes, settings, context);
	const all = [...changes.values()].sort((a, b) => a.began - b.began);
	const known = new Set(
		stored.changes.filter(({ done }) => done !== undefined).map(({ key }) => key),
	);
	const open = all.filter(({ done }) => done === undefined);
	const old = all.filter(({ key }) => known.has(key)).slice(-MOST_DONE);
	const ended = all.filter(({ key, done }) => done !== undefined && !known.has(key));
	if (open.length > MOST)
		context.note?.(
			`${open.length} changes are not completed: the newest ${MOST} are watched, ${open.length - MOST} are left out`,
		);
	return { through: last, changes: [...old, ...ended, ...open.slice(-MOST)] };
}

async function apply(
	item: AdminLog,
	changes: Map<string, PendingChange>,
	settings: L1Settings,
	context: PollContext,
): Promise<void> {
	const { event, args, address: contract, txHash } = item;
	const validation = idText('validationID', args.validationID);
	const id = args.delegationID === undefined ? validation : String(args.delegationID);
	if (id === undefined) return;
	const nonce = Number(args.nonce ?? 0);
	for (const [key, one] of changes) {
		const isEnd = ENDS[event.name]?.includes(one.kind) && one.id === id;
		const isLater =
			event.name === 'CompletedValidatorWeightUpdate' && Number(key.split(' ')[2]) > nonce;
		if (!isEnd || isLater || one.done !== undefined) continue;
		changes.set(key, { ...one, done: (await timed(item, settings, context)).time });
	}
	const kind = BEGINS[event.name];
	const key = `${kind} ${id} ${nonce}`;
	if (!kind || changes.has(key)) return;
	const nodeId = idText('nodeID', args.nodeID);
	const expires = Number(args.registrationExpiry ?? 0);
	const { time: began } = await timed(item, settings, context);
	changes.set(key, {
		...{ key, kind, id, contract, txHash, began },
		...(nodeId !== undefined && { nodeId }),
		...(expires > 0 && { expires }),
	});
}
