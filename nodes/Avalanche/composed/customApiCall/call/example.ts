import type { ComposedExample } from '../../../../../lab/kit/nodes/case';

export const example: ComposedExample = () => ({
	path: '/v1/chains',
	itemsField: 'chains',
	limit: 1,
});
