import { validator } from '../../../core/subjects/events/validator/declare';
import type { ValidatorSet } from '../../../core/subjects/events/validator/validatorSets';
import type { EventSource, StartFrom } from '../../../core/events/event';
import type { HttpRequest } from '../../../core/protocol/ports';
import { answer, rpcAnswer } from '../protocol/fakes';
import { hostOf, pollsAt } from './world';

export interface ValidatorSettings extends ValidatorSet {
	includeInactive?: boolean;
	leaves?: boolean;
	activity?: boolean;
	startFrom?: StartFrom;
}

export const validatorSource: EventSource<ValidatorSettings> = validator.source;

export interface Member {
	id: string;
	nodeId: string;
	since: number;
	active: boolean;
}

export interface ValidatorService {
	source: 'primary' | 'l1' | 'evm';
	/** Items of a page at most, of source `l1`. */
	cap?: number;
	/** Called before each answer, for what happens while a list is read. */
	onRequest?: (request: HttpRequest) => void;
	/** True where this answer is empty by mistake. */
	isEmpty?: () => boolean;
}

/** The validators of a set as its service gives them. */
export function validatorHost({ source, cap = 100, onRequest, isEmpty }: ValidatorService) {
	const members: Member[] = [];
	const host = hostOf((request) => {
		onRequest?.(request);
		const empty = isEmpty?.() === true;
		if (source === 'l1') return page(request, empty ? [] : members);
		const validators = empty
			? []
			: members.map((each) => (source === 'primary' ? ofNode(each) : ofEvm(each)));
		return rpcAnswer(request.body, () => ({ result: { validators } }));
	});

	/** Tokens count items: one that leaves moves the rest, and the next page misses one. */
	function page(request: HttpRequest, all: Member[]) {
		const query = new URL(request.url).searchParams;
		const wanted =
			query.get('includeInactiveL1Validators') === 'true'
				? all
				: all.filter(({ active }) => active);
		const start = Number(query.get('pageToken') ?? 0);
		const end = start + Math.min(cap, Number(query.get('pageSize') ?? 10));
		return answer({
			validators: wanted.slice(start, end).map(ofL1),
			blockHeight: '1',
			...(end < wanted.length && { nextPageToken: String(end) }),
		});
	}
	return Object.assign(host, { members, ...pollsAt(validatorSource, host) });
}

function ofL1({ id, nodeId, since, active }: Member) {
	return {
		validationId: id,
		nodeId,
		subnetId: 'subnet',
		weight: 20,
		remainingBalance: active ? 1_000_000_000 : 0,
		creationTimestamp: since,
	};
}

function ofNode({ id, nodeId, since, active }: Member) {
	return {
		validationID: id,
		nodeID: nodeId,
		weight: '20',
		startTime: String(since),
		balance: active ? '1000000000' : '0',
	};
}

function ofEvm({ id, nodeId, since, active }: Member) {
	return {
		validationID: id,
		nodeID: nodeId,
		weight: 20,
		startTimestamp: since,
		isActive: active,
		isL1Validator: true,
	};
}

export const START = 1_770_000_000;
export const BLOCKCHAIN = '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5';

export const member = (number: number, changes: Partial<Member> = {}): Member => ({
	id: `validation-${number}`,
	nodeId: `NodeID-${number}`,
	since: START + number,
	active: true,
	...changes,
});

export function settingsOf(
	source: ValidatorService['source'],
	more: Partial<ValidatorSettings> = {},
): ValidatorSettings {
	return { source, ...(source === 'evm' && { blockchainId: BLOCKCHAIN }), ...more };
}
