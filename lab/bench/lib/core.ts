import path from 'node:path';
import type { Client, ClientOptions } from '../../../core/client';

/**
 * The core as it is shipped: compiled, from dist. Its types are those of the sources.
 */

const DIST = path.resolve(__dirname, '../../../dist');

function shipped<Module>(file: string): Module {
	// eslint-disable-next-line @typescript-eslint/no-require-imports
	return require(path.join(DIST, file)) as Module;
}

const client = shipped<typeof import('../../../core/client')>('core/client');

/** A client that accepts responses without required fields, as the nodes and functions have it. */
export function clientWith(options: Omit<ClientOptions, 'missing'>): Client<'tolerant'> {
	return client.clientWith({ ...options, missing: () => undefined });
}

export const evmTransaction = shipped<
	typeof import('../../../core/subjects/evmTransaction/evmTransactionKinds')
>('core/subjects/evmTransaction/evmTransactionKinds');
export const tokenBalance = shipped<
	typeof import('../../../core/subjects/tokenBalance/evmBalance')
>('core/subjects/tokenBalance/evmBalance');
export const evmBalance =
	shipped<typeof import('../../../core/subjects/evm/evm')>('core/subjects/evm/evm');
export const { validator } = shipped<
	typeof import('../../../core/subjects/events/validator/declare')
>('core/subjects/events/validator/declare');
export const { readValidators } = shipped<
	typeof import('../../../core/subjects/events/validator/validatorSets')
>('core/subjects/events/validator/validatorSets');
export const { verifySignedMessage, SIGNATURE_DST } =
	shipped<typeof import('../../../core/warp')>('core/warp');
export const transactionExport = shipped<
	typeof import('../../../core/subjects/transactionExport/export')
>('core/subjects/transactionExport/export');
