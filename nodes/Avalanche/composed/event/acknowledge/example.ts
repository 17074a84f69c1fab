import { sampleAlert } from '../../../../../core';
import type { ComposedExample } from '../../../../../lab/kit/nodes/case';

export const example: ComposedExample = ({ world }) => {
	const now = world.clock.now();
	const firingSince = new Date(now).toISOString();
	return { item: JSON.stringify({ ...sampleAlert('warning', now).data, firingSince }) };
};
