/** Entries of *EVM Contract* that send no request and need no credential. */
export const OFFLINE = ['decodeLogs', 'decodeCalldata', 'encodeFunctionData'];
