import { createAggregateSignatures } from './create';

/** Collects signatures of validators and verifies them. */
export const handler = createAggregateSignatures({
	environment: process.env,
	// Native code and the node's methods: loaded only for a verification.
	verifier: async () => (await import('./verifier.js')).verifier,
	resultQueue: async (url) => (await import('./resultQueue.js')).resultQueue(url),
});
