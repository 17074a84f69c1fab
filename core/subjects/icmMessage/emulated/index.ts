import type { EmulatedRoom } from '../../../../emulator/room';
import { icmEndpoints } from './messages';
import { aggregateSignatures, signaturesByTransaction } from './signatures';

export const emulated = {
	data: [aggregateSignatures, signaturesByTransaction, ...icmEndpoints],
} satisfies EmulatedRoom;
