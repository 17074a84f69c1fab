import type { ComposedExample } from '../../../../../lab/kit/nodes/case';

export const example: ComposedExample = (_, { parametersOf }) =>
	parametersOf('transactionExport.start');
