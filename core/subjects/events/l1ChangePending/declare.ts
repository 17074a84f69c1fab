import { field } from '../../../fields/field';
import { duration } from '../../../fields/lines';
import * as out from '../../../fields/outputs';
import { evmTransactionPage } from '../../../events/explorer';
import { declareLevels } from '../../../events/levelEvent';
import { moment, shortened, span } from '../../../events/words';
import { DAY } from '../../../formats/timeUnits';
import { l1Fields } from '../shared/l1Contracts';
import { type StoredChanges, type Kind, type PendingChange, changesSince } from './changes';

interface Facts extends PendingChange {
	chain: string;
	/** Seconds since it began, until it was completed. */
	seconds: number;
}

const HOUR = 3600;
const NAMES: Readonly<Record<Kind, string>> = {
	registration: 'registration of the validator',
	removal: 'removal of the validator',
	weight: 'new weight of the validator',
	delegation: 'delegation',
	undelegation: 'end of the delegation',
};

/** Unix seconds after which a change is late. */
const lateAt = ({ began, expires }: PendingChange, after: number) => expires ?? began + after;

/** Changes that began at the manager of an L1 and are not completed. */
export const l1ChangePending = declareLevels({
	value: 'l1ChangePending',
	type: 'l1.pending',
	name: 'L1 Change Not Completed',
	description:
		'A registration, removal, weight or delegation began at the validator manager of an L1 and is not completed: the P-Chain transaction, or the message back, is missing',
	what: 'change',
	reads:
		'the node: `platform.getSubnet`, `owner()` of the manager, `eth_blockNumber`, and one batch of `eth_getLogs` for 2,048 blocks; at first the blocks of 25 hours; `info.getBlockchainID` if the chain is named by its alias',
	remembers: 'changes that are not completed, about 300 bytes each, 500 at most',
	fields: {
		...l1Fields(),
		after: field(duration(60, 30 * DAY).optional(), {
			in: 'form',
			label: 'Not Completed After',
			description:
				'How long a change may take; a registration until the time up to which the P-Chain accepts it',
			placeholder: '1h',
			default: '1h',
			show: 'main',
		}),
	},
	columns: {
		kind: out.choice(Object.keys(NAMES) as Kind[]),
		validationId: out.id('cb58'),
		delegationId: out.hash(),
		nodeId: out.nodeId('Of a registration; managers of version 1 do not tell it'),
		contract: out.address('The contract that emitted the beginning'),
		txHash: out.hash('Of the transaction that began it'),
		beganTime: out.seconds(),
		expiryTime: out.seconds('Of a registration: after it, the P-Chain does not accept it'),
		seconds: out.duration('s', 'Since it began, until it was completed'),
		chain: out.id('Blockchain ID or alias'),
	},
	repeat: [DAY, DAY / 4],
	goneText: 'is not known any more',
	async read(settings, context, memory) {
		const { after = HOUR, blockchainId: chain = 'C' } = settings;
		const stored = (memory.stored ?? { changes: [] }) as StoredChanges;
		const next = await changesSince(stored, settings, context);
		memory.stored = next;
		const now = Math.floor(context.clock.now() / 1000);
		return next.changes.map((one) => {
			const level = one.done === undefined && now > lateAt(one, after) ? 1 : 0;
			const facts: Facts = { ...one, chain, seconds: (one.done ?? now) - one.began };
			return { subject: one.key, occurrence: one.txHash, level, facts };
		});
	},
	say({ kind, id, nodeId, began, expires, done, seconds, chain, txHash }) {
		const name = `${NAMES[kind]} ${shortened(nodeId ?? id)}`;
		const expired = expires === undefined ? '' : `, and was valid until ${moment(expires)}`;
		const state = done === undefined ? 'is not completed' : `was completed after ${span(seconds)}`;
		return {
			name,
			bad: `not completed for ${span(seconds)}`,
			good: `completed after ${span(seconds)}`,
			reached: `completed after ${span(seconds)}`,
			text: `The ${name} began at ${moment(began)}${expired}; it ${state}.`,
			url: evmTransactionPage(chain, txHash),
		};
	},
	subjectOf: ({ nodeId, id }) => nodeId ?? id,
	show: ({ kind, id, nodeId, contract, txHash, began, expires, seconds, chain }) => ({
		kind,
		validationId: id.startsWith('0x') ? null : id,
		delegationId: id.startsWith('0x') ? id : null,
		nodeId: nodeId ?? null,
		...{ contract, txHash, beganTime: began, expiryTime: expires ?? null, seconds, chain },
	}),
	example({ settings: { after = HOUR, blockchainId: chain = 'C' }, read, now }) {
		const seconds = 2 * after;
		const facts: Facts = read ?? {
			key: 'removal 2wu3YAk6rgR1jLaMMJ6JeTvhrQCZRXkbWxUc5UFtQBTtUqTFnk 0',
			kind: 'removal',
			id: '2wu3YAk6rgR1jLaMMJ6JeTvhrQCZRXkbWxUc5UFtQBTtUqTFnk',
			contract: '0xfacade0000000000000000000000000000000000',
			txHash: `0x${'e2'.repeat(32)}`,
			...{ began: now - seconds, chain, seconds },
		};
		const { done: _, ...open } = facts;
		return {
			bad: { subject: facts.key, level: 1, facts: { ...open, seconds } },
			good: { ...facts, done: now },
		};
	},
});
