/** The variables that the functions need at their start: all of them start with these. */
export const START_VARIABLES = {
	AVALANCHE_WITHOUT_API_KEY: 'true',
	AVALANCHE_NODE_URL: 'http://127.0.0.1:9650',
	EXPORT_FUNCTION_ARN: 'arn:aws:lambda:us-east-1:000000000000:function:exportTransactions:1',
	NOTIFY_TABLE: 'notify',
	NOTIFY_SETTINGS_PARAMETER: '/notify',
	NOTIFY_QUEUE_URL: 'https://sqs.us-east-1.amazonaws.com/000000000000/deliveries',
	NOTIFY_SLOW_QUEUE_URL: 'https://sqs.us-east-1.amazonaws.com/000000000000/slow-deliveries',
	SENDER_CONCURRENCY: '10',
	SUBSCRIPTIONS_TABLE: 'subscriptions',
	SUBSCRIPTIONS_KEY: 'alias/subscriptions',
	TOP_UP_SETTINGS_PARAMETER: '/top-up',
	TOP_UP_TABLE: 'top-up',
	TOP_UP_KEY: 'alias/top-up',
};
