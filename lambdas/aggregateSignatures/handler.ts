import { createAggregateSignatures } from './create';

/** Has validators sign a message and verifies what they signed. */
export const handler = createAggregateSignatures({
	environment: process.env,
	// Native code and the node's methods: loaded where there is something to verify only.
	verifier: async () => (await import('./verifier.js')).verifier,
});
