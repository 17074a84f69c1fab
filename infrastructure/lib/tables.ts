import { RemovalPolicy, type Stack } from 'aws-cdk-lib';
import { AttributeType, BillingMode, Table, type TableOptions } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';

/** A table with the keys `pk` and `sk`, which is not deleted with the stack. */
export function addTable(stack: Stack, id: string, more: Partial<TableOptions> = {}): Table {
	return new Table(stack, id, {
		partitionKey: { name: 'pk', type: AttributeType.STRING },
		sortKey: { name: 'sk', type: AttributeType.STRING },
		billingMode: BillingMode.PAY_PER_REQUEST,
		pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
		removalPolicy: RemovalPolicy.RETAIN,
		...more,
	});
}

/** The right to make these calls to a table. */
export const onItems = (table: Table, ...names: string[]) =>
	new PolicyStatement({
		actions: names.map((name) => `dynamodb:${name}`),
		resources: [table.tableArn],
	});

/** The right to read and write single items of a table, and to make more calls. */
export const useItems = (table: Table, ...more: string[]) =>
	onItems(table, 'GetItem', 'PutItem', 'UpdateItem', ...more);
