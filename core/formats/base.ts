// Imports libraries: builds put them in here and in curve.ts, since packages that bundle the core have
// no dependencies.
export { base58, bech32 } from '@scure/base';
export { bytesToHex as toHex, hexToBytes as fromHex } from '@noble/hashes/utils.js';
export { keccak_256 } from '@noble/hashes/sha3.js';
