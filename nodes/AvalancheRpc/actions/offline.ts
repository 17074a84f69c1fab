/** Entries that send no request and need no credential. */
export const OFFLINE = {
	evmContract: ['decodeLogs', 'decodeCalldata', 'encodeFunctionData'],
	pChain: ['explainTransaction'],
} as const;
