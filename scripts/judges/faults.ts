/**
 * Faults that are put into a copy of the sources, one at a time, each with the second opinion that has to find it.
 * `from` is once in the file. Faults of the nodes and of the functions under attack are in
 * `campaigns/attack/selfTest.ts`, those of upkeep, exports and delivery in the weakenings of their campaigns.
 */
export interface Fault {
	judge: 'openapi' | 'sdks';
	name: string;
	file: string;
	from: string;
	to: string;
	/** Run by `--short`. */
	short?: true;
}

const VALIDATORS = 'subjects/staking/emulated/validators.ts';
const DELEGATORS = 'subjects/staking/emulated/delegators.ts';
const MESSAGES = 'subjects/icmMessage/emulated/messages.ts';

export const FAULTS: readonly Fault[] = [
	{
		judge: 'openapi',
		name: 'stakes of validators are numbers',
		file: VALIDATORS,
		from: 'amountStaked: String(validation.weight)',
		to: 'amountStaked: Number(validation.weight) + 0.5',
		short: true,
	},
	{
		judge: 'openapi',
		name: 'the name of a filter is misspelt',
		file: 'subjects/staking/validator.ts',
		from: 'minUptimePerformance: bound(',
		to: 'minUptimePerformence: bound(',
	},
	{
		judge: 'openapi',
		name: 'the path of an operation is wrong',
		file: 'subjects/staking/delegator.ts',
		from: "path: '/v1/networks/{network}/delegators'",
		to: "path: '/v1/networks/{network}/delegator'",
	},
	{
		judge: 'openapi',
		name: 'a choice has a value that the service does not know',
		file: 'core/operations/shared.ts',
		from: "export const SORT_ORDERS = ['asc', 'desc'] as const;",
		to: "export const SORT_ORDERS = ['asc', 'descending'] as const;",
	},
	{
		judge: 'openapi',
		name: 'a required field is missing',
		file: DELEGATORS,
		from: '\t\tdelegationFee: String(tx.delegationFee ?? 0),\n',
		to: '',
	},
	{
		judge: 'openapi',
		name: 'errors have their status as text',
		file: 'emulator/rest/failure.ts',
		from: 'statusCode: status,',
		to: 'statusCode: String(status),',
	},
	{
		judge: 'openapi',
		name: 'an error has a status that the document does not have',
		file: 'subjects/tokenBalance/emulated.ts',
		from: 'throw new ServiceFailure(400,',
		to: 'throw new ServiceFailure(418,',
	},
	{
		judge: 'openapi',
		name: 'the core refuses a number that the document sends',
		file: 'subjects/shared/data/shapes.ts',
		from: "createdAtTimestamp: out.seconds('When the asset was created')",
		to: "createdAtTimestamp: out.flag('When the asset was created')",
	},
	{
		judge: 'openapi',
		name: 'holders of tokens have no balance',
		file: 'subjects/lookingGlass/emulated.ts',
		from: 'totalHolders: counts.size,',
		to: 'totalHolders: String(counts.size),',
	},
	{
		judge: 'sdks',
		name: 'stakes of validators are numbers',
		file: VALIDATORS,
		from: 'amountStaked: String(validation.weight)',
		to: 'amountStaked: Number(validation.weight)',
		short: true,
	},
	{
		judge: 'sdks',
		name: 'a required field is missing',
		file: DELEGATORS,
		from: '\t\tdelegationFee: String(tx.delegationFee ?? 0),\n',
		to: '',
	},
	{
		judge: 'sdks',
		name: 'a message has an unknown status',
		file: MESSAGES,
		from: "status: 'pending'",
		to: "status: 'waiting'",
	},
	{
		judge: 'sdks',
		name: 'the index of a log is text',
		file: 'emulator/data/evm.ts',
		from: '\t\tlogIndex: transfer.logIndex,',
		to: '\t\tlogIndex: String(transfer.logIndex),',
	},
	{
		judge: 'sdks',
		name: 'webhooks are signed with the text of the secret',
		file: 'subjects/webhook/emulated/signature.ts',
		from: "Buffer.from(secret, 'hex')",
		to: "Buffer.from(secret, 'utf8')",
	},
	{
		judge: 'sdks',
		name: 'signed bodies keep the order of their names',
		file: 'subjects/webhook/emulated/signature.ts',
		from: '\t\t.sort()\n',
		to: '',
	},
	{
		judge: 'sdks',
		name: 'amounts of delegations are numbers',
		file: DELEGATORS,
		from: 'amountDelegated: String(tx.amount)',
		to: 'amountDelegated: Number(tx.amount)',
	},
	{
		judge: 'sdks',
		name: 'the name of a filter is misspelt',
		file: 'subjects/staking/validator.ts',
		from: 'minUptimePerformance: bound(',
		to: 'minUptimePerformence: bound(',
	},
	{
		judge: 'sdks',
		name: 'the judge drops repeated filters',
		file: 'scripts/sdks/judge.ts',
		from: 'all.length > 1 ? all : all[0]',
		to: 'all[0]',
	},
];
