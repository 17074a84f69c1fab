import type { ComposedExample } from '../../../../../lab/kit/nodes/case';

export const example: ComposedExample = () => ({
	endpoint: '/ext/bc/P',
	method: 'platform.getHeight',
});
