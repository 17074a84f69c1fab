import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { freePort } from '../../kit/system/freePort';
import { ToolsMissing } from '../../kit/system/tools';
import { type Supervised, supervise, until } from './process';

/** Postgres and Redis on loopback, in folders of their own, from the packages of the system. */
export interface Stores {
	postgres: Supervised;
	redis: Supervised;
	/** Their names and versions. */
	versions: string;
	/** Variables that n8n finds them by. */
	variables(database: string): Record<string, string>;
	/** Runs a statement and gives its rows, each as its columns. */
	query(database: string, statement: string): string[][];
	createDatabase(name: string): void;
	/**
	 * Number of executions that wait or run in the n8n with this database; NaN if Redis does not
	 * respond.
	 */
	queued(database: string): number;
	/** Waits until both respond. */
	ready(): Promise<void>;
	close(): Promise<void>;
}

const USER = 'n8n';
const START_MS = 240_000;

/** Postgres refuses to run as root: then the system's user for it is used. */
function owner(): { uid: number; gid: number } | undefined {
	if (userInfo().uid !== 0) return undefined;
	const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
	try {
		return { uid: id('-u'), gid: id('-g') };
	} catch {
		throw new ToolsMissing('there is no user postgres to run Postgres as');
	}
}

/** The folder of Postgres' programs: the newest version that is installed. */
function postgresPrograms(): string {
	const root = '/usr/lib/postgresql';
	const versions = existsSync(root) ? readdirSync(root) : [];
	const newest = versions.sort((a, b) => Number(b) - Number(a))[0];
	const found = newest && path.join(root, newest, 'bin');
	if (found && existsSync(path.join(found, 'initdb'))) return found;
	throw new ToolsMissing('Postgres is not installed (Debian: apt-get install postgresql)');
}

/** Starts both. Throws `ToolsMissing` if one of them is not installed. */
export async function startStores(): Promise<Stores> {
	const programs = postgresPrograms();
	const redisVersion = spawnSync('redis-server', ['--version'], { encoding: 'utf8' });
	if (redisVersion.error)
		throw new ToolsMissing('Redis is not installed (Debian: apt-get install redis-server)');
	const as = owner();
	const folder = mkdtempSync(path.join(tmpdir(), 'n8n-stores-'));
	const [data, queue] = ['postgres', 'redis'].map((name) => path.join(folder, name));
	for (const each of [data, queue]) mkdirSync(each);
	if (as) for (const each of [folder, data, queue]) chownSync(each, as.uid, as.gid);
	const [port, redisPort] = [await freePort(), await freePort()];
	const program = (name: string) => path.join(programs, name);
	const initdb = ['-D', data, '-U', USER, '--auth=trust', '--encoding=UTF8', '--no-sync'];
	execFileSync(program('initdb'), initdb, { ...as, stdio: 'ignore' });
	const where = ['-h', '127.0.0.1', '-p', String(port)];
	const postgres = supervise(
		'Postgres',
		program('postgres'),
		['-D', data, ...where, '-k', folder, '-c', 'max_connections=200'],
		{ ...as },
	);
	const redis = supervise(
		'Redis',
		'redis-server',
		['--port', String(redisPort), '--bind', '127.0.0.1', '--dir', queue, '--appendonly', 'yes'],
		{ ...as },
	);
	postgres.up();
	redis.up();
	const redisCommand = (...args: string[]) =>
		spawnSync('redis-cli', ['-p', String(redisPort), ...args], { encoding: 'utf8' });
	const ready = async () => {
		const isReady = () => spawnSync(program('pg_isready'), where).status === 0;
		await until('Postgres', isReady, START_MS);
		// It responds with an error while it loads its data.
		await until('Redis', () => redisCommand('ping').stdout.trim() === 'PONG', START_MS);
	};
	const close = async () => {
		await Promise.all([postgres.end(), redis.end()]);
		rmSync(folder, { recursive: true, force: true });
	};
	try {
		await ready();
	} catch (error) {
		await close();
		throw error;
	}
	const psql = (database: string, statement: string) =>
		execFileSync(
			program('psql'),
			[...where, '-U', USER, '-d', database, '-At', '-F', '\t', '-c', statement],
			{ encoding: 'utf8' },
		);
	const postgresVersion = execFileSync(program('postgres'), ['--version'], { encoding: 'utf8' });
	const versionIn = (text: string) => /\d+(\.\d+)+/.exec(text)?.[0] ?? 'of unknown version';
	return {
		postgres,
		redis,
		versions: `Postgres ${versionIn(postgresVersion)} and Redis ${versionIn(redisVersion.stdout)}`,
		variables: (database) => ({
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(port),
			DB_POSTGRESDB_DATABASE: database,
			DB_POSTGRESDB_USER: USER,
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: String(redisPort),
			// Each n8n has keys of its own.
			QUEUE_BULL_PREFIX: database,
		}),
		query: (database, statement) =>
			psql(database, statement)
				.split('\n')
				.filter(Boolean)
				.map((line) => line.split('\t')),
		createDatabase: (name) => void psql('postgres', `CREATE DATABASE ${name}`),
		queued(database) {
			const lists = ['wait', 'active'].map((list) => `${database}:jobs:${list}`);
			const lengths = lists.map((list) => parseInt(redisCommand('LLEN', list).stdout, 10));
			return lengths.reduce((sum, length) => sum + length, 0);
		},
		ready,
		close,
	};
}
