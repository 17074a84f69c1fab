// Imports libraries, as base.ts does, apart from it: only events that recover signers load them.
export { secp256k1 } from '@noble/curves/secp256k1.js';
export { ripemd160 } from '@noble/hashes/legacy.js';
