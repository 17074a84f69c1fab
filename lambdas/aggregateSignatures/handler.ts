import { createAggregateSignatures } from './create';

/** Has validators sign a message and verifies what they signed. */
export const handler = createAggregateSignatures({
	environment: process.env,
	// Native code: loaded where there is something to verify only.
	bls: async () => (await import('../shared/blst.js')).blstBls,
});
