/** The contract between the emulated network and the cases of subjects. */

export type * from './conditions';
export type * from './control';
export type * from './evmTypes';
export type * from './ledgerTypes';
export type * from './tokenTypes';
export type * from './types';
export type * from './validatorTypes';
