import type { ComposedExample } from '../../../../../lab/kit/nodes/case';

export const example: ComposedExample = ({ world }) => ({
	addresses: `P-${world.node.address(0)}`,
});
