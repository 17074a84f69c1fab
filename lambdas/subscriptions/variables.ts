import { type Environment, OPTIONAL_TEXT } from '../shared/environment';

/** The variables of functions that send to subscriptions. Without them there are none. */
export const SUBSCRIPTIONS_VARIABLES = {
	/** Name of the DynamoDB table of subscriptions. */
	SUBSCRIPTIONS_TABLE: OPTIONAL_TEXT,
	/** ID or ARN of the KMS key that encrypts destinations. */
	SUBSCRIPTIONS_KEY: OPTIONAL_TEXT,
};

/** The rule that the table and its key are given together. */
export function subscriptionsRule({
	SUBSCRIPTIONS_TABLE: table,
	SUBSCRIPTIONS_KEY: key,
}: Environment): string[] {
	if ((table === undefined) === (key === undefined)) return [];
	return ['SUBSCRIPTIONS_TABLE and SUBSCRIPTIONS_KEY are set together'];
}
