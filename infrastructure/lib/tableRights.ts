import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';

/** The right to read and write single items of a table, and to make more calls. */
export function useItems(table: Table, ...more: string[]): PolicyStatement {
	return new PolicyStatement({
		actions: ['GetItem', 'PutItem', 'UpdateItem', ...more].map((name) => `dynamodb:${name}`),
		resources: [table.tableArn],
	});
}
