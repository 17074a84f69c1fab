import type { EmulatedRoom } from '../../room';
import { icmEndpoints } from './messages';
import { aggregateSignatures, signaturesByTransaction } from './signatures';

export const emulated = {
	data: [aggregateSignatures, signaturesByTransaction, ...icmEndpoints],
} satisfies EmulatedRoom;
