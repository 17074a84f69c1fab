import { blstBls } from '../shared/blst';
import { verifierWith } from './verify';

/** Verifies with native code. */
export const verifier = verifierWith(blstBls);
