import { parseArgs } from 'node:util';
import { clock } from '../core';
import { openSubscriptions } from '../lambdas/subscriptions/table';
import type { SubscriptionStore } from '../lambdas/subscriptions/dynamoStore';
import {
	DEFAULT_LIMITS,
	SCOPES,
	type Scope,
	type Token,
	newToken,
} from '../lambdas/subscriptions/tokens';
import { DAY_MS } from '../core/formats/timeUnits';

const HELP = `Makes, lists and revokes tokens of the API of subscriptions (docs/subscriptions.md). It uses the credentials and
the region that the AWS SDK finds; they need dynamodb:GetItem, PutItem, UpdateItem and Query on the table.

Usage: npm run -s lambdas -- tokens create --table <name> --name <name> [options]
       npm run -s lambdas -- tokens list --table <name>
       npm run -s lambdas -- tokens revoke --table <name> <id>

  --table <name>          Output SubscriptionsTableName, or SUBSCRIPTIONS_TABLE in the environment
  --name <name>           Whom the token is for; 1 to 100 characters
  --owner <owner>         Owner whose subscriptions the token is for, to replace a token: "owner" in the list.
                          Default: a new owner
  --scopes <list>         ${SCOPES.join(', ')} separated by commas (default: all)
  --sources <list>        Only events of these sources and webhooks (default: all)
  --events <list>         Only these types of events
  --subjects <list>       Only events of these subjects
  --subscriptions <n>     Most subscriptions of the owner (default ${DEFAULT_LIMITS.subscriptions})
  --per-minute <n>        Most calls a minute that change or send (default ${DEFAULT_LIMITS.perMinute})
  --expires <time>        End of the token, such as 2027-01-31T00:00:00Z (default: none)
  --help                  This text

create prints the token once: the table has its digest only.
`;

class UsageError extends Error {}

const CALL_MS = 30_000;

function wholeNumber(flag: string, text: string | undefined, usual: number): number {
	if (text === undefined) return usual;
	if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
	throw new UsageError(`--${flag} must be a whole number from 1 to 9999999; given: ${text}`);
}

function scopesIn(text: string | undefined): readonly Scope[] {
	if (text === undefined) return SCOPES;
	const given = text.split(',').map((one) => one.trim());
	const strange = given.find((one) => !(SCOPES as readonly string[]).includes(one));
	if (strange === undefined) return SCOPES.filter((one) => given.includes(one));
	throw new UsageError(`--scopes must be of ${SCOPES.join(', ')}; given: ${strange}`);
}

function endOf(text: string | undefined, now: number): number | undefined {
	if (text === undefined) return undefined;
	const end = Date.parse(text);
	const isTime = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(text);
	if (isTime && end > now && end < now + 3_660 * DAY_MS) return end;
	throw new UsageError(
		`--expires must be a future time such as 2027-01-31T00:00:00Z; given: ${text}`,
	);
}

function required(flag: string, value: string | undefined, form: RegExp, rule: string): string {
	if (value !== undefined && form.test(value)) return value;
	throw new UsageError(`--${flag} ${rule}${value === undefined ? '' : `; given: ${value}`}`);
}

const iso = (ms?: number) => (ms === undefined ? undefined : new Date(ms).toISOString());

/** A token without its digest. */
function tokenView({ digest: _, createdAt, expiresAt, revokedAt, ...token }: Token): object {
	return {
		...token,
		createdAt: iso(createdAt),
		expiresAt: iso(expiresAt),
		revokedAt: iso(revokedAt),
	};
}

/** The lists of an allow-list that are given. */
function allowedIn(values: { sources?: string; events?: string; subjects?: string }) {
	const lists = (['sources', 'events', 'subjects'] as const).flatMap((name) => {
		const entries = values[name]?.split(',').map((one) => one.trim());
		if (!entries) return [];
		if (entries.some((one) => !/^[\x21-\x7e]{1,256}$/.test(one))) {
			throw new UsageError(`--${name} must be names separated by commas; given: ${values[name]}`);
		}
		return [[name, entries] as const];
	});
	return lists.length > 0 ? { allowed: Object.fromEntries(lists) } : {};
}

/** Executes a command; its output. Throws `UsageError` that names the wrong argument. */
export async function tokensCommand(
	args: readonly string[],
	environment: Record<string, string | undefined>,
	open: (table: string) => Pick<SubscriptionStore, 'token' | 'tokens' | 'addToken' | 'revokeToken'>,
	now: number,
): Promise<string> {
	const text = { type: 'string' } as const;
	const { values, positionals } = parseArgs({
		args: [...args],
		allowPositionals: true,
		options: {
			...{ table: text, name: text, owner: text, scopes: text, subscriptions: text },
			...{ 'per-minute': text, expires: text, sources: text, events: text, subjects: text },
			help: { type: 'boolean', short: 'h', default: false },
		},
	});
	if (values.help) return HELP;
	const [command = '', id, ...more] = positionals;
	const table = values.table ?? environment.SUBSCRIPTIONS_TABLE;
	const store = open(
		required('table', table, /^[\w.-]{3,255}$/, 'must be the name of the table of subscriptions'),
	);
	if (command === 'list' && id === undefined) {
		return JSON.stringify((await store.tokens()).map(tokenView), null, 2);
	}
	if (command === 'revoke' && id !== undefined && more.length === 0) {
		if (await store.revokeToken(id, now)) return `Token ${id} is revoked`;
		throw new UsageError(`There is no token ${id}`);
	}
	if (command !== 'create' || id !== undefined) {
		throw new UsageError('create, list or revoke <id>');
	}
	const name = required('name', values.name, /^[^\p{C}]{1,100}$/u, 'must be 1 to 100 characters');
	const { owner } = values;
	if (owner !== undefined) {
		required('owner', owner, /^[a-z0-9]{1,32}$/, 'must be 1 to 32 small letters and digits');
	}
	const { text: secret, token } = newToken(
		{
			...{ name, owner, scopes: scopesIn(values.scopes), expiresAt: endOf(values.expires, now) },
			...allowedIn(values),
			limits: {
				subscriptions: wholeNumber(
					'subscriptions',
					values.subscriptions,
					DEFAULT_LIMITS.subscriptions,
				),
				perMinute: wholeNumber('per-minute', values['per-minute'], DEFAULT_LIMITS.perMinute),
			},
		},
		now,
	);
	if (!(await store.addToken(token))) throw new Error('The token was not made: run it again');
	return `${secret}\n${JSON.stringify(tokenView(token), null, 2)}`;
}

async function main(): Promise<void> {
	const open = (table: string) => openSubscriptions(table, { clock, until: clock.now() + CALL_MS });
	console.log(await tokensCommand(process.argv.slice(2), process.env, open, clock.now()));
}

if (require.main === module) {
	main().catch((error: unknown) => {
		const isUsage =
			error instanceof UsageError ||
			(error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
		const words = error instanceof Error ? error.message : String(error);
		process.stderr.write(`${words}${isUsage ? '\nSee npm run lambdas -- tokens --help.' : ''}\n`);
		process.exitCode = isUsage ? 2 : 1;
	});
}
