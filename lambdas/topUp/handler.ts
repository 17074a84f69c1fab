import { createTopUp } from './create';

/** Pays the balance of listed L1 validations before it ends, below caps, by a key of KMS. */
export const handler = createTopUp({
	environment: process.env,
	table: async (patience) => (await import('../notify/table.js')).tableClient(patience),
	send: async (...given) => await (await import('../notify/send.js')).sendMessage(...given),
	signer: async (...given) => (await import('./kms.js')).kmsSigner(...given),
});
