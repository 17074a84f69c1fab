import type { ComposedExample } from '../../../../../lab/kit/nodes/case';

export const example: ComposedExample = ({ world: { node } }) => ({
	validationID: node.l1.all()[0].validationId,
	amount: '0.5',
	addresses: `P-${node.address(0)}`,
});
