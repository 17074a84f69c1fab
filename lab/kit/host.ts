import 'reflect-metadata';
import { createRequire } from 'node:module';
import { BinaryDataConfig, BinaryDataService, ErrorReporter, InstanceSettings } from 'n8n-core';
import { LoggerProxy } from 'n8n-workflow';

/**
 * Services that n8n-core needs from n8n, without files, environment or network: settings, a logger
 * that only remembers, and binary data kept in memory.
 */

// n8n-core's own copies: others of the same name may lie higher up.
const requireOfCore = createRequire(require.resolve('n8n-core'));
/** The container of n8n-core's services. */
export const { Container } = requireOfCore('@n8n/di') as {
	Container: {
		get<T>(type: abstract new (...given: never[]) => T): T;
		set(type: unknown, instance: unknown): void;
	};
};
const { Logger } = requireOfCore('@n8n/backend-common') as { Logger: unknown };

/** One line that a node or the engine logged. */
export interface LogLine {
	level: 'error' | 'warn' | 'info' | 'debug';
	message: string;
	details?: unknown;
}

/** Everything logged since the process began, or since it was emptied. */
export const logLines: LogLine[] = [];

const MEMORY_LIMIT = 20_000;

function remember(level: LogLine['level']) {
	return (message: string, details?: unknown) => {
		if (logLines.length < MEMORY_LIMIT) logLines.push({ level, message, details });
	};
}

const logger = {
	error: remember('error'),
	warn: remember('warn'),
	info: remember('info'),
	debug: remember('debug'),
	scoped: () => logger,
};

const settings: Partial<InstanceSettings> = {
	instanceId: 'in-process',
	hmacSignatureSecret: 'in-process',
	hostId: 'in-process',
	instanceType: 'main',
	instanceRole: 'leader',
};

let ready = false;

/** Prepares n8n-core once; later calls do nothing. */
export function prepareHost(): void {
	if (ready) return;
	ready = true;
	Container.set(Logger, logger);
	LoggerProxy.init(logger as never);
	Container.set(InstanceSettings, settings);
	Container.set(ErrorReporter, logger);
	// Without a manager for its mode the service keeps the bytes in the item, as base64.
	const config = { mode: 'default' };
	Container.set(BinaryDataConfig, config);
	const binaryData = new BinaryDataService(config as never, logger as never, logger as never);
	Container.set(BinaryDataService, binaryData);
}
