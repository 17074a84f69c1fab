import type { ComposedExample } from '../../../../../lab/kit/nodes/case';

export const example: ComposedExample = () => ({ name: 'treasury.avax' });
