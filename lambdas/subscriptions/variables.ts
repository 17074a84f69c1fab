import * as z from 'zod/v4';
import type { Environment } from '../shared/environment';

/** The variables of functions that send to subscriptions. Without them there are none. */
export const SUBSCRIPTIONS_VARIABLES = {
	SUBSCRIPTIONS_TABLE: z
		.string()
		.describe('name of the DynamoDB table of subscriptions')
		.optional(),
	SUBSCRIPTIONS_KEY: z
		.string()
		.describe('ID or ARN of the KMS key that encrypts destinations')
		.optional(),
};

/** The rule that the table and its key are given together. */
export function subscriptionsRule({
	SUBSCRIPTIONS_TABLE: table,
	SUBSCRIPTIONS_KEY: key,
}: Environment): string[] {
	if ((table === undefined) === (key === undefined)) return [];
	return ['SUBSCRIPTIONS_TABLE and SUBSCRIPTIONS_KEY are set together'];
}
