import { sampleAlert } from '../../../../../core';
import type { ComposedExample } from '../../../../../lab/kit/nodes/case';

/** Run by hand, which records nothing. */
export const example: ComposedExample = ({ world }) => ({
	eventId: String(sampleAlert('warning', world.clock.now()).data.id),
});
