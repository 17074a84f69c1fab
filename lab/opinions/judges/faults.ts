import type { Change } from '../../campaigns/lambdas/weakened';

/**
 * Faults that are put into a copy of the sources, each with the second opinions that have to find it. Those of
 * the campaigns (attack, soak, webhooks, receive, notify, exports) and of a node are in the lists of these:
 * `judges.ts` has all.
 */
export interface SourceFault extends Change {
	name: string;
	judges: ReadonlyArray<'openapi' | 'sdks' | 'upkeep'>;
}

/** The fault of each judge that `--short` puts in. */
export const SHORT: Readonly<Record<string, string>> = {
	openapi: 'stakes of validators are numbers',
	sdks: 'stakes of validators are numbers',
	node: 'an ID is declared as a text',
	attack: 'names of tokens are believed',
	soak: 'the state of a poll is not stored',
	upkeep: 'an inactive webhook counts as active',
	webhooks: 'messages of any webhook are taken',
	receive: 'messages of any webhook are taken',
	notify: 'a page of matching subscriptions ends their list',
	exports: 'a start that was cut off is made again',
};

/** The safeguard whose absence the kills of the exports under the runtime client have to find. */
export const KILL_FAULT: Change & { name: string } = {
	name: 'a start that was cut off is made again',
	file: 'lambdas/exportTransactions/workflow.ts',
	from: 'StepSemantics.AtMostOncePerRetry',
	to: 'StepSemantics.AtLeastOncePerRetry',
};

const VALIDATORS = 'emulator/rooms/staking/validators.ts';
const DELEGATORS = 'emulator/rooms/staking/delegators.ts';
const MESSAGES = 'emulator/rooms/icmMessage/messages.ts';
const UPKEEP = 'core/subjects/events/shared/webhookUpkeep.ts';

export const SOURCE_FAULTS: readonly SourceFault[] = [
	{
		judges: ['openapi', 'sdks'],
		name: 'stakes of validators are numbers',
		file: VALIDATORS,
		from: 'amountStaked: String(validation.weight)',
		to: 'amountStaked: Number(validation.weight) + 0.5',
	},
	{
		judges: ['openapi', 'sdks'],
		name: 'the name of a filter is misspelt',
		file: 'core/subjects/staking/validator.ts',
		from: 'minUptimePerformance: bound(',
		to: 'minUptimePerformence: bound(',
	},
	{
		judges: ['openapi'],
		name: 'the path of an operation is wrong',
		file: 'core/subjects/staking/delegator.ts',
		from: "path: '/v1/networks/{network}/delegators'",
		to: "path: '/v1/networks/{network}/delegator'",
	},
	{
		judges: ['openapi'],
		name: 'a choice has a value that the service does not know',
		file: 'core/operations/shared.ts',
		from: "export const SORT_ORDERS = ['asc', 'desc'] as const;",
		to: "export const SORT_ORDERS = ['asc', 'descending'] as const;",
	},
	{
		judges: ['openapi', 'sdks'],
		name: 'a required field is missing',
		file: DELEGATORS,
		from: '\t\tdelegationFee: String(tx.delegationFee ?? 0),\n',
		to: '',
	},
	{
		judges: ['openapi'],
		name: 'errors have their status as text',
		file: 'emulator/rest/failure.ts',
		from: 'statusCode: status,',
		to: 'statusCode: String(status),',
	},
	{
		judges: ['openapi'],
		name: 'an error has a status that the document does not have',
		file: 'emulator/rooms/tokenBalance.ts',
		from: 'throw new ServiceFailure(400,',
		to: 'throw new ServiceFailure(418,',
	},
	{
		judges: ['openapi'],
		name: 'the core refuses a number that the document sends',
		file: 'core/subjects/shared/data/shapes.ts',
		from: "createdAtTimestamp: out.seconds('When the asset was created')",
		to: "createdAtTimestamp: out.flag('When the asset was created')",
	},
	{
		judges: ['openapi'],
		name: 'holders of tokens have no balance',
		file: 'emulator/rooms/lookingGlass.ts',
		from: 'totalHolders: counts.size,',
		to: 'totalHolders: String(counts.size),',
	},
	{
		judges: ['sdks'],
		name: 'a message has an unknown status',
		file: MESSAGES,
		from: "status: 'pending'",
		to: "status: 'waiting'",
	},
	{
		judges: ['sdks'],
		name: 'the index of a log is text',
		file: 'emulator/data/evm.ts',
		from: '\t\tlogIndex: transfer.logIndex,',
		to: '\t\tlogIndex: String(transfer.logIndex),',
	},
	{
		judges: ['sdks'],
		name: 'webhooks are signed with the text of the secret',
		file: 'emulator/rooms/webhook/signature.ts',
		from: "Buffer.from(secret, 'hex')",
		to: "Buffer.from(secret, 'utf8')",
	},
	{
		judges: ['sdks'],
		name: 'signed bodies keep the order of their names',
		file: 'emulator/rooms/webhook/signature.ts',
		from: '\t\t.sort()\n',
		to: '',
	},
	{
		judges: ['sdks'],
		name: 'amounts of delegations are numbers',
		file: DELEGATORS,
		from: 'amountDelegated: String(tx.amount)',
		to: 'amountDelegated: Number(tx.amount)',
	},
	{
		judges: ['sdks'],
		name: 'several values of a filter are joined',
		file: 'core/protocol/request.ts',
		from: 'return value.map((each) => [name, String(each)] as [string, string]);',
		to: 'return [[name, value.join()] as [string, string]];',
	},
	{
		judges: ['sdks'],
		name: 'the judge drops repeated filters',
		file: 'lab/opinions/sdks/judge.ts',
		from: 'all.length > 1 ? all : all[0]',
		to: 'all[0]',
	},
	{
		judges: ['upkeep'],
		name: 'an inactive webhook counts as active',
		file: UPKEEP,
		from: "=> status === 'active';",
		to: '=> status !== undefined;',
	},
	{
		judges: ['upkeep'],
		name: 'what the settings do not have any more stays',
		file: UPKEEP,
		from: 'if (!failure) await attempt(removeUnused);',
		to: '',
	},
	{
		judges: ['upkeep'],
		name: 'addresses that the settings do not have any more stay',
		file: UPKEEP,
		from: 'if (!isRemoved) await remove();',
		to: '',
	},
	{
		judges: ['upkeep'],
		name: 'all webhooks of the account are own',
		file: UPKEEP,
		from: '=> one.url === url;',
		to: '=> one.url !== null;',
	},
	{
		judges: ['upkeep'],
		name: 'webhooks that lead elsewhere are taken without Take Over',
		file: UPKEEP,
		from: 'takeOver && registered?.url !== url ?',
		to: 'takeOver !== undefined ?',
	},
	{
		judges: ['upkeep'],
		name: 'webhooks of other functions are removed with those of settings that are gone',
		file: 'lambdas/receive/check.ts',
		from: 'url.startsWith(base) && isGone(url.slice(base.length))',
		to: "isGone(url.split('/').at(-1) ?? '')",
	},
	{
		judges: ['upkeep'],
		name: 'a webhook of any network is the wanted one',
		file: 'core/subjects/events/shared/webhookMatch.ts',
		from: '\t\twanted.network ?? null,\n',
		to: '',
		also: { from: "\t\teventType === EVM_ADDRESS ? null : (network ?? 'unknown'),\n", to: '' },
	},
];
