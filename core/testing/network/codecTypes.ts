/** Type ids of the codec that transactions use: the base transaction differs between the chains. */
export const BASE_TX = { P: 34, X: 0 };
export const TRANSFER_OUTPUT = 7;
export const TRANSFER_INPUT = 5;
export const CREDENTIAL = 9;
export const STAKEABLE_LOCK_OUTPUT = 22;
