import path from 'node:path';

/**
 * The core as it is shipped: compiled, from dist. Its types are those of the sources.
 */

const DIST = path.resolve(__dirname, '../../dist');

function shipped<Module>(file: string): Module {
	// eslint-disable-next-line @typescript-eslint/no-require-imports
	return require(path.join(DIST, file)) as Module;
}

export const { createClient } = shipped<typeof import('../../core/client')>('core/client');
export const { parseJson } =
	shipped<typeof import('../../core/protocol/json')>('core/protocol/json');
export const { listErc20Transfers } = shipped<
	typeof import('../../core/operations/data/evmTransactionKinds')
>('core/operations/data/evmTransactionKinds');
export const { getNativeBalance } = shipped<typeof import('../../core/operations/data/evmBalance')>(
	'core/operations/data/evmBalance',
);
export const { validatorSource } =
	shipped<typeof import('../../core/events/validators')>('core/events/validators');
export const { readValidators } = shipped<typeof import('../../core/events/validatorSets')>(
	'core/events/validatorSets',
);
export const { verifySignedMessage, SIGNATURE_DST } =
	shipped<typeof import('../../core/warp')>('core/warp');
export const { getExport } = shipped<typeof import('../../core/operations/data/export')>(
	'core/operations/data/export',
);
